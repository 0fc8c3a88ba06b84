package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * MQTT's length encoding: seven bits a byte, least significant first, one to four bytes (MQTT 5.0
 * section 1.5.5). A decoded one is packed into a {@code long}, so that nothing is allocated.
 * Stateless.
 */
public final class VariableByteInteger {
    /** The largest value: 268,435,455. */
    public static final int MAX = 0x0FFF_FFFF;

    /** The bytes end before the integer does. */
    public static final long INCOMPLETE = -1;

    /** More than four bytes, or more bytes than the value needs. [MQTT-1.5.5-1] */
    public static final long MALFORMED = -2;

    private VariableByteInteger() {}

    /**
     * Reads one: {@link #value} and {@link #length} unpack the result unless it is {@link
     * #INCOMPLETE} or {@link #MALFORMED}, the two negative ones.
     */
    public static long decode(final DirectBuffer buffer, final int offset, final int limit) {
        if (offset >= limit) {
            return INCOMPLETE;
        }
        final byte first = buffer.getByte(offset);
        return first >= 0 ? 1L << 32 | first : decodeLonger(first, buffer, offset, limit);
    }

    private static long decodeLonger(
            final byte first, final DirectBuffer buffer, final int offset, final int limit) {
        int value = first & 0x7F;
        for (int index = 1; index < 4; index++) {
            if (offset + index >= limit) {
                return INCOMPLETE;
            }
            final byte next = buffer.getByte(offset + index);
            value |= (next & 0x7F) << 7 * index;
            if (next >= 0) {
                return next == 0 ? MALFORMED : (index + 1L) << 32 | value;
            }
        }
        return MALFORMED;
    }

    /** The value of a decoded integer. */
    public static int value(final long decoded) {
        assert decoded >= 0;
        return (int) decoded;
    }

    /** How many bytes a decoded integer took. */
    public static int length(final long decoded) {
        assert decoded >= 0;
        return (int) (decoded >>> 32);
    }

    /**
     * How many bytes this value takes.
     *
     * @throws IllegalArgumentException if it is negative or above {@link #MAX}
     */
    public static int encodedLength(final int value) {
        requireInRange(value);
        return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;
    }

    /**
     * Writes the value in as few bytes as it needs and returns how many. [MQTT-1.5.5-1]
     *
     * @throws IllegalArgumentException if it is negative or above {@link #MAX}
     */
    public static int encode(final MutableDirectBuffer buffer, final int offset, final int value) {
        requireInRange(value);
        int rest = value;
        int position = offset;
        while (rest >= 0x80) {
            buffer.putByte(position++, (byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.putByte(position++, (byte) rest);
        return position - offset;
    }

    private static void requireInRange(final int value) {
        if (value < 0 || value > MAX) { // negative where a sum of lengths has overflowed
            throw new IllegalArgumentException("a length of " + (value & 0xFFFF_FFFFL));
        }
    }
}
