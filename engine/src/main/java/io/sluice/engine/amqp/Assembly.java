package io.sluice.engine.amqp;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A record in the making, on the heap: a message of which frames are missing, or that waits for
 * room. The record's head is left free in front until the message is whole.
 */
final class Assembly {
    private final Assemblies owner;
    private byte[] bytes;
    private final UnsafeBuffer buffer;
    private int headLength;
    private int length;

    /** What its link calls the message, once it waits. */
    long tag;

    Assembly(final Assemblies owner, final int capacity) {
        this.owner = owner;
        bytes = new byte[capacity];
        buffer = new UnsafeBuffer(bytes);
    }

    int capacity() {
        return bytes.length;
    }

    /** Begins a message whose record's head is so long; false if there is no memory. */
    boolean begin(final int newHeadLength) {
        headLength = newHeadLength;
        length = newHeadLength;
        return ensure(newHeadLength);
    }

    /** Adds a part of the message; false if there is no memory. */
    boolean append(final DirectBuffer part, final int offset, final int count) {
        if (!ensure(length + count)) {
            return false;
        }
        buffer.putBytes(length, part, offset, count);
        length += count;
        return true;
    }

    private boolean ensure(final int needed) {
        if (needed <= bytes.length) {
            return true;
        }
        final int capacity = Math.max(needed, bytes.length << 1);
        if (!owner.reserve(capacity - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, capacity);
        buffer.wrap(bytes);
        return true;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Where the message begins. */
    int contentOffset() {
        return headLength;
    }

    /** Bytes of the message so far. */
    int contentLength() {
        return length - headLength;
    }

    /** Bytes of the record. */
    int length() {
        return length;
    }

    /** Its memory is free for others. */
    void free() {
        owner.free(this);
    }
}
