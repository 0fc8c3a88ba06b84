package io.sluice.codec.wire;

import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;

/**
 * Looks at text eight bytes at a time: nearly all that is on the wire is ASCII, and this tells it
 * without a branch a byte. Stateless.
 */
public final class AsciiWords {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private AsciiWords() {}

    /**
     * Whether all bytes lie in {@code lowest}..0x7F; true for an empty range. The range is checked
     * against the buffer once, not once a word, and nothing outside it is read.
     *
     * @param lowest 0 to 0x7F
     */
    public static boolean allAtLeast(
            final int lowest, final DirectBuffer buffer, final int offset, final int length) {
        if (length == 0) {
            return true;
        }
        buffer.boundsCheck(offset, length);
        final byte[] array = buffer.byteArray();
        final long bias = lowest * ONES;
        long address = buffer.addressOffset() + offset;
        long seen = strays(last(array, address, length), bias);
        int rest = length;
        while (rest >= 2 * Long.BYTES) {
            seen |=
                    strays(UnsafeApi.getLong(array, address), bias)
                            | strays(UnsafeApi.getLong(array, address + Long.BYTES), bias);
            address += 2 * Long.BYTES;
            rest -= 2 * Long.BYTES;
        }
        if (rest >= Long.BYTES) {
            seen |= strays(UnsafeApi.getLong(array, address), bias);
        }
        return (seen & HIGHS) == 0;
    }

    /**
     * No high bit if every byte lies in lowest..0x7F; at least one if any does not: one below
     * borrows, one above has its own.
     */
    private static long strays(final long word, final long bias) {
        return word | (word - bias);
    }

    /** A word of the range's last eight bytes, or of all bytes of a shorter one, some twice. */
    private static long last(final byte[] array, final long address, final int length) {
        if (length >= Long.BYTES) {
            return UnsafeApi.getLong(array, address + length - Long.BYTES);
        }
        if (length >= Integer.BYTES) {
            return (long) UnsafeApi.getInt(array, address) << 32
                    | UnsafeApi.getInt(array, address + length - Integer.BYTES) & 0xFFFF_FFFFL;
        }
        // All bytes become the first; where it is xored with itself and another, that one is left.
        final long first = UnsafeApi.getByte(array, address) & 0xFF;
        final long middle = UnsafeApi.getByte(array, address + (length >> 1)) & 0xFF;
        final long end = UnsafeApi.getByte(array, address + length - 1) & 0xFF;
        return first * ONES ^ (first ^ middle) << 8 ^ (first ^ end) << 16;
    }
}
