package io.sluice.fuzz.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.fuzz.differential.Disagreement;
import io.sluice.fuzz.differential.Disagreements;
import io.sluice.fuzz.differential.Outcome;
import io.sluice.fuzz.law.Finding;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each line of the list has a packet that shows it: a line that nothing shows is struck out. */
final class NettyDisagreementsTest {
    private static final int V3_FROM_CLIENT = 0;
    private static final int V5_FROM_CLIENT = 1;
    private static final int V5_FROM_SERVER = 3;

    /**
     * One packet.
     *
     * @param selector version and sender, as in the target's inputs
     */
    private record Example(int selector, String hex) {}

    private static final Map<String, Example> EXAMPLES = new TreeMap<>();

    private static void example(
            final String condition, final String outcome, final int selector, final String hex) {
        EXAMPLES.put(condition + " " + outcome, new Example(selector, hex));
    }

    static {
        final String only = "PEER_ONLY";
        example("remaining-length-not-shortest", only, V5_FROM_CLIENT, "30 84 00 00 01 61 00");
        example("field-past-packet", "PEER_WAITS", V3_FROM_CLIENT, "30 04 00 05 61 62");
        example("dup-at-qos-0", only, V3_FROM_CLIENT, "38 03 00 01 61");
        example("string-not-utf8", only, V3_FROM_CLIENT, "30 03 00 01 FF");
        example("string-with-nul", only, V3_FROM_CLIENT, "30 03 00 01 00");
        example("topic-empty", only, V3_FROM_CLIENT, "30 02 00 00");
        example("topic-empty-without-alias", only, V5_FROM_CLIENT, "30 03 00 00 00");
        example(
                "property-length-not-shortest",
                only,
                V5_FROM_CLIENT,
                "30 0A 00 01 61 85 00 02 00 00 00 09");
        example("properties-past-packet", only, V5_FROM_CLIENT, "30 04 00 01 61 01");
        example("properties-past-packet", "PEER_WAITS", V5_FROM_CLIENT, "30 04 00 01 61 05");
        example("property-past-list", only, V5_FROM_CLIENT, "30 07 00 01 61 02 23 00 01");
        example("property-past-list", "PEER_WAITS", V5_FROM_CLIENT, "30 06 00 01 61 02 23 00");
        example("property-id-not-shortest", only, V5_FROM_CLIENT, "30 07 00 01 61 03 81 00 01");
        example("property-not-allowed", only, V5_FROM_CLIENT, "30 07 00 01 61 03 21 00 01");
        example("property-repeated", only, V5_FROM_CLIENT, "30 08 00 01 61 04 01 00 01 00");
        example("property-not-boolean", only, V5_FROM_CLIENT, "30 06 00 01 61 02 01 02");
        example(
                "property-integer-not-shortest",
                only,
                V5_FROM_SERVER,
                "30 07 00 01 61 03 0B 81 00");
        example("topic-alias-zero", only, V5_FROM_CLIENT, "30 07 00 01 61 03 23 00 00");
        example("subscription-identifier-zero", only, V5_FROM_SERVER, "30 06 00 01 61 02 0B 00");
        example(
                "subscription-identifier-from-client",
                only,
                V5_FROM_CLIENT,
                "30 06 00 01 61 02 0B 05");
        example(
                "response-topic-with-wildcard",
                only,
                V5_FROM_CLIENT,
                "30 08 00 01 61 04 08 00 01 23");
        example("response-topic-empty", only, V5_FROM_CLIENT, "30 07 00 01 61 03 08 00 00");
        example("properties-as-short-as-their-length", only, V5_FROM_CLIENT, endingWith("7F 00"));
        example(
                "properties-as-short-as-their-length",
                "FIELDS",
                V5_FROM_CLIENT,
                endingWith("01 01"));
    }

    /** A packet whose list takes two bytes for its length, and ends with these two. */
    private static String endingWith(final String last) {
        final String user = "26 00 01 6E 00 78" + "76".repeat(120);
        return "30 85 01 00 01 61 80 01" + user + last;
    }

    private final MqttDifferentialFuzz target = new MqttDifferentialFuzz();

    private Optional<Disagreement> compare(final Example example) {
        final byte[] packet = HexFormat.of().parseHex(example.hex().replace(" ", ""));
        return target.compare(example.selector(), packet);
    }

    @Test
    void hasAnExampleForEachLineAndALineForEachExample() {
        final Set<String> lines = new TreeSet<>();
        for (final Disagreement line : list().list()) {
            lines.add(line.condition() + " " + line.outcome());
        }
        assertEquals(EXAMPLES.keySet(), lines);
    }

    @Test
    void isShownByItsExamples() {
        EXAMPLES.forEach(
                (line, example) -> {
                    final Disagreement entry = compare(example).orElseThrow();
                    assertEquals(line, entry.condition() + " " + entry.outcome());
                });
    }

    @Test
    void isNotNeededWhereAllAgree() {
        for (final String hex :
                new String[] {
                    "30 05 00 01 61 68 69",
                    "3B 07 00 01 61 00 01 00 78",
                    "36 05 00 01 61 00 01",
                    "30 03 00 01 2B",
                    "32 05 00 01 61 00 00",
                    "00 00",
                    "30 80 80 80 80 01"
                }) {
            final Example example =
                    new Example(hex.startsWith("3B") ? V5_FROM_CLIENT : V3_FROM_CLIENT, hex);
            assertEquals(Optional.empty(), compare(example), hex);
        }
    }

    @Test
    void isFoundWantingWhereALineIsStruckOut() {
        final Finding finding =
                assertThrows(
                        Finding.class,
                        () ->
                                list().explain(
                                                Outcome.PEER_ONLY,
                                                Condition.ids(
                                                        Anatomy.of(
                                                                new byte[] {0x36, 3, 0, 1, 0x61},
                                                                PacketFuzz.version(0),
                                                                PacketFuzz.sender(0))),
                                                "QoS 3"));
        assertEquals(true, finding.getMessage().contains("qos-3"), finding.getMessage());
    }

    private static Disagreements list() {
        return Disagreements.read(
                MqttDifferentialFuzz.class, "netty-disagreements.tsv", Condition.allIds());
    }
}
