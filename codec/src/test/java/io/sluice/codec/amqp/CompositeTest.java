package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every frame body, since each is a described list of fields. */
class CompositeTest {
    private static final String SYMBOLS = "e0 05 02 a3 0161 00";
    private static final String FIELDS = "c1 05 02 a30161 45";
    private static final String ERROR = "00531d c0 04 01 a30161";
    private static final String ACCEPTED = "00532445";
    private static final String SOURCE =
            "005328 c0 2f 0b a10161 5202 a3056e65766572 5207 41 c10100 a3046d6f7665"
                    + "c1 09 02 a30166 005308a100 00532645 a30161 e002 00a3";

    private final FrameBodies bodies = new FrameBodies();

    /** A body: fields in order, and which of them are mandatory. */
    record Body(Descriptor descriptor, Set<Integer> mandatory, List<String> fields) {
        byte[] bytes() {
            return encoded(fields, "0053" + String.format("%02x", descriptor.code()), true);
        }

        byte[] with(final int index, final String field) {
            final List<String> changed = new ArrayList<>(fields);
            if (index == fields.size()) {
                changed.add(field);
            } else {
                changed.set(index, field);
            }
            return encoded(changed, "0053" + String.format("%02x", descriptor.code()), true);
        }

        byte[] first(final int count) {
            return encoded(
                    fields.subList(0, count),
                    "0053" + String.format("%02x", descriptor.code()),
                    true);
        }

        byte[] encodedAs(final String descriptor, final boolean isLarge) {
            return encoded(fields, descriptor, isLarge);
        }

        private static byte[] encoded(
                final List<String> fields, final String descriptor, final boolean isLarge) {
            final byte[] content = Transcript.bytes(String.join("", fields));
            final String header =
                    isLarge
                            ? String.format("d0%08x%08x", content.length + 4, fields.size())
                            : String.format("c0%02x%02x", content.length + 1, fields.size());
            return Transcript.concat(Transcript.bytes(descriptor + header), content);
        }

        @Override
        public String toString() {
            return descriptor.toString();
        }
    }

    static Stream<Body> bodies() {
        return Stream.concat(performatives(), saslPerformatives());
    }

    private static Stream<Body> performatives() {
        final String open =
                "a10163 / a10168 / 70 00000400 / 60 0007 / 43 / SYMBOLS / a30161 / SYMBOLS";
        final String attach = "a1016c / 43 / 42 / 5001 / 5001 / SOURCE / 00532945";
        final String unsettled = "c10c04 a00161 40 a00162 00532445";
        final String transfer = "43 / 5207 / a00101 / 43 / 41 / 42 / 5001 / ACCEPTED / 41 / 42";
        return Stream.of(
                body(Descriptor.OPEN, Set.of(0), open + " / 45 / FIELDS"),
                body(
                        Descriptor.BEGIN,
                        Set.of(1, 2, 3),
                        "60 0007 / 43 / 52ff / 70 ffffffff / 43 / SYMBOLS / a30161 / FIELDS"),
                body(
                        Descriptor.ATTACH,
                        Set.of(0, 1, 2, 9),
                        attach + "/" + unsettled + "/ 41 / 43 / 5309 / SYMBOLS / a30161 / FIELDS"),
                body(
                        Descriptor.FLOW,
                        Set.of(1, 2, 3),
                        "43 / 5201 / 5202 / 5203 / 5204 / 5205 / 43 / 43 / 41 / 5601 / FIELDS"),
                body(Descriptor.TRANSFER, Set.of(0), transfer + " / 5600"),
                body(Descriptor.DISPOSITION, Set.of(0, 1), "41 / 43 / 5207 / 41 / ACCEPTED / 42"),
                body(Descriptor.DETACH, Set.of(0), "5201 / 41 / ERROR"),
                body(Descriptor.END, Set.of(), "ERROR"),
                body(Descriptor.CLOSE, Set.of(), "ERROR"));
    }

    private static Stream<Body> saslPerformatives() {
        return Stream.of(
                body(Descriptor.SASL_MECHANISMS, Set.of(0), "e0 06 02 a3 0161 0162"),
                body(Descriptor.SASL_INIT, Set.of(0), "a30161 / a00100 / a10168"),
                body(Descriptor.SASL_CHALLENGE, Set.of(0), "a00101"),
                body(Descriptor.SASL_RESPONSE, Set.of(0), "a00101"),
                body(Descriptor.SASL_OUTCOME, Set.of(0), "5004 / a00101"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void takesEveryFieldAndAnySpaceAroundIt(final Body body) {
        Transcript.inEveryBuffer(
                body.bytes(),
                (buffer, offset, length) ->
                        assertEquals(NONE, bodies.wrap(buffer, offset, length)));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void refusesEveryTruncation(final Body body) {
        Transcript.inEveryBuffer(
                body.bytes(),
                (buffer, offset, length) -> {
                    for (int cut = 0; cut < length; cut++) {
                        assertEquals(DECODE_ERROR, bodies.wrap(buffer, offset, cut));
                    }
                });
    }

    /**
     * The size fits what is left: only the field itself tells that it goes on behind the buffer.
     */
    @ParameterizedTest
    @MethodSource("bodies")
    void refusesListsThatEndWithinAField(final Body body) {
        final String code = String.format("%02x", body.descriptor.code());
        final byte[] bytes = body.encodedAs("0053" + code, false);
        final int sizeAt = 4;
        for (int cut = sizeAt + 2; cut < bytes.length; cut++) {
            final byte[] shorter = Arrays.copyOf(bytes, cut);
            shorter[sizeAt] = (byte) (cut - sizeAt - 1);
            Transcript.inEveryBuffer(
                    shorter,
                    (buffer, offset, length) ->
                            assertEquals(DECODE_ERROR, bodies.wrap(buffer, offset, length)));
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void takesEveryFormOfItsDescriptorAndList(final Body body) {
        final String code = String.format("%016x", body.descriptor.code());
        final byte[] symbol = body.descriptor.symbol().getBytes(StandardCharsets.US_ASCII);
        final String hex = Transcript.hex(symbol);
        assertEquals(NONE, wrap(body.encodedAs("0080" + code, true)), "ulong of 8 bytes");
        assertEquals(
                NONE, wrap(body.encodedAs(String.format("00a3%02x", symbol.length) + hex, true)));
        assertEquals(
                NONE, wrap(body.encodedAs(String.format("00b3%08x", symbol.length) + hex, true)));
        assertEquals(NONE, wrap(body.encodedAs("0053" + code.substring(14), false)), "list8");
        assertEquals(DECODE_ERROR, wrap(body.encodedAs("0052" + code.substring(14), true)));
        assertEquals(DECODE_ERROR, wrap(body.encodedAs(code.substring(14), true)));
        assertEquals(DECODE_ERROR, wrap(body.encodedAs("00a1056f7468657a", true)));
        assertEquals(
                DECODE_ERROR,
                wrap(body.encodedAs("008001000000000000" + code.substring(14), true)));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void readsNullAndMissingFieldsAsAbsent(final Body body) {
        for (int i = 0; i < body.fields.size(); i++) {
            final boolean isHandleOfFlow = body.descriptor == Descriptor.FLOW && i == 4;
            final boolean isMandatory = body.mandatory.contains(i) || isHandleOfFlow;
            assertEquals(
                    isMandatory ? INVALID_FIELD : NONE, wrap(body.with(i, "40")), "field " + i);
            final int count = i;
            final boolean isComplete = body.mandatory.stream().allMatch(field -> field < count);
            assertEquals(isComplete ? NONE : INVALID_FIELD, wrap(body.first(i)), "only " + i);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void refusesFieldsOfAnotherTypeAndOnesTooMany(final Body body) {
        for (int i = 0; i < body.fields.size(); i++) {
            for (final String other :
                    new String[] {"74 00000000", "3f", "a301 80", "d1 ffffffff"}) {
                assertEquals(DECODE_ERROR, wrap(body.with(i, other)), i + ": " + other);
            }
        }
        assertEquals(DECODE_ERROR, wrap(body.with(body.fields.size(), "40")), "one null too many");
        if (body.descriptor != Descriptor.TRANSFER) {
            assertEquals(
                    DECODE_ERROR,
                    wrap(Transcript.concat(body.bytes(), new byte[1])),
                    "a payload where there is none");
        }
    }

    @Test
    void refusesSizesAndCountsThatLie() {
        assertEquals(NONE, wrap(Transcript.bytes("005311 c0 05 04 40434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 c0 06 04 40434343")), "past it");
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 c0 06 04 4043434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 c0 05 05 40434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 c0 00 00")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 d0 ffffffff 00000004 40434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 d0 00000008 7fffffff 40434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 d0 00000008 ffffffff 40434343")));
        assertEquals(DECODE_ERROR, wrap(Transcript.bytes("005311 c1 05 04 40434343")), "a map");
        assertEquals(INVALID_FIELD, wrap(Transcript.bytes("005311 45")));
    }

    @Test
    void boundsWhatHidesInAField() {
        final Body open = bodies().findFirst().orElseThrow();
        final String nulls = "f0 00000005 7fffffff 40";
        assertEquals(
                AmqpError.RESOURCE_LIMIT_EXCEEDED, wrap(open.with(9, "c1 0e 02 a30161" + nulls)));
        final StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            deep.append("005301");
        }
        deep.append("40");
        assertEquals(
                AmqpError.RESOURCE_LIMIT_EXCEEDED,
                wrap(
                        open.with(
                                9,
                                "d1"
                                        + String.format("%08x", 4 + 3 + 6_001)
                                        + "00000002 a30161"
                                        + deep)));
    }

    @Test
    void tellsUnknownDescriptorsApart() {
        assertEquals(Descriptor.UNKNOWN, peek("00531945"));
        assertEquals(Descriptor.UNKNOWN, peek("45"));
        assertEquals(Descriptor.UNKNOWN, peek(""));
        assertEquals(Descriptor.UNKNOWN, peek("004445"), "ulong0");
        assertEquals(Descriptor.UNKNOWN, peek("00a30f616d71703a626567696e3a6c6973"), "cut short");
        assertEquals(Descriptor.BEGIN, peek("00a30f616d71703a626567696e3a6c69737445"));
        for (final Descriptor descriptor : Descriptor.values()) {
            if (descriptor != Descriptor.UNKNOWN) {
                assertEquals(descriptor, Descriptor.of(descriptor.code()));
                assertEquals(descriptor, peek(String.format("0053%02x45", descriptor.code())));
            }
        }
        assertEquals(Descriptor.UNKNOWN, Descriptor.of(-1));
        assertEquals(Descriptor.UNKNOWN, Descriptor.of(0x1_0000_0010L));
    }

    private static Descriptor peek(final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return Descriptor.peek(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private AmqpError wrap(final byte[] bytes) {
        return bodies.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** Fields are set apart by strokes. */
    private static Body body(
            final Descriptor descriptor, final Set<Integer> mandatory, final String fields) {
        final String hex =
                fields.replace("SYMBOLS", SYMBOLS)
                        .replace("FIELDS", FIELDS)
                        .replace("ERROR", ERROR)
                        .replace("ACCEPTED", ACCEPTED)
                        .replace("SOURCE", SOURCE);
        return new Body(descriptor, mandatory, List.of(hex.split("/")));
    }
}
