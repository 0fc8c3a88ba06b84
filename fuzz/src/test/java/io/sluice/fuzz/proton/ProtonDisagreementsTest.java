package io.sluice.fuzz.proton;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.fuzz.amqp.DescribedFuzz;
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

/** Each line of the list has bytes that show it: a line that nothing shows is struck out. */
final class ProtonDisagreementsTest {
    private static final String PEER_ONLY = "PEER_ONLY";
    private static final String SLUICE_ONLY = "SLUICE_ONLY";
    private static final String FIELDS = "FIELDS";

    private static final String FILTER_OF_TRUE = "40404040404040 C1 05 02 A3 01 66 41";

    /** What is asked about. */
    private record Example(ProtonCodec.Kind kind, String hex) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex.replace(" ", ""));
        }
    }

    private static final Map<String, Example> EXAMPLES = new TreeMap<>();

    private static void body(final String condition, final String outcome, final String hex) {
        EXAMPLES.put(condition + " " + outcome, new Example(ProtonCodec.Kind.PERFORMATIVE, hex));
    }

    private static void message(final String condition, final String outcome, final String hex) {
        EXAMPLES.put(condition + " " + outcome, new Example(ProtonCodec.Kind.MESSAGE, hex));
    }

    private static void sasl(final String condition, final String outcome, final String hex) {
        EXAMPLES.put(condition + " " + outcome, new Example(ProtonCodec.Kind.SASL, hex));
    }

    static {
        body("count-below-size", PEER_ONLY, "00 53 14 C0 04 01 52 01 41");
        body("size-past-end", PEER_ONLY, "00 53 17 C0 20 01 40");
        message("size-below-count", PEER_ONLY, "00 53 71 C1 00 00");
        sasl("count-past-size", PEER_ONLY, "00 53 43 C0 01 01 A0 00");
        sasl("value-past-end", PEER_ONLY, "00 53 43 C0 02 01 A0 00");
        sasl("array-size-not-of-count", PEER_ONLY, "00 53 40 C0 09 01 E0 02 02 A3 01 61 01 62");
        sasl("array-without-constructor", PEER_ONLY, "00 53 40 C0 05 01 E0 01 00 A3");
        body("boolean-not-0-or-1", PEER_ONLY, "00 53 16 C0 04 02 43 56 41");
        message("char-not-scalar", PEER_ONLY, "00 53 77 73 00 00 D8 00");
        message("char-beyond-16-bits", FIELDS, "00 53 77 73 00 01 F6 80");
        message("nan-with-payload", FIELDS, "00 53 77 82 7F F4 00 00 00 00 00 00");
        sasl("symbol-not-ascii", PEER_ONLY, "00 53 41 C0 04 01 A3 01 81");
        message("key-mistyped", PEER_ONLY, "00 53 78 C1 06 02 A1 01 63 52 01");
        message("key-repeated", PEER_ONLY, "00 53 74 C1 09 04 A1 01 61 41 A1 01 61 42");
        message("property-not-simple", PEER_ONLY, "00 53 74 C1 05 02 A1 01 61 45");
        sasl("field-absent", PEER_ONLY, "00 53 41 45");
        body("too-many-fields", PEER_ONLY, disposition("00 53 24 C0 02 01 40"));
        body("handle-absent", PEER_ONLY, list("13 07 40 43 43 43 40 40 43"));
        body("initial-delivery-count-absent", PEER_ONLY, "00 53 12 C0 06 03 A1 01 6C 43 42");
        body("max-frame-size-too-small", PEER_ONLY, "00 53 10 C0 07 03 A1 01 63 40 52 08");
        body("delivery-tag-too-long", PEER_ONLY, "00 53 14 C0 26 03 43 43 A0 21" + "00".repeat(33));
        sasl("mechanisms-empty", PEER_ONLY, "00 53 40 C0 05 01 E0 02 00 A3");
        message("too-deep", PEER_ONLY, "00 53 77" + nested(51));
        message("too-many-elements", PEER_ONLY, "00 53 77" + arrays(250));
        message("format-code-unknown", PEER_ONLY, "00 53 77 E0 04 00 00 40 0D");
        message("map-count-odd", PEER_ONLY, "00 53 74 C1 05 03 A1 01 61 41");
        message("annotation-key-ulong", SLUICE_ONLY, "00 53 72 C1 04 02 53 05 41");
        message("section-mistyped", PEER_ONLY, "00 53 75 40");
        message("section-out-of-order", PEER_ONLY, "00 53 73 45 00 53 70 45");
        message("section-repeated", PEER_ONLY, "00 53 70 45 00 53 70 45");
        message("bodies-of-two-kinds", PEER_ONLY, "00 53 77 41 00 53 75 A0 00");
        body("symbols-as-list", SLUICE_ONLY, "00 53 10 C0 0B 08 A1 01 63 40 40 40 40 40 40 45");
        body("state-of-another-type", SLUICE_ONLY, disposition("00 53 35 45"));
        body("source-of-another-type", SLUICE_ONLY, attach("00 53 35 45 40"));
        body("target-of-another-type", SLUICE_ONLY, attach("40 00 53 35 45"));
        body("dynamic-with-address", PEER_ONLY, attach(source("05 A10171 40 40 40 41") + "40"));
        body(
                "node-properties-without-dynamic",
                PEER_ONLY,
                attach(source("06 40 40 40 40 42 C10100") + "40"));
        body("filter-mistyped", PEER_ONLY, attach(source("08" + FILTER_OF_TRUE) + "40"));
        body("unsettled-mistyped", PEER_ONLY, attach("40 40 C1 05 02 A0 01 01 41"));
        message("standard-type-in-value", SLUICE_ONLY, "00 53 77 00 53 2B 41");
        message("standard-type-in-value", FIELDS, "00 53 77 00 53 70 C0 02 01 42");
        message("timestamp-in-value", FIELDS, "00 53 77 C0 0A 01 83" + "00".repeat(8));
        message("array-of-described", SLUICE_ONLY, "00 53 77 E0 05 02 00 53 18 45");
        message("array-of-described", FIELDS, "00 53 77 E0 06 01 00 53 01 50 07");
        message("array-of-null", SLUICE_ONLY, "00 53 77 E0 02 02 40");
        message("array-of-null", FIELDS, "00 53 77 E0 02 00 40");
        message("null-in-list", FIELDS, "00 53 77 C0 05 03 54 01 40 41");
    }

    /** An attach of a receiver with these two ends, and what is unsettled if there are none. */
    private static String attach(final String ends) {
        final String count = ends.startsWith("40 40 ") ? "08" : "07";
        return list("12" + count + " A1 01 6C 43 41 40 40 " + ends);
    }

    /** A source with so many fields, and these. */
    private static String source(final String fields) {
        return list("28" + fields);
    }

    private static String nested(final int levels) {
        String value = "45";
        for (int i = 0; i < levels; i++) {
            value = String.format("D0%08X%08X", 4 + value.length() / 2, 1) + value;
        }
        return value;
    }

    /** A list of one array of 4,096 elements and many of 255. */
    private static String arrays(final int count) {
        final String content = "F0000000050000100042" + "E002FF42".repeat(count);
        return String.format("D0%08X%08X", 4 + content.length() / 2, 1 + count) + content;
    }

    /** A disposition with this state. */
    private static String disposition(final String state) {
        return list("15 05 41 43 40 41 " + state);
    }

    /** A described list: its descriptor, how many fields, and these. */
    private static String list(final String hex) {
        final byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return HexFormat.of().formatHex(DescribedFuzz.frame(bytes[0], bytes[1], bytes, 2));
    }

    private final ProtonDifferentialFuzz target = new ProtonDifferentialFuzz();

    private Optional<Disagreement> compare(final Example example) {
        return target.compare(example.kind(), example.bytes());
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
                    final Disagreement entry =
                            compare(example).orElseThrow(() -> new AssertionError(line));
                    assertEquals(line, entry.condition() + " " + entry.outcome());
                });
    }

    @Test
    void isNotNeededWhereAllAgree() {
        for (final String hex :
                new String[] {
                    "00 53 18 45",
                    "00 53 10 C0 04 01 A1 01 63",
                    attach("00 53 28 45 00 53 29 45"),
                    disposition("00 53 24 45"),
                    "00 53 10 45",
                    "00 53 10 C0 04 01 A3 01 63",
                    "00 53 18 45 00",
                    "00 53 77 41"
                }) {
            final Example example = new Example(ProtonCodec.Kind.PERFORMATIVE, hex);
            assertEquals(Optional.empty(), compare(example), hex);
        }
    }

    @Test
    void isNotNeededWhereAllRefuseATypeOfAnotherSlot() {
        for (final Slot slot : Slot.values()) {
            for (int code = 0; code < 0x100; code++) {
                final FoundDescriptor found = new FoundDescriptor(code, 0);
                if (slot != Slot.FILTER && found.isStandard() && !slot.takes(found)) {
                    final String value = String.format("00 53 %02X 45", code);
                    final Example example =
                            new Example(ProtonCodec.Kind.PERFORMATIVE, in(slot, value));
                    assertEquals(Optional.empty(), compare(example), slot + ": " + value);
                }
            }
        }
    }

    private static String in(final Slot slot, final String value) {
        return switch (slot) {
            case SOURCE -> attach(value + "40");
            case TARGET -> attach("40" + value);
            case STATE -> disposition(value);
            case OUTCOME -> attach(source("09 40 40 40 40 40 40 40 40" + value) + "40");
            case FILTER -> throw new AssertionError("the key of a map");
            case ERROR -> list("18 01" + value);
        };
    }

    @Test
    void agreesWithTheAnatomyOnWhichElementsCount() {
        for (final int code : new int[] {0x42, 0x50, 0x56, 0x60, 0x73, 0x80, 0x98, 0xA0, 0x45}) {
            final int width = Math.max(code == 0xA0 ? 1 : 0, ValueAnatomy.width(code));
            final String elements = "00".repeat(width).repeat(ValueAnatomy.ELEMENTS_MAX + 1);
            final String array = array(code, ValueAnatomy.ELEMENTS_MAX + 1, elements);
            final Example example = new Example(ProtonCodec.Kind.MESSAGE, "00 53 77" + array);
            assertEquals(Optional.empty(), compare(example), "code " + code);
        }
    }

    private static String array(final int code, final int count, final String elements) {
        final int size = 5 + elements.length() / 2;
        return String.format("F0%08X%08X%02X", size, count, code) + elements;
    }

    @Test
    void agreesWithTheAnatomyOnWhatIsLookedIntoFirst() {
        // A fault in the source's outcome comes before the target that exceeds the budget.
        final String annotations = "A30161" + array(0x40, 1_000, "") + "A30162 5602";
        final String outcome = list("27 03 40 40" + "C1 13 04" + annotations);
        final String source = source("09 40 40 40 40 40 40 40 40" + outcome);
        final String target = list("35 01" + array(0x40, 65_000, ""));
        final Example example = new Example(ProtonCodec.Kind.PERFORMATIVE, attach(source + target));
        assertEquals(Optional.empty(), compare(example));
    }

    @Test
    void agreesWithTheAnatomyOnWhatAFieldIsToThoseBeforeIt() {
        // Each is refused before what does not decode behind it is reached.
        for (final String hex :
                new String[] {
                    list("13 0B 40 43 43 43 40 40 43 40 40 40 5602"),
                    list("12 0B A1016C 43 42 40 40 40 40 40 40 40 5602"),
                    attach(source("07 40 40 40 40 42 C10100 5602") + "40"),
                    list("12 08 A1016C 43 41 40 40 40 40 C12502 A021" + "00".repeat(33) + "FF")
                }) {
            final Example example = new Example(ProtonCodec.Kind.PERFORMATIVE, hex);
            assertEquals(Optional.empty(), compare(example), hex);
        }
    }

    @Test
    void isFoundWantingWhereALineIsStruckOut() {
        final Set<Condition> conditions =
                ProtonDifferentialFuzz.conditions(
                        ProtonCodec.Kind.PERFORMATIVE, HexFormat.of().parseHex("0053184500"));
        final Finding finding =
                assertThrows(
                        Finding.class,
                        () -> list().explain(Outcome.PEER_ONLY, Condition.ids(conditions), "x"));
        assertTrue(finding.getMessage().contains("bytes-behind-performative"));
    }

    @Test
    void doesNotAskAboutCountsThatThePeerAllocatesFor() {
        assertFalse(bounded("00 53 74 D1 00 00 00 04 40 00 00 00 00"));
        assertFalse(bounded("00 53 77 F0 00 00 00 05 7F FF FF FF 42"));
        assertFalse(bounded("00 53 77 E0 0E 01 D1 00 00 00 04 40 00 00 00"));
        assertTrue(bounded("00 53 74 D1 00 00 00 04 00 00 00 00"));
        assertTrue(bounded("00 53 77 E0 02 FF 42"));
    }

    private static boolean bounded(final String hex) {
        return ProtonCodec.isBounded(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static Disagreements list() {
        return Disagreements.read(
                ProtonDifferentialFuzz.class, "proton-disagreements.tsv", Condition.allIds());
    }
}
