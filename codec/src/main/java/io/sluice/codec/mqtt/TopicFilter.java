package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * The form of topic filters and what they match (MQTT 5.0 sections 4.7 and 4.8.2), over bytes that
 * are known to be an MQTT string. Nothing is normalised: a byte matches itself. [MQTT-4.7.3-4]
 * Stateless.
 *
 * <pre>
 *   sport / + / #              $share / consumers / sport / + / #
 *  +-------------+            +------+-----------+---------------+
 *  |   filter    |            |      |share name |    filter     |
 *  +-------------+            +------+-----------+---------------+
 * </pre>
 */
public final class TopicFilter {
    private static final byte[] SHARE = {'$', 's', 'h', 'a', 'r', 'e', '/'};

    private TopicFilter() {}

    /**
     * Whether this is a filter as SUBSCRIBE and UNSUBSCRIBE carry it, shared or not: at least one
     * character, each wildcard alone in its level, {@code #} last, and a share name of its own
     * where it begins with {@code $share/}.
     */
    public static boolean isValid(final DirectBuffer buffer, final int offset, final int length) {
        final int filterOffset = filterOffset(buffer, offset, length);
        return filterOffset >= 0
                && isValidUnshared(buffer, filterOffset, offset + length - filterOffset);
    }

    /** Whether it asks for a Shared Subscription, validly or not. [MQTT-4.8.2-1] */
    public static boolean isShared(final DirectBuffer buffer, final int offset, final int length) {
        if (length < SHARE.length) {
            return false;
        }
        for (int i = 0; i < SHARE.length; i++) {
            if (buffer.getByte(offset + i) != SHARE[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Where the part that is matched begins: after the share name, or at {@code offset} for a
     * filter that is not shared; -1 if the share name is empty, holds a wildcard or is not ended by
     * a slash.
     */
    public static int filterOffset(final DirectBuffer buffer, final int offset, final int length) {
        if (!isShared(buffer, offset, length)) {
            return offset;
        }
        final int nameOffset = shareNameOffset(offset);
        final int limit = offset + length;
        for (int position = nameOffset; position < limit; position++) {
            final byte character = buffer.getByte(position);
            if (character == '/') {
                return position == nameOffset ? -1 : position + 1; // [MQTT-4.8.2-1]
            }
            if (character == '+' || character == '#') {
                return -1; // [MQTT-4.8.2-2]
            }
        }
        return -1; // [MQTT-4.8.2-2]
    }

    /** Where the share name of a shared filter at {@code offset} begins. */
    static int shareNameOffset(final int offset) {
        return offset + SHARE.length;
    }

    /** Whether this is a filter once its share name, if it had one, is taken off. */
    static boolean isValidUnshared(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        byte before = '/';
        for (int position = offset; position < limit; position++) {
            final byte character = buffer.getByte(position);
            if (before == '+' && character != '/') {
                return false; // [MQTT-4.7.1-2]
            }
            if ((character == '#' || character == '+') && before != '/') {
                return false; // [MQTT-4.7.1-1] [MQTT-4.7.1-2]
            }
            if (character == '#' && position + 1 != limit) {
                return false; // [MQTT-4.7.1-1]
            }
            before = character;
        }
        return length > 0; // [MQTT-4.7.3-1]
    }

    /** Whether a valid filter, its share name taken off, matches a valid topic name. */
    public static boolean matches(final Slice filter, final Slice topic) {
        return matches(
                filter.buffer(),
                filter.offset(),
                filter.limit(),
                topic.buffer(),
                topic.offset(),
                topic.limit());
    }

    /** As {@link #matches(Slice, Slice)}, for bytes from an offset to an absolute limit. */
    public static boolean matches(
            final DirectBuffer filter,
            final int filterOffset,
            final int filterLimit,
            final DirectBuffer topic,
            final int topicOffset,
            final int topicLimit) {
        if (topic.getByte(topicOffset) == '$' && isWildcard(filter.getByte(filterOffset))) {
            return false; // [MQTT-4.7.2-1]
        }
        int f = filterOffset;
        int t = topicOffset;
        while (true) { // one level a round
            if (f < filterLimit && filter.getByte(f) == '#') {
                return true;
            }
            if (f < filterLimit && filter.getByte(f) == '+') {
                f++;
                while (t < topicLimit && topic.getByte(t) != '/') {
                    t++;
                }
            } else {
                while (f < filterLimit && filter.getByte(f) != '/') {
                    if (t == topicLimit || topic.getByte(t) != filter.getByte(f)) {
                        return false;
                    }
                    f++;
                    t++;
                }
            }
            if (f == filterLimit) {
                return t == topicLimit;
            }
            if (t == topicLimit) {
                return f + 2 == filterLimit && filter.getByte(f + 1) == '#'; // the parent level
            }
            if (topic.getByte(t) != '/') {
                return false;
            }
            f++;
            t++;
        }
    }

    /** Whether the filter, shared or not, holds a wildcard anywhere. */
    public static boolean hasWildcard(
            final DirectBuffer buffer, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            if (isWildcard(buffer.getByte(offset + i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWildcard(final byte character) {
        return character == '+' || character == '#';
    }
}
