package io.sluice.codec.wire;

import org.agrona.DirectBuffer;

/**
 * Strict UTF-8 over bytes that are not ours: surrogates, overlong forms and code points above
 * U+10FFFF are refused (RFC 3629). Stateless.
 */
public final class Utf8 {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /**
     * Whether the bytes are well-formed UTF-8. U+0000 is allowed: this is the rule for AMQP
     * strings, WebSocket reasons and payloads that claim to be text.
     */
    public static boolean isWellFormed(
            final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        int position = offset;
        while (position < limit) {
            if (position + Long.BYTES <= limit && (buffer.getLong(position) & HIGHS) == 0) {
                position += Long.BYTES;
                continue;
            }
            final int sequence = sequenceLength(buffer, position, limit);
            if (sequence == 0) {
                return false;
            }
            position += sequence;
        }
        return true;
    }

    /**
     * Whether the bytes are an MQTT UTF-8 Encoded String: well-formed and without U+0000.
     * [MQTT-1.5.4-1] [MQTT-1.5.4-2]
     */
    public static boolean isMqttString(
            final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        int position = offset;
        while (position + Long.BYTES <= limit) {
            final long word = buffer.getLong(position);
            // A byte that is 0 borrows, one above 0x7F has its high bit: either leaves this path.
            if (((word | (word - ONES)) & HIGHS) != 0) {
                break;
            }
            position += Long.BYTES;
        }
        return isMqttStringScalar(buffer, position, limit);
    }

    private static boolean isMqttStringScalar(
            final DirectBuffer buffer, final int offset, final int limit) {
        int position = offset;
        while (position < limit) {
            final byte first = buffer.getByte(position);
            if (first > 0) {
                position++;
                continue;
            }
            if (first == 0) {
                return false;
            }
            final int sequence = sequenceLength(buffer, position, limit);
            if (sequence == 0) {
                return false;
            }
            position += sequence;
        }
        return true;
    }

    /** Bytes of the well-formed sequence that begins here (1 to 4), or 0 if there is none. */
    public static int sequenceLength(final DirectBuffer buffer, final int offset, final int limit) {
        final int first = buffer.getByte(offset) & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0; // a continuation byte, an overlong lead, or past U+10FFFF
        }
        final int sequence = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (sequence > limit - offset) {
            return 0;
        }
        final int second = buffer.getByte(offset + 1) & 0xFF;
        if (second < lowestSecond(first) || second > highestSecond(first)) {
            return 0;
        }
        for (int i = 2; i < sequence; i++) {
            if ((buffer.getByte(offset + i) & 0xC0) != 0x80) {
                return 0;
            }
        }
        return sequence;
    }

    private static int lowestSecond(final int first) {
        return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80; // below: overlong
    }

    private static int highestSecond(final int first) {
        return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF; // above: surrogate, U+110000
    }
}
