package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of topic filters, and what they match. */
class TopicFilterTest {
    private static boolean isValid(final String filter) {
        final Slice slice = Slice.ofUtf8(filter);
        return TopicFilter.isValid(slice.buffer(), slice.offset(), slice.length());
    }

    private static boolean isShared(final String filter) {
        final Slice slice = Slice.ofUtf8(filter);
        return TopicFilter.isShared(slice.buffer(), slice.offset(), slice.length());
    }

    private static int filterOffset(final String filter) {
        final Slice slice = Slice.ofUtf8(filter);
        return TopicFilter.filterOffset(slice.buffer(), slice.offset(), slice.length());
    }

    private static boolean matches(final String filter, final String topic) {
        return TopicFilter.matches(Slice.ofUtf8(filter), Slice.ofUtf8(topic));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "/",
                "//",
                "#",
                "+",
                "+/+",
                "/+",
                "+/",
                "/#",
                "a/#",
                "a/+/b",
                "+/a/#",
                "a b",
                "$SYS/#",
                "$share",
                "$shared/a",
                "a/$share/b",
                "$share/g/a",
                "$share/g/#",
                "$share/g/+",
                "$share/g//",
                "$share/g/$SYS/#",
                "Größe/+"
            })
    void acceptsWildcardsThatFillALevel(final String filter) {
        assertTrue(isValid(filter), filter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a#", "a/b#", "#/", "#/a", "a/#/b", "##", "/#a", "+#", "#+", "a/##"})
    void refusesAHashThatIsNotAloneAndLast(final String filter) {
        assertFalse(isValid(filter), filter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a+", "a+/b", "+a", "a/+b", "a/b+/c", "++", "+/++", "a/b+"})
    void refusesAPlusThatDoesNotFillItsLevel(final String filter) {
        assertFalse(isValid(filter), filter);
    }

    @Test
    void refusesAnEmptyFilter() {
        assertFalse(isValid(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$share/", "$share/g", "$share//", "$share//a", "$share/g/"})
    void refusesASharedFilterWithoutNameOrFilter(final String filter) {
        assertFalse(isValid(filter), filter);
        assertTrue(isShared(filter));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$share/g+/a", "$share/+/a", "$share/#", "$share/g#/a", "$share/g/a#"})
    void refusesAShareNameWithWildcard(final String filter) {
        assertFalse(isValid(filter), filter);
    }

    @Test
    void splitsASharedFilter() {
        assertEquals(9, filterOffset("$share/g/a/b"));
        assertEquals(17, filterOffset("$share/consumers/a/b"));
        assertEquals(0, filterOffset("a/b"));
        assertEquals(0, filterOffset("$share"));
        assertEquals(0, filterOffset("$shared/g/a"));
        assertEquals(-1, filterOffset("$share/g"));
        assertEquals(-1, filterOffset("$share//a"));
        assertFalse(isShared("$share"));
        assertFalse(isShared("$Share/g/a"));
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a/b, a/b",
        "#, a",
        "#, a/b/c",
        "#, /",
        "+, a",
        "+/+, /finance",
        "/+, /finance",
        "+/b, /b",
        "a/+, a/",
        "a/+/c, a/b/c",
        "a/+/c, a//c",
        "sport/tennis/player1/#, sport/tennis/player1",
        "sport/tennis/player1/#, sport/tennis/player1/ranking",
        "sport/tennis/player1/#, sport/tennis/player1/score/wimbledon",
        "sport/#, sport",
        "sport/#, sport/",
        "+/#, a",
        "+/#, a/b",
        "+/+/#, /",
        "/#, /",
        "/#, /a",
        "a//b, a//b",
        "$SYS/#, $SYS",
        "$SYS/#, $SYS/a/b",
        "$SYS/monitor/+, $SYS/monitor/Clients",
        "a/#, a/$b",
        "+/$x, a/$x"
    })
    void matchesAsTheSpecificationSays(final String filter, final String topic) {
        assertTrue(matches(filter, topic));
    }

    @ParameterizedTest
    @CsvSource({
        "a, A",
        "a, b",
        "a, ab",
        "ab, a",
        "a, a/",
        "a/, a",
        "a, /a",
        "+, /finance",
        "+, a/b",
        "+, /",
        "sport/+, sport",
        "sport/tennis/+, sport/tennis/player1/ranking",
        "a/+/c, a/b/b/c",
        "a/+/c, a/b",
        "a/+/c, a/b/cd",
        "a/#, ab",
        "a/#, b",
        "a/b/#, a",
        "+/b/#, a",
        "a//b, a/b",
        "/#, a",
        "ACCOUNTS, Accounts"
    })
    void doesNotMatchWhatIsAnotherTopic(final String filter, final String topic) {
        assertFalse(matches(filter, topic));
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", "+/x", "+/#", "+"})
    void keepsLeadingWildcardsAwayFromDollarTopics(final String filter) {
        assertFalse(matches(filter, "$edge/x"));
        assertFalse(matches(filter, "$edge"));
        assertFalse(matches(filter, "$"));
    }

    @ParameterizedTest
    @CsvSource({
        "A, a",
        "a/, a",
        "/a, a",
        "a//b, a/b",
        "a/./b, a/b",
        "a%20b, a b",
        "\u00C5, A\u030A",
        "\u00C5, \u212B",
        "a\uFEFF, a",
        "$share, $SHARE"
    })
    void normalisesNothing(final String one, final String other) {
        final Slice first = Slice.ofUtf8(one);
        final Slice second = Slice.ofUtf8(other);
        assertFalse(TopicFilter.matches(first, second));
        assertFalse(TopicFilter.matches(second, first));
        assertTrue(TopicFilter.matches(first, first));
        assertTrue(TopicFilter.matches(second, second));
    }

    @Test
    void matchesWhatARegularExpressionMatches() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        int matched = 0;
        for (int round = 0; round < 200_000; round++) {
            final String filter = random(random, "ab/+#/+$");
            final String topic = random(random, "ab/a/$");
            if (isValid(filter) && !isShared(filter)) {
                final boolean expected = topic.matches(expression(filter, topic));
                assertEquals(
                        expected,
                        matches(filter, topic),
                        () -> filter + " and " + topic + ", seed " + seed);
                matched += expected ? 1 : 0;
            }
        }
        assertTrue(matched > 1_000, "seed " + seed);
    }

    private static String random(final Random random, final String alphabet) {
        final StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(6); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private static String expression(final String filter, final String topic) {
        if (topic.startsWith("$") && (filter.startsWith("+") || filter.startsWith("#"))) {
            return "nothing";
        }
        return filter.replace("$", "\\$")
                .replace("+", "[^/]*")
                .replaceFirst("^#$", ".*")
                .replaceFirst("/#$", "(/.*)?");
    }

    @Test
    void tellsWhetherThereIsAWildcard() {
        for (final String filter : new String[] {"#", "a/+", "$share/g/+/a"}) {
            final Slice slice = Slice.ofUtf8(filter);
            assertTrue(TopicFilter.hasWildcard(slice.buffer(), 0, slice.length()));
        }
        final Slice plain = Slice.ofUtf8("$share/g/a");
        assertFalse(TopicFilter.hasWildcard(plain.buffer(), 0, plain.length()));
    }

    @Test
    void matchesInTheMiddleOfOtherBytes() {
        final Slice filter = Slice.ofUtf8("##a/#++");
        final Slice topic = Slice.ofUtf8("++a/b##");
        assertTrue(
                TopicFilter.matches(
                        new Slice().wrap(filter.buffer(), 2, 3),
                        new Slice().wrap(topic.buffer(), 2, 3)));
        assertFalse(
                TopicFilter.matches(
                        new Slice().wrap(filter.buffer(), 2, 1),
                        new Slice().wrap(topic.buffer(), 2, 2)));
    }
}
