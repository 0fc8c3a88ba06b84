package io.sluice.codec.wire;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A run of bytes in a buffer that someone else owns. Wrapped again and again by its holder; it is
 * valid as long as the bytes behind it stay where they are.
 */
public final class Slice {
    private static final DirectBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private DirectBuffer buffer = NOTHING;
    private int offset;
    private int length;

    /** A slice over a copy of the text's UTF-8 bytes. Allocates: for configuration and tests. */
    public static Slice ofUtf8(final String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A slice over these very bytes. Allocates: for configuration and tests. */
    public static Slice of(final byte... bytes) {
        return new Slice().wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** Points this slice at {@code length} bytes from {@code offset} on. */
    public Slice wrap(final DirectBuffer buffer, final int offset, final int length) {
        assert offset >= 0 && length >= 0 && length <= buffer.capacity() - offset;
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        this.offset = offset;
        this.length = length;
        return this;
    }

    /** Points this slice at what another one points at. */
    public Slice wrap(final Slice other) {
        return wrap(other.buffer, other.offset, other.length);
    }

    /** Makes this slice empty and lets its buffer go. */
    public Slice clear() {
        return wrap(NOTHING, 0, 0);
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    /** Where the bytes begin in {@link #buffer()}. */
    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /** The absolute end in {@link #buffer()}. */
    public int limit() {
        return offset + length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** The byte at this index of the slice. */
    public byte byteAt(final int index) {
        assert index >= 0 && index < length;
        return buffer.getByte(offset + index);
    }

    /** Copies the bytes and returns how many they were. */
    public int copyTo(final MutableDirectBuffer target, final int targetOffset) {
        target.putBytes(targetOffset, buffer, offset, length);
        return length;
    }

    /** Whether both slices hold the same bytes, wherever these are. */
    public boolean contentEquals(final Slice other) {
        return contentEquals(other.buffer, other.offset, other.length);
    }

    /** Whether the slice holds the same bytes as this range. */
    public boolean contentEquals(
            final DirectBuffer otherBuffer, final int otherOffset, final int otherLength) {
        if (length != otherLength) {
            return false;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (buffer.getLong(offset + i) != otherBuffer.getLong(otherOffset + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (buffer.getByte(offset + i) != otherBuffer.getByte(otherOffset + i)) {
                return false;
            }
        }
        return true;
    }

    /** A copy of the bytes. Allocates: not for the data path. */
    public byte[] toByteArray() {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    /** The bytes read as UTF-8. Allocates: for log lines and tests. */
    @Override
    public String toString() {
        return new String(toByteArray(), StandardCharsets.UTF_8);
    }
}
