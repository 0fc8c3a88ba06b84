package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/** The form of topic names (MQTT 5.0 section 4.7), over bytes. Stateless. */
public final class TopicName {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long PLUSES = '+' * ONES;

    /** '#' and '+' differ in this bit alone, so that one comparison finds both. */
    private static final long WILDCARD_BIT = ('#' ^ '+') * ONES;

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
        final int limit = offset + length;
        int position = offset;
        while (position + Long.BYTES <= limit && isPlain(buffer.getLong(position))) {
            position += Long.BYTES;
        }
        return checkScalar(buffer, position, limit);
    }

    /** Whether all eight bytes are ASCII, not NUL, and no wildcard. */
    private static boolean isPlain(final long word) {
        final long wildcards = (word | WILDCARD_BIT) ^ PLUSES; // a zero byte is a wildcard
        return ((word | (word - ONES) | (wildcards - ONES)) & HIGHS) == 0;
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
                return ReasonCode.MALFORMED_PACKET; // [MQTT-1.5.4-1] [MQTT-1.5.4-2]
            }
            position += sequence;
        }
        return wildcard ? ReasonCode.TOPIC_NAME_INVALID : ReasonCode.SUCCESS; // [MQTT-3.3.2-2]
    }

    /** How many levels a topic name or filter has: its slashes and one. */
    public static int levels(final DirectBuffer buffer, final int offset, final int length) {
        int levels = 1;
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(offset + i) == '/') {
                levels++;
            }
        }
        return levels;
    }
}
