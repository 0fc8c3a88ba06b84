package io.sluice.codec.wire;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;

/**
 * Reads a range of a buffer that {@link #check} has held against the buffer: the numbers in it, in
 * network order, are read without another check. For a reader that compares every position with the
 * end of its range anyway, so that the buffer's own check of each read would be a second one; it
 * must read nothing outside what was checked, nor after the buffer is wrapped around other memory.
 * Stateless.
 */
public final class CheckedRange {
    private static final boolean SWAPS = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private CheckedRange() {}

    /**
     * Checks that the buffer has these bytes, even where Agrona's own checks are off.
     *
     * @throws IndexOutOfBoundsException if it does not, or if the limit is before the offset
     */
    public static void check(final DirectBuffer buffer, final int offset, final int limit) {
        buffer.boundsCheck(offset, limit - offset);
    }

    /** 0 to 255. */
    public static int ubyte(final DirectBuffer buffer, final int at) {
        assert isWithin(buffer, at, Byte.BYTES);
        return UnsafeApi.getByte(buffer.byteArray(), buffer.addressOffset() + at) & 0xFF;
    }

    /** 0 to 65,535. */
    public static int ushort(final DirectBuffer buffer, final int at) {
        assert isWithin(buffer, at, Short.BYTES);
        final short word = UnsafeApi.getShort(buffer.byteArray(), buffer.addressOffset() + at);
        return (SWAPS ? Short.reverseBytes(word) : word) & 0xFFFF;
    }

    /** All 32 bits. */
    public static int int32(final DirectBuffer buffer, final int at) {
        assert isWithin(buffer, at, Integer.BYTES);
        final int word = UnsafeApi.getInt(buffer.byteArray(), buffer.addressOffset() + at);
        return SWAPS ? Integer.reverseBytes(word) : word;
    }

    /** All 64 bits. */
    public static long int64(final DirectBuffer buffer, final int at) {
        assert isWithin(buffer, at, Long.BYTES);
        final long word = UnsafeApi.getLong(buffer.byteArray(), buffer.addressOffset() + at);
        return SWAPS ? Long.reverseBytes(word) : word;
    }

    private static boolean isWithin(final DirectBuffer buffer, final int at, final int width) {
        return at >= 0 && width <= buffer.capacity() - at;
    }
}
