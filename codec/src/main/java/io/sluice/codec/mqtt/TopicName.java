package io.sluice.codec.mqtt;

import io.sluice.codec.wire.AsciiWords;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/** The form of topic names (MQTT 5.0 section 4.7), over bytes. Stateless. */
public final class TopicName {
    /** Both wildcards lie below, and with them little that stands in a topic name. */
    private static final int ABOVE_WILDCARDS = '+' + 1;

    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long SLASHES = 0x2F2F_2F2F_2F2F_2F2FL;

    private TopicName() {}

    /**
     * Checks a topic name in one pass.
     *
     * @return {@link ReasonCode#SUCCESS}; {@link ReasonCode#MALFORMED_PACKET} if it is no MQTT
     *     string; {@link ReasonCode#TOPIC_NAME_INVALID} if it is empty or holds a wildcard
     */
    public static int check(final DirectBuffer buffer, final int offset, final int length) {
        if (length == 0) {
            return ReasonCode.TOPIC_NAME_INVALID; // [MQTT-4.7.3-1]
        }
        return AsciiWords.allAtLeast(ABOVE_WILDCARDS, buffer, offset, length)
                ? ReasonCode.SUCCESS
                : checkScalar(buffer, offset, offset + length);
    }

    private static int checkScalar(final DirectBuffer buffer, final int offset, final int limit) {
        boolean wildcard = false;
        int position = offset;
        while (position < limit) {
            final byte first = buffer.getByte(position);
            if (first > 0) {
                wildcard |= first == '+' || first == '#';
                position++;
                continue;
            }
            final int sequence = first == 0 ? 0 : Utf8.sequenceLength(buffer, position, limit);
            if (sequence == 0) {
                return ReasonCode.MALFORMED_PACKET; // [MQTT-1.5.4-1] [MQTT-4.7.3-2]
            }
            position += sequence;
        }
        // [MQTT-3.3.2-2] [MQTT-4.7.0-1]
        return wildcard ? ReasonCode.TOPIC_NAME_INVALID : ReasonCode.SUCCESS;
    }

    /** Whether a topic name or filter has more levels than this. */
    static boolean isDeeper(
            final int levelsMax, final DirectBuffer buffer, final int offset, final int length) {
        // Only one of at least as many bytes as levels are allowed can have one level more.
        return length >= levelsMax && levels(buffer, offset, length) > levelsMax;
    }

    /** How many levels a topic name or filter has: its slashes and one. */
    public static int levels(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        int levels = 1;
        int position = offset;
        for (; limit - position >= Long.BYTES; position += Long.BYTES) {
            // A slash becomes 0, and 0 is the only byte whose low bits carry nothing upwards.
            final long word = buffer.getLong(position) ^ SLASHES;
            final long others = ((word & ~HIGHS) + ~HIGHS | word) & HIGHS;
            levels += Long.BYTES - Long.bitCount(others);
        }
        for (; position < limit; position++) {
            if (buffer.getByte(position) == '/') {
                levels++;
            }
        }
        return levels;
    }
}
