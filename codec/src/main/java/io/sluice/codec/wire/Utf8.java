package io.sluice.codec.wire;

import org.agrona.DirectBuffer;

/**
 * Strict UTF-8 over bytes that are not ours: surrogates, overlong forms and code points above
 * U+10FFFF are refused (RFC 3629). Stateless.
 */
public final class Utf8 {
    private Utf8() {}

    /**
     * Whether the bytes are well-formed UTF-8. U+0000 is allowed: this is the rule for AMQP
     * strings, WebSocket reasons and payloads that claim to be text.
     */
    public static boolean isWellFormed(
            final DirectBuffer buffer, final int offset, final int length) {
        return AsciiWords.allAtLeast(0, buffer, offset, length)
                || isWellFormed(buffer, offset, offset + length, 0);
    }

    /**
     * Whether the bytes are an MQTT UTF-8 Encoded String: well-formed and without U+0000.
     * [MQTT-1.5.4-1] [MQTT-1.5.4-2]
     */
    public static boolean isMqttString(
            final DirectBuffer buffer, final int offset, final int length) {
        return AsciiWords.allAtLeast(1, buffer, offset, length)
                || isWellFormed(buffer, offset, offset + length, 1);
    }

    /** Byte by byte, with what is longer than a byte; {@code lowest} is the first legal ASCII. */
    private static boolean isWellFormed(
            final DirectBuffer buffer, final int offset, final int limit, final int lowest) {
        int position = offset;
        while (position < limit) {
            final byte first = buffer.getByte(position);
            if (first >= lowest) {
                position++;
                continue;
            }
            final int sequence = first < 0 ? sequenceLength(buffer, position, limit) : 0;
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
