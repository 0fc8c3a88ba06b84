package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.wire.Slice;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The form of topic filters and what they match, against the same rules over lists of levels. An
 * input is a filter, a byte 0, which stands in no MQTT string, and a topic name.
 */
public final class TopicFilterFuzz implements Target {
    private static final int MATCHES = 1;

    private final Laws laws;
    private final Form form = new Form();
    private final Matched matched = new Matched();

    public TopicFilterFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        int end = 0;
        while (end < input.length && input[end] != 0) {
            end++;
        }
        final byte[] filter = Arrays.copyOf(input, end);
        laws.read(form, filter);
        final String text = text(filter);
        form.compare(text);
        final int matchedOffset = matchedOffset(text);
        final String topic = end < input.length ? text(PacketInput.tail(input, end + 1)) : "";
        if (isValid(text) && isTopic(topic)) {
            final String unshared = text.substring(matchedOffset);
            compareMatch(unshared, topic);
            compareMatch(topic, topic); // a topic name is a filter, and a share name is not
        }
    }

    /** Each of the two in turn lies in the range that is checked. */
    private void compareMatch(final String filter, final String topic) {
        final boolean expected = matches(filter, topic);
        for (final boolean topicInRange : new boolean[] {true, false}) {
            matched.with(bytes(topicInRange ? filter : topic), topicInRange);
            final int verdict = laws.read(matched, bytes(topicInRange ? topic : filter));
            if (verdict == MATCHES != expected) {
                throw new Finding(filter + " matches " + topic + ": " + !expected);
            }
        }
    }

    // The rules of sections 4.7 and 4.8.2, said once more.

    private static boolean isShared(final String filter) {
        return filter.startsWith("$share/");
    }

    /** Where the filter behind a share name begins, -1 for a bad share name. */
    private static int matchedOffset(final String filter) {
        if (!isShared(filter)) {
            return 0;
        }
        final List<String> levels = levels(filter);
        final String name = levels.get(1);
        final boolean sound = levels.size() > 2 && !name.isEmpty() && !hasWildcard(name);
        return sound ? "$share/".length() + name.length() + 1 : -1;
    }

    private static boolean isValid(final String filter) {
        final int offset = matchedOffset(filter);
        if (offset < 0 || offset == filter.length()) {
            return false;
        }
        final List<String> levels = levels(filter.substring(offset));
        for (int i = 0; i < levels.size(); i++) {
            final String level = levels.get(i);
            final boolean last = i == levels.size() - 1;
            if (hasWildcard(level) && !level.equals("+") && !(level.equals("#") && last)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(final String filter, final String topic) {
        final boolean wild = filter.startsWith("+") || filter.startsWith("#");
        return !(wild && topic.startsWith("$")) && matches(levels(filter), levels(topic));
    }

    private static boolean matches(final List<String> filter, final List<String> topic) {
        for (int i = 0; i < filter.size(); i++) {
            if (filter.get(i).equals("#")) {
                return true; // the parent level too: all before it has matched
            }
            final boolean any = filter.get(i).equals("+");
            if (i == topic.size() || !any && !filter.get(i).equals(topic.get(i))) {
                return false;
            }
        }
        return filter.size() == topic.size();
    }

    private static List<String> levels(final String text) {
        return List.of(text.split("/", -1));
    }

    private static boolean hasWildcard(final String text) {
        return text.contains("+") || text.contains("#");
    }

    private static boolean isTopic(final String topic) {
        return !topic.isEmpty() && !hasWildcard(topic) && topic.indexOf('\0') < 0;
    }

    /** A character for each byte: none of the rules minds the others. */
    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void seeds(final Seeds seeds) {
        final String[] filters = {
            "sport/tennis/#",
            "sport/+",
            "#",
            "+",
            "/",
            "+/+",
            "/+",
            "sport/+/player1",
            "a/b/c",
            "$share/group/sport/#",
            "$share/group/+",
            "$share//a",
            "$share/g",
            "$share/g/",
            "$share/+/a",
            "$share/g#/a",
            "$SYS/#",
            "$SYS/+/x",
            "sport#",
            "+a/b",
            "a+/b",
            "a/#/b",
            "$share/group//",
            "$share",
            "$shared/a",
            "",
            "long/levels/of/more/than/eight/bytes/+/#"
        };
        final String[] topics = {
            "sport/tennis/player1",
            "sport",
            "sport/",
            "/",
            "$SYS/broker",
            "/finance",
            "a/b/c",
            "x",
            "long/levels/of/more/than/eight/bytes/z"
        };
        for (int i = 0; i < filters.length; i++) {
            for (int j = 0; j < 3; j++) {
                seeds.text(filters[i] + '\0' + topics[(3 * i + j) % topics.length]);
            }
        }
        for (final String topic : topics) {
            seeds.text("#\0" + topic).text("+\0" + topic).text(topic + '\0' + topic);
            seeds.text(topic + "/#\0" + topic).text(topic + "/+\0" + topic);
        }
    }

    /** What the form of a filter is. */
    private static final class Form implements Reader {
        private boolean valid;
        private boolean shared;
        private boolean wildcard;
        private int matchedOffset;
        private int offset;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            this.offset = offset;
            shared = TopicFilter.isShared(buffer, offset, length);
            wildcard = TopicFilter.hasWildcard(buffer, offset, length);
            matchedOffset = TopicFilter.filterOffset(buffer, offset, length);
            valid = TopicFilter.isValid(buffer, offset, length);
            return valid ? 0 : 1;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.flag("shared", shared);
            transcript.flag("wildcard", wildcard);
            transcript.number("matched offset", relativeOffset());
        }

        private int relativeOffset() {
            return matchedOffset < 0 ? -1 : matchedOffset - offset;
        }

        void compare(final String filter) {
            if (valid != isValid(filter)
                    || shared != isShared(filter)
                    || wildcard != hasWildcard(filter)
                    || relativeOffset() != TopicFilterFuzz.matchedOffset(filter)) {
                throw new Finding(
                        "valid %b, shared %b, wildcard %b, matched from %d: %s"
                                .formatted(valid, shared, wildcard, relativeOffset(), filter));
            }
        }
    }

    /** A match, with a filter or a topic name in the range and the other one elsewhere. */
    private static final class Matched implements Reader {
        private final UnsafeBuffer otherBuffer = new UnsafeBuffer(new byte[0]);
        private final Slice other = new Slice();
        private final Slice range = new Slice();
        private boolean topicInRange;

        void with(final byte[] other, final boolean topicInRange) {
            otherBuffer.wrap(other);
            this.other.wrap(otherBuffer, 0, other.length);
            this.topicInRange = topicInRange;
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            range.wrap(buffer, offset, length);
            final boolean matches =
                    topicInRange
                            ? TopicFilter.matches(other, range)
                            : TopicFilter.matches(range, other);
            return matches ? MATCHES : 0;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("matches", verdict);
        }
    }
}
