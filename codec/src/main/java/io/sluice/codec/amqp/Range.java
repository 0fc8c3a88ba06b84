package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Offset and length of some bytes in one {@code long}, so that a decoder notes where a field lies
 * without touching an object: offset in the high 32 bits, length in the low ones.
 */
final class Range {
    /** No bytes at all: a field that is null or missing. */
    static final long NONE = -1;

    private Range() {}

    static long of(final int offset, final int length) {
        return (long) offset << 32 | length;
    }

    static int offset(final long range) {
        return (int) (range >>> 32);
    }

    static int length(final long range) {
        return (int) range;
    }

    static int end(final long range) {
        return offset(range) + length(range);
    }

    /** Points the slice at the range; at nothing for {@link #NONE}. */
    static Slice view(final Slice slice, final DirectBuffer buffer, final long range) {
        return range == NONE ? slice.clear() : slice.wrap(buffer, offset(range), length(range));
    }

    /** Points at the encoded value in the range; at no value for {@link #NONE}. */
    static TypedValue value(final TypedValue value, final DirectBuffer buffer, final long range) {
        return range == NONE ? value.clear() : value.wrap(buffer, offset(range));
    }
}
