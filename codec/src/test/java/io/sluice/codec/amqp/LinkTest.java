package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static io.sluice.codec.amqp.AmqpError.RESOURCE_LIMIT_EXCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Attach, both of its ends, and delivery states. */
class LinkTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2_048]);
    private final AttachEncoder encoder = new AttachEncoder();
    private final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
    private final TerminusDecoder terminus = new TerminusDecoder(TypeLimits.DEFAULT);
    private final DeliveryStateDecoder state = new DeliveryStateDecoder(TypeLimits.DEFAULT);

    @Test
    void writesAndReadsAttach() {
        encoder.channel(1)
                .name(ascii("l"))
                .handle(3)
                .role(Role.RECEIVER)
                .sndSettleMode(SenderSettleMode.UNSETTLED)
                .rcvSettleMode(ReceiverSettleMode.SECOND)
                .unsettled(encoded("c1 05 02 a00101 40"))
                .incompleteUnsettled(true)
                .maxMessageSize(-1)
                .offeredCapabilities(encoded("a3 01 6f"))
                .desiredCapabilities(encoded("a3 01 64"))
                .properties(encoded("c1 01 00"));
        encoder.source()
                .kind(Descriptor.SOURCE)
                .address(ascii("q"))
                .durable(TerminusDurability.UNSETTLED_STATE)
                .expiryPolicy(TerminusExpiryPolicy.NEVER)
                .timeout(60)
                .distributionMode(ascii("copy"))
                .filter(encoded("c1 0b 02 a30173 005308 a3026f6b"))
                .outcomes(encoded("a3 01 61"))
                .capabilities(encoded("a3 01 63"));
        encoder.source().defaultOutcome().modified(true, false);
        encoder.target()
                .kind(Descriptor.TARGET)
                .dynamic(true)
                .dynamicNodeProperties(encoded("c1 01 00"));
        final int length = encoder.encode(buffer, 0, 2_048);
        assertEquals(
                Transcript.digits(
                        """
                        00000077 02 00 0001
                        00 53 12 c0 6a 0e
                        a1 01 6c  52 03  41   # name, handle, role
                        50 00  50 01          # settle modes
                        00 53 28 c0 31 0b     # source
                        a1 01 71              # address
                        52 02                 # durable
                        a3 05 6e65766572      # expiry-policy
                        52 3c                 # timeout
                        40                    # dynamic
                        40                    # dynamic-node-properties
                        a3 04 636f7079        # distribution-mode
                        c1 0b 02 a30173 005308 a3026f6b  # filter
                        00 53 27 c0 02 01 41  # default-outcome: modified
                        a3 01 61              # outcomes
                        a3 01 63              # capabilities
                        00 53 29 c0 09 06 40 40 40 40 41 c1 01 00  # target: dynamic
                        c1 05 02 a00101 40    # unsettled
                        41                    # incomplete-unsettled
                        40                    # initial-delivery-count
                        80 ffffffffffffffff   # max-message-size
                        a3 01 6f  a3 01 64    # capabilities
                        c1 01 00              # properties
                        """),
                Transcript.hex(buffer, 0, length));
        assertEquals(NONE, attach.wrap(buffer, 8, length - 8));
        readsAttach();
        readsSource(attach.source());
        assertTrue(attach.hasTarget());
        assertEquals(Descriptor.TARGET, attach.target().kind());
        assertTrue(attach.target().dynamic());
        assertEquals(AmqpType.MAP, attach.target().dynamicNodeProperties().type());
        assertFalse(attach.target().hasAddress());
    }

    private void readsAttach() {
        assertEquals("l", attach.name().toString());
        assertEquals(3, attach.handle());
        assertEquals(Role.RECEIVER, attach.role());
        assertEquals(SenderSettleMode.UNSETTLED, attach.sndSettleMode());
        assertEquals(ReceiverSettleMode.SECOND, attach.rcvSettleMode());
        assertEquals(AmqpType.MAP, attach.unsettled().type());
        assertTrue(attach.incompleteUnsettled());
        assertFalse(attach.hasInitialDeliveryCount());
        assertTrue(attach.hasMaxMessageSize());
        assertEquals(-1, attach.maxMessageSize());
        assertEquals("o", attach.offeredCapabilities().bytes().toString());
        assertEquals("d", attach.desiredCapabilities().bytes().toString());
        assertEquals(AmqpType.MAP, attach.properties().type());
        assertTrue(attach.hasSource());
    }

    private static void readsSource(final TerminusDecoder source) {
        assertEquals(Descriptor.SOURCE, source.kind());
        assertTrue(source.hasAddress());
        assertEquals("q", source.address().toString());
        assertEquals(TerminusDurability.UNSETTLED_STATE, source.durable());
        assertEquals(TerminusExpiryPolicy.NEVER, source.expiryPolicy());
        assertEquals(60, source.timeout());
        assertFalse(source.dynamic());
        assertTrue(source.dynamicNodeProperties().isNull());
        assertTrue(source.hasDistributionMode());
        assertEquals("copy", source.distributionMode().toString());
        final MapCursor filter = new MapCursor().wrap(source.filter());
        assertEquals(1, filter.remaining());
        assertTrue(filter.find(ascii("s")));
        assertEquals("ok", filter.value().described(new TypedValue()).bytes().toString());
        assertTrue(source.hasDefaultOutcome());
        assertEquals(Descriptor.MODIFIED, source.defaultOutcome().kind());
        assertEquals("a", source.outcomes().bytes().toString());
        assertEquals("c", source.capabilities().bytes().toString());
    }

    @Test
    void readsTheDefaultsOfAttach() {
        encoder.clear().name(ascii("l")).role(Role.SENDER).initialDeliveryCount(-2);
        final int length = encoder.encode(buffer, 0, 64);
        assertEquals(
                Transcript.digits(
                        """
                        0000001e 02 00 0000
                        00 53 12 c0 11 0a a1 01 6c 43 42 40 40 40 40 40 40 70 fffffffe
                        """),
                Transcript.hex(buffer, 0, length));
        assertEquals(NONE, attach.wrap(buffer, 8, length - 8));
        assertEquals(SenderSettleMode.MIXED, attach.sndSettleMode());
        assertEquals(ReceiverSettleMode.FIRST, attach.rcvSettleMode());
        assertFalse(attach.hasSource());
        assertFalse(attach.hasTarget());
        assertTrue(attach.unsettled().isNull());
        assertFalse(attach.incompleteUnsettled());
        assertEquals(-2, attach.initialDeliveryCount());
        assertFalse(attach.hasMaxMessageSize());
        assertEquals(0, attach.maxMessageSize());
    }

    @Test
    void toldWhatDecodersRefuseItIsOurFault() {
        encoder.clear().name(ascii("l")).role(Role.SENDER);
        assertThrows(AssertionError.class, () -> encoder.encode(buffer, 0, 2_048));
        assertTrue(encoder.initialDeliveryCount(0).encode(buffer, 0, 2_048) > 0);
        encoder.handle(-1);
        assertThrows(AssertionError.class, () -> encoder.encode(buffer, 0, 2_048));
        for (final Descriptor other :
                new Descriptor[] {Descriptor.TARGET, Descriptor.OPEN, Descriptor.UNKNOWN}) {
            assertThrows(AssertionError.class, () -> encoder.source().kind(other));
        }
        assertThrows(AssertionError.class, () -> encoder.target().kind(Descriptor.SOURCE));
        final DeliveryStateEncoder outcome = encoder.source().defaultOutcome();
        assertThrows(AssertionError.class, () -> outcome.received(0, 0));
        assertThrows(AssertionError.class, () -> outcome.encoded(encoded("005334 45")));
        outcome.encoded(encoded("005333 45"));
        final DeliveryStateEncoder states = new DispositionEncoder().state();
        assertThrows(AssertionError.class, () -> states.encoded(encoded("005328 45")));
        assertThrows(AssertionError.class, () -> encoder.source().filter(encoded("45")));
        assertThrows(AssertionError.class, () -> encoder.source().outcomes(encoded("a10161")));
    }

    @Test
    void refusesIllegalFieldsOfAttach() {
        final String sender = "005312 c0 0d 0a a1016c 43 42 40404040404040";
        assertEquals(INVALID_FIELD, attach(sender), "no initial-delivery-count");
        assertEquals(NONE, attach("005312 c0 06 03 a1016c 43 41"), "of a receiver, none");
        assertEquals(INVALID_FIELD, attach("005312 c0 08 04 a1016c 43 41 5003"));
        assertEquals(INVALID_FIELD, attach("005312 c0 09 05 a1016c 43 41 40 5002"));
        assertEquals(DECODE_ERROR, attach("005312 c0 0b 06 a1016c 43 41 40 40 a10171"), "a string");
        final String source = "005312 c0 11 06 a1016c 43 41 40 40 005328 c0 04 02 40 5203";
        assertEquals(INVALID_FIELD, attach(source), "durable 3");
        final String until = "005312 c0 %02x 06 a1016c 43 41 40 40 ";
        assertEquals(DECODE_ERROR, attach(String.format(until, 14) + "005328 c0 ff 00"));
        assertEquals(DECODE_ERROR, attach(String.format(until, 14) + "005328 c0 00 00"));
        final String large = String.format(until, 20) + "005328 d0 ";
        assertEquals(NONE, attach(large + "00000004 00000000"));
        for (final String size : new String[] {"7fffffff", "fffffffc", "00000005", "00000003"}) {
            assertEquals(DECODE_ERROR, attach(large + size + "00000000"), size);
        }
    }

    @Test
    void whoAsksForADynamicNodeDoesNotSayItsAddress() {
        final String address = "a10171";
        assertEquals(INVALID_FIELD, dynamic(Role.RECEIVER, Descriptor.SOURCE, address));
        assertEquals(NONE, dynamic(Role.RECEIVER, Descriptor.SOURCE, "40"));
        assertEquals(INVALID_FIELD, dynamic(Role.SENDER, Descriptor.TARGET, address));
        assertEquals(NONE, dynamic(Role.SENDER, Descriptor.TARGET, "40"));
        assertEquals(NONE, dynamic(Role.SENDER, Descriptor.SOURCE, address), "the answer");
        assertEquals(NONE, dynamic(Role.RECEIVER, Descriptor.TARGET, address), "the answer");
        assertEquals("q", attach.target().address().toString());
        assertEquals(NONE, attach("005312 c0 06 03 a1016c 43 41"), "forgets the ends before");
        for (final Role role : new Role[] {Role.SENDER, Role.RECEIVER}) {
            encoder.clear().name(ascii("l")).role(role).initialDeliveryCount(0);
            final TerminusEncoder asked =
                    role == Role.SENDER
                            ? encoder.target().kind(Descriptor.TARGET)
                            : encoder.source().kind(Descriptor.SOURCE);
            asked.dynamic(true).address(ascii("q"));
            assertThrows(AssertionError.class, () -> encoder.encode(buffer, 0, 2_048));
            encoder.role(role == Role.SENDER ? Role.RECEIVER : Role.SENDER);
            assertTrue(encoder.encode(buffer, 0, 2_048) > 0);
        }
    }

    /** An attach with one dynamic end. */
    private AmqpError dynamic(final Role role, final Descriptor end, final String address) {
        final String speaker = role == Role.RECEIVER ? "41" : "42";
        final int length = 6 + address.length() / 2;
        final String terminus =
                String.format("0053%02x c0 %02x 05", end.code(), length - 1) + address + "40404041";
        final String ends = end == Descriptor.SOURCE ? terminus + "40" : "40" + terminus;
        final String fields = "a1016c 43" + speaker + "4040" + ends + "4040 43";
        final int size = Transcript.bytes(fields).length + 1;
        return attach(String.format("005312 c0 %02x 0a", size) + fields);
    }

    @Test
    void onlyADynamicNodeHasDynamicNodeProperties() {
        for (final String descriptor : new String[] {"005328", "005329"}) {
            assertEquals(NONE, terminus(descriptor + "c0 09 06 40404040 41 c10100"));
            assertEquals(NONE, terminus(descriptor + "c0 07 06 40404040 42 40"));
            assertEquals(INVALID_FIELD, terminus(descriptor + "c0 09 06 40404040 42 c10100"));
            assertEquals(INVALID_FIELD, terminus(descriptor + "c0 09 06 40404040 40 c10100"));
        }
        encoder.clear().name(ascii("l")).role(Role.RECEIVER);
        encoder.source().kind(Descriptor.SOURCE).dynamicNodeProperties(encoded("c1 01 00"));
        assertThrows(AssertionError.class, () -> encoder.encode(buffer, 0, 2_048));
        encoder.source().dynamic(true);
        assertTrue(encoder.encode(buffer, 0, 2_048) > 0);
    }

    @Test
    void takesATerminusThatIsNoList() {
        assertEquals(NONE, attach("005312 c0 0e 06 a1016c 43 41 40 40 005399 a10161"));
        assertEquals(Descriptor.UNKNOWN, attach.source().kind());
        assertEquals(DECODE_ERROR, attach("005312 c0 0e 06 a1016c 43 41 40 40 005328 a10161"));
    }

    @Test
    void spendsOneBudgetForAFrameAndAllWithinIt() {
        final AttachDecoder few = new AttachDecoder(new TypeLimits(50, 64, 256));
        assertEquals(NONE, wrap(few, 20, 6, 6), "each element counts once");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap(few, 20, 6, 7), "in the outcome");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap(few, 20, 7, 6), "in the source");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap(few, 21, 6, 6), "in the attach");
        assertEquals(NONE, wrap(few, 20, 6, 6), "anew for each frame");
    }

    /** An attach with so many properties, filters, and annotations of the default outcome. */
    private AmqpError wrap(
            final AttachDecoder decoder,
            final int properties,
            final int filters,
            final int annotations) {
        encoder.clear().name(ascii("l")).role(Role.RECEIVER).properties(pairs(properties));
        encoder.source().kind(Descriptor.SOURCE).filter(pairs(filters));
        encoder.source()
                .defaultOutcome()
                .modified(true, true)
                .messageAnnotations(pairs(annotations));
        final int length = encoder.encode(buffer, 0, 2_048);
        return decoder.wrap(buffer, 8, length - 8);
    }

    private static Slice pairs(final int count) {
        final UnsafeBuffer map = new UnsafeBuffer(new byte[512]);
        final TypeWriter types = new TypeWriter().wrap(map, 0, 512).beginMap();
        for (int i = 0; i < count; i++) {
            types.putSymbol(ascii("k" + i)).putNull();
        }
        return new Slice().wrap(map, 0, types.endMap().end());
    }

    @Test
    void readsTheDefaultsOfATerminus() {
        for (final String hex : new String[] {"005328 45", "005329 45", "005330 45"}) {
            assertEquals(NONE, terminus(hex));
            assertFalse(terminus.hasAddress());
            assertThrows(AssertionError.class, terminus::address);
            assertEquals(TerminusDurability.NONE, terminus.durable());
            assertEquals(TerminusExpiryPolicy.SESSION_END, terminus.expiryPolicy());
            assertEquals(0, terminus.timeout());
            assertFalse(terminus.dynamic());
            assertTrue(terminus.dynamicNodeProperties().isNull());
            assertFalse(terminus.hasDistributionMode());
            assertTrue(terminus.filter().isNull());
            assertFalse(terminus.hasDefaultOutcome());
            assertTrue(terminus.outcomes().isNull());
            assertTrue(terminus.capabilities().isNull());
        }
    }

    @Test
    void knowsACoordinatorAndWhatItDoesNotKnow() {
        assertEquals(NONE, terminus("005330 c0 04 01 a30178"));
        assertEquals(Descriptor.COORDINATOR, terminus.kind());
        assertEquals("x", terminus.capabilities().bytes().toString());
        assertEquals(NONE, terminus("005399 c0 02 01 41"));
        assertEquals(Descriptor.UNKNOWN, terminus.kind());
        assertFalse(terminus.hasAddress());
    }

    @Test
    void refusesIllegalTermini() {
        assertEquals(INVALID_FIELD, terminus("005328 c0 04 02 40 5203"), "durable");
        assertEquals(INVALID_FIELD, terminus("005328 c0 06 03 4040 a30178"), "expiry-policy");
        assertEquals(DECODE_ERROR, terminus("005328 c0 04 01 a30161"), "an address of symbols");
        assertEquals(NONE, terminus("005330 c0 05 01 e0 02 00 a3"), "no capability");
        assertEquals(DECODE_ERROR, terminus("005330 c0 05 01 e0 02 00 a1"), "of strings");
        assertEquals(DECODE_ERROR, terminus("005330 c0 03 02 4040"), "one field too many");
        assertEquals(DECODE_ERROR, terminus("005329 c0 09 08 4040404040404040"));
        final String filter = "005328 c0 0f 08 40404040404040 c1 05 02 a10161 40";
        assertEquals(DECODE_ERROR, terminus(filter), "a string for key");
        assertEquals(NONE, terminus("005328 c0 14 08 40404040404040 c1 0a 02 a30161 005308a10161"));
    }

    @Test
    void readsEveryDeliveryState() {
        assertEquals(NONE, state("005323 c0 04 02 5205 44"));
        assertEquals(Descriptor.RECEIVED, state.kind());
        assertEquals(5, state.sectionNumber());
        assertEquals(0, state.sectionOffset());
        assertFalse(state.isTerminal());
        assertEquals(NONE, state("005324 45"));
        assertEquals(Descriptor.ACCEPTED, state.kind());
        assertTrue(state.isTerminal());
        assertEquals(NONE, state("005324 c0 01 00"), "in another form");
        assertEquals(Descriptor.ACCEPTED, state.kind());
        assertEquals(NONE, state("005325 45"));
        assertEquals(Descriptor.REJECTED, state.kind());
        assertFalse(state.hasError());
        assertEquals(NONE, state("005325 c0 0a 01 00531d c0 04 01 a30161"));
        assertTrue(state.hasError());
        assertEquals("a", state.error().condition().toString());
        assertEquals(NONE, state("005326 45"));
        assertEquals(Descriptor.RELEASED, state.kind());
        assertEquals(NONE, state("005327 c0 0b 03 41 41 c1 06 02 a30161 5201"));
        assertTrue(state.deliveryFailed());
        assertTrue(state.undeliverableHere());
        assertTrue(state.hasMessageAnnotations());
        assertEquals(AmqpType.MAP, state.messageAnnotations().type());
        assertEquals(NONE, state("005327 45"));
        assertFalse(state.deliveryFailed() || state.undeliverableHere());
        assertFalse(state.hasMessageAnnotations());
        assertTrue(state.messageAnnotations().isNull());
    }

    @Test
    void tellsStatesOfTransactionsAndOthersAsSuch() {
        assertEquals(NONE, state("005334 c0 08 02 a00101 00532445"));
        assertEquals(Descriptor.TRANSACTIONAL_STATE, state.kind());
        assertFalse(state.isTerminal());
        assertEquals(NONE, state("005333 c0 04 01 a00101"));
        assertEquals(Descriptor.DECLARED, state.kind());
        assertEquals(NONE, state("00a3026f6b 40"));
        assertEquals(Descriptor.UNKNOWN, state.kind());
    }

    @Test
    void refusesIllegalStates() {
        assertEquals(INVALID_FIELD, state("005323 c0 03 01 5205"), "no section-offset");
        assertEquals(DECODE_ERROR, state("005324 c0 02 01 40"), "a field of accepted");
        assertEquals(DECODE_ERROR, state("005325 c0 05 01 00532445"), "no error");
        assertEquals(INVALID_FIELD, state("005325 c0 05 01 00531d45"), "no condition");
        assertEquals(DECODE_ERROR, state("45"));
        assertEquals(DECODE_ERROR, state(""));
        assertEquals(DECODE_ERROR, state("005324"));
    }

    @Test
    void writesEveryDeliveryState() {
        final DispositionEncoder disposition = new DispositionEncoder();
        final DeliveryStateEncoder states = disposition.state();
        states.received(1, 2);
        writes(disposition, "00 53 23 c0 05 02 52 01 53 02");
        states.accepted();
        writes(disposition, "00 53 24 45");
        states.released();
        writes(disposition, "00 53 26 45");
        states.rejected();
        writes(disposition, "00 53 25 45");
        states.rejected().condition(ascii("a")).description(ascii("b"));
        writes(disposition, "00 53 25 c0 0d 01 00 53 1d c0 07 02 a3 01 61 a1 01 62");
        states.modified(false, true).messageAnnotations(encoded("c1 01 00"));
        writes(disposition, "00 53 27 c0 06 03 40 41 c1 01 00");
        states.encoded(encoded("00 53 34 c0 04 01 a0 01 09"));
        writes(disposition, "00 53 34 c0 04 01 a0 01 09");
    }

    private void writes(final DispositionEncoder disposition, final String transcript) {
        final String expected = Transcript.digits(transcript);
        final int length = disposition.encode(buffer, 0, 2_048);
        final String written = Transcript.hex(buffer, 0, length);
        assertEquals(expected, written.substring(written.length() - expected.length()));
        assertEquals(NONE, new DispositionDecoder(TypeLimits.DEFAULT).wrap(buffer, 8, length - 8));
    }

    private AmqpError attach(final String body) {
        final byte[] bytes = Transcript.bytes(body);
        return attach.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private AmqpError terminus(final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return terminus.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private AmqpError state(final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return state.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private static Slice ascii(final String text) {
        return Transcript.ascii(text);
    }

    private static Slice encoded(final String hex) {
        return Slice.of(Transcript.bytes(hex));
    }
}
