package io.sluice.fuzz.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.fuzz.differential.Disagreement;
import io.sluice.fuzz.differential.Disagreements;
import io.sluice.fuzz.differential.Outcome;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.mqtt.PacketInput;
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
    private static final int V3_FROM_SERVER = 2;
    private static final int V5_FROM_SERVER = 3;

    /**
     * One packet.
     *
     * @param selector version and sender, as in the target's inputs
     */
    private record Example(int selector, String hex) {}

    /** A User Property of 126 bytes. */
    private static final String USER = "26 00 01 6E 00 78" + "76".repeat(120);

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

    static {
        final String waits = "PEER_WAITS";
        final String leaves = "PEER_LEAVES_BYTES";
        example("bytes-left-over", leaves, V3_FROM_CLIENT, "C0 01 00");
        example("property-past-list", leaves, V5_FROM_CLIENT, "F0 07 18 03 15 00 01 05 00");
        example("properties-past-packet", leaves, V5_FROM_SERVER, "20 05 00 00 82 00 02");
        final String longList = "properties-as-short-as-their-length";
        example(longList, "SLUICE_ONLY", V5_FROM_CLIENT, subscribeWithLongListAndFilters());
        example(longList, waits, V5_FROM_CLIENT, subscribeWithLongList());
        example(longList, leaves, V5_FROM_SERVER, "20 84 01 00 00 80 01" + USER + "25 01");
        example("property-length-missing", "PEER_ONLY", V5_FROM_CLIENT, "F0 01 18");
        example("version-5-form-in-3-1-1", "PEER_ONLY", V3_FROM_CLIENT, "E0 01 00");
        example("version-5-form-in-3-1-1", waits, V3_FROM_CLIENT, "40 04 00 01 00 05");
        example("version-5-form-in-3-1-1", leaves, V3_FROM_CLIENT, "E0 03 00 01 00");
        example("will-topic-long", "FIELDS", V3_FROM_CLIENT, connectWithLongWillTopic());
    }

    static {
        final String only = "PEER_ONLY";
        example("reason-code-not-allowed", only, V5_FROM_CLIENT, "40 03 00 01 01");
        example("reason-code-not-of-sender", only, V5_FROM_SERVER, "E0 01 04");
        final String v3 = "00 04 4D 51 54 54 04";
        final String v5 = "00 04 4D 51 54 54 05";
        final String old = "00 06 4D 51 49 73 64 70 03";
        example("version-3-1", only, V3_FROM_CLIENT, "10 0F " + old + "02 00 00 00 01 61");
        example(
                "client-id-empty-without-clean-session",
                only,
                V3_FROM_CLIENT,
                "10 0C" + v3 + "00 00 00 00 00");
        example(
                "password-without-user-name",
                only,
                V3_FROM_CLIENT,
                "10 0E" + v3 + "42 00 00 00 00 00 00");
        example("will-flags-without-will", only, V3_FROM_CLIENT, "10 0C" + v3 + "22 00 00 00 00");
        final String will = "00 00 00 00 00 01 61 00 00";
        example("will-qos-3", only, V3_FROM_CLIENT, "10 11" + v3 + "1E" + will);
        example("will-topic-empty", only, V3_FROM_CLIENT, "10 10" + v3 + "06 00 00 0000 0000 0000");
        example(
                "will-topic-with-wildcard",
                only,
                V3_FROM_CLIENT,
                "10 11" + v3 + "06 00 00 0000 0001 23 0000");
        example(
                "authentication-data-alone",
                only,
                V5_FROM_CLIENT,
                "10 10" + v5 + "02 00 00 03 16 00 00 00 00");
        example("receive-maximum-zero", only, V5_FROM_SERVER, "20 06 00 00 03 21 00 00");
        example("maximum-packet-size-zero", only, V5_FROM_SERVER, "20 08 00 00 05 27 00 00 00 00");
        example("connack-flag-reserved", only, V3_FROM_SERVER, "20 02 02 00");
        example("session-present-with-error", only, V3_FROM_SERVER, "20 02 01 05");
        example("no-filter", only, V3_FROM_CLIENT, "82 02 00 01");
        example("options-reserved", only, V3_FROM_CLIENT, "82 06 00 01 00 01 61 04");
        example(
                "no-local-shared",
                only,
                V5_FROM_CLIENT,
                "82 0F 00 01 00 00 09 24 73 68 61 72 65 2F 67 2F 04");
        example("no-reason-code", only, V5_FROM_SERVER, "90 03 00 01 00");
        example("disconnect-from-server-in-3-1-1", only, V3_FROM_SERVER, "E0 00");
        example("session-expiry-from-server", only, V5_FROM_SERVER, "E0 07 00 05 11 00 00 00 01");
        example("authentication-method-missing", only, V5_FROM_CLIENT, "F0 02 18 00");
    }

    /** A packet whose list takes two bytes for its length, and ends with these two. */
    private static String endingWith(final String last) {
        return "30 85 01 00 01 61 80 01" + USER + last;
    }

    /** A Subscription Identifier at the end of a list that takes two bytes for its length. */
    private static String subscribeWithLongList() {
        return "82 88 01 00 01 80 01" + USER + "0B 01 00 01 61 00";
    }

    /** The same where Netty finds a whole filter of 0x0B01 bytes, and then a QoS 3. */
    private static String subscribeWithLongListAndFilters() {
        final String filters =
                "0A FE" + "61".repeat(0x0AFE) + "00 03 00" + "61".repeat(0x0300) + "00";
        return "82 88 1D 00 01 80 01" + USER + "0B 01" + filters;
    }

    private static String connectWithLongWillTopic() {
        final String start = "00 04 4D 51 54 54 04 06 00 00 00 00";
        return "10 90 80 02" + start + "80 00" + "61".repeat(0x8000) + "00 00";
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

    /** What is left over looks like a SUBACK of 256 MiB, for which Netty would make room. */
    @Test
    void isFoundWithoutTheMemoryThatAPacketClaims() {
        final Example example = new Example(V3_FROM_SERVER, "D0 07 90 FF FF FF 7F 00 01");
        assertEquals("bytes-left-over", compare(example).orElseThrow().condition());
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
                                                                PacketInput.version(0),
                                                                PacketInput.sender(0))),
                                                "QoS 3"));
        assertEquals(true, finding.getMessage().contains("qos-3"), finding.getMessage());
    }

    private static Disagreements list() {
        return Disagreements.read(
                MqttDifferentialFuzz.class, "netty-disagreements.tsv", Condition.allIds());
    }
}
