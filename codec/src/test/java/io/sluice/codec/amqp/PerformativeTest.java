package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Open, begin, flow, disposition, detach, end and close: bytes, fields, defaults. */
class PerformativeTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2_048]);
    private final AmqpFramer framer = new AmqpFramer(2_048);
    private final FrameBodies bodies = new FrameBodies();
    private final ElementCursor elements = new ElementCursor();

    @Test
    void writesAndReadsOpen() {
        final OpenEncoder encoder = new OpenEncoder();
        encoder.containerId(ascii("edge"))
                .hostname(ascii("h"))
                .maxFrameSize(65_536)
                .channelMax(7)
                .idleTimeOut(30_000)
                .outgoingLocales(encoded("a3 05 656e2d5553"))
                .incomingLocales(encoded("e0 04 01 a3 0161"))
                .offeredCapabilities(encoded("a3 01 6f"))
                .desiredCapabilities(encoded("e0 07 02 a3 0161 026263"))
                .properties(encoded("c1 07 02 a30170 a10176"));
        expect(
                encoder.encode(buffer, 0, 2_048),
                """
                00000046 02 00 0000   # size, doff, AMQP, channel 0
                00 53 10 c0 39 0a     # open: list8 of 10 fields
                a1 04 65646765        # container-id: edge
                a1 01 68              # hostname: h
                70 00010000           # max-frame-size: 65,536
                60 0007               # channel-max: 7
                70 00007530           # idle-time-out: 30,000
                a3 05 656e2d5553      # outgoing-locales: en-US alone
                e0 04 01 a3 0161      # incoming-locales: array
                a3 01 6f              # offered-capabilities
                e0 07 02 a3 0161 026263  # desired-capabilities
                c1 07 02 a30170 a10176   # properties
                """);
        assertEquals(NONE, wrap());
        final OpenDecoder open = bodies.open();
        assertEquals("edge", open.containerId().toString());
        assertTrue(open.hasHostname());
        assertEquals("h", open.hostname().toString());
        assertEquals(65_536, open.maxFrameSize());
        assertEquals(7, open.channelMax());
        assertTrue(open.hasIdleTimeOut());
        assertEquals(30_000, open.idleTimeOut());
        assertEquals(List.of("en-US"), texts(open.outgoingLocales()));
        assertEquals(List.of("a"), texts(open.incomingLocales()));
        assertEquals(List.of("o"), texts(open.offeredCapabilities()));
        assertEquals(List.of("a", "bc"), texts(open.desiredCapabilities()));
        assertTrue(elements.wrap(open.desiredCapabilities()).contains(ascii("bc")));
        assertFalse(elements.wrap(open.desiredCapabilities()).contains(ascii("b")));
        assertTrue(elements.wrap(open.offeredCapabilities()).contains(ascii("o")), "one alone");
        assertEquals(List.of("p", "v"), texts(open.properties()));
    }

    @Test
    void readsTheDefaultsOfOpen() {
        expect(
                new OpenEncoder().containerId(ascii("c")).encode(buffer, 0, 2_048),
                "00000011 02 00 0000  00 53 10 c0 04 01  a1 01 63");
        assertEquals(NONE, wrap());
        final OpenDecoder open = bodies.open();
        assertFalse(open.hasHostname());
        assertThrows(AssertionError.class, open::hostname);
        assertEquals(0xFFFF_FFFFL, open.maxFrameSize());
        assertEquals(65_535, open.channelMax());
        assertFalse(open.hasIdleTimeOut());
        assertEquals(0, open.idleTimeOut());
        assertTrue(open.desiredCapabilities().isNull());
        assertFalse(elements.wrap(open.desiredCapabilities()).contains(ascii("")));
        assertEquals(List.of(), texts(open.properties()));
    }

    @Test
    void refusesAMaxFrameSizeBelow512() {
        assertEquals(NONE, wrap("005310 c0 0a 03 a10163 40 70 00000200"));
        assertEquals(INVALID_FIELD, wrap("005310 c0 0a 03 a10163 40 70 000001ff"));
        assertEquals(INVALID_FIELD, wrap("005310 c0 06 03 a10163 40 43"));
    }

    @Test
    void takesAListWhereProtonWritesOneForAnArray() {
        final String fields = "a10163 40 40 40 40 40 40 40";
        assertEquals(NONE, wrap("005310 c0 12 09" + fields + "c0 05 01 a3026162"));
        assertEquals(List.of("ab"), texts(bodies.open().desiredCapabilities()));
        assertEquals(
                AmqpError.DECODE_ERROR, wrap("005310 c0 12 09" + fields + "c0 05 01 a1026162"));
    }

    @Test
    void writesAndReadsBegin() {
        final BeginEncoder encoder = new BeginEncoder();
        encoder.channel(3)
                .remoteChannel(0)
                .nextOutgoingId(-2)
                .incomingWindow(100)
                .outgoingWindow(0xFFFF_FFFFL)
                .handleMax(255);
        expect(
                encoder.encode(buffer, 0, 2_048),
                """
                0000001f 02 00 0003
                00 53 11 c0 12 05
                60 0000        # remote-channel
                70 fffffffe    # next-outgoing-id
                52 64          # incoming-window
                70 ffffffff    # outgoing-window
                52 ff          # handle-max
                """);
        assertEquals(NONE, wrap());
        assertEquals(3, framer.channel());
        final BeginDecoder begin = bodies.begin();
        assertTrue(begin.hasRemoteChannel());
        assertEquals(0, begin.remoteChannel());
        assertEquals(-2, begin.nextOutgoingId());
        assertEquals(100, begin.incomingWindow());
        assertEquals(0xFFFF_FFFFL, begin.outgoingWindow());
        assertEquals(255, begin.handleMax());
        assertEquals(NONE, wrap("005311 c0 05 04 40 43 43 43"));
        assertFalse(begin.hasRemoteChannel());
        assertEquals(0xFFFF_FFFFL, begin.handleMax());
        assertTrue(begin.offeredCapabilities().isNull());
        assertTrue(begin.desiredCapabilities().isNull());
        assertTrue(begin.properties().isNull());
    }

    @Test
    void writesAndReadsFlow() {
        final FlowEncoder encoder = new FlowEncoder();
        encoder.channel(1)
                .nextIncomingId(5)
                .incomingWindow(6)
                .nextOutgoingId(0)
                .outgoingWindow(8)
                .handle(0)
                .deliveryCount(-1)
                .linkCredit(0xFFFF_FFFFL)
                .available(0)
                .drain(true)
                .echo(true)
                .properties(encoded("c1 01 00"));
        expect(
                encoder.encode(buffer, 0, 2_048),
                """
                00000026 02 00 0001
                00 53 13 c0 19 0b
                52 05  52 06  43  52 08   # the session's four
                43                        # handle
                70 ffffffff               # delivery-count
                70 ffffffff               # link-credit
                43                        # available
                41 41                     # drain, echo
                c1 01 00                  # properties
                """);
        assertEquals(NONE, wrap());
        final FlowDecoder flow = bodies.flow();
        assertTrue(flow.hasNextIncomingId());
        assertEquals(5, flow.nextIncomingId());
        assertEquals(6, flow.incomingWindow());
        assertEquals(0, flow.nextOutgoingId());
        assertEquals(8, flow.outgoingWindow());
        assertTrue(flow.hasHandle());
        assertEquals(0, flow.handle());
        assertTrue(flow.hasDeliveryCount());
        assertEquals(-1, flow.deliveryCount());
        assertTrue(flow.hasLinkCredit());
        assertEquals(0xFFFF_FFFFL, flow.linkCredit());
        assertTrue(flow.hasAvailable());
        assertEquals(0, flow.available());
        assertTrue(flow.drain());
        assertTrue(flow.echo());
        assertEquals(AmqpType.MAP, flow.properties().type());
    }

    @Test
    void readsAFlowOfASessionAlone() {
        assertEquals(NONE, wrap("005313 c0 05 04 40 43 43 43"));
        final FlowDecoder flow = bodies.flow();
        assertFalse(flow.hasNextIncomingId());
        assertFalse(flow.hasHandle());
        assertFalse(flow.hasDeliveryCount());
        assertFalse(flow.hasLinkCredit());
        assertFalse(flow.hasAvailable());
        assertFalse(flow.drain());
        assertFalse(flow.echo());
    }

    @Test
    void refusesTheStateOfALinkWithoutItsHandle() {
        final String session = "005313 c0 %02x %02x 40 43 43 43 40 ";
        assertEquals(INVALID_FIELD, wrap(String.format(session, 8, 6) + "5201"), "delivery-count");
        assertEquals(INVALID_FIELD, wrap(String.format(session, 8, 7) + "40 43"), "link-credit");
        assertEquals(INVALID_FIELD, wrap(String.format(session, 9, 8) + "40 40 43"), "available");
        assertEquals(INVALID_FIELD, wrap(String.format(session, 10, 9) + "40 40 40 41"), "drain");
        assertEquals(NONE, wrap(String.format(session, 10, 9) + "40 40 40 42"), "its default");
        assertEquals(NONE, wrap(String.format(session, 11, 10) + "40 40 40 40 41"), "echo");
        for (final FlowEncoder flow :
                List.of(
                        new FlowEncoder().deliveryCount(1),
                        new FlowEncoder().linkCredit(0),
                        new FlowEncoder().available(0),
                        new FlowEncoder().drain(true))) {
            assertThrows(AssertionError.class, () -> flow.encode(buffer, 0, 2_048));
            assertTrue(flow.handle(0).encode(buffer, 0, 2_048) > 0);
        }
    }

    @Test
    void toldWhatDecodersRefuseItIsOurFault() {
        final Slice list = encoded("45");
        assertThrows(AssertionError.class, () -> new OpenEncoder().maxFrameSize(511));
        assertThrows(AssertionError.class, () -> new OpenEncoder().properties(list));
        assertThrows(AssertionError.class, () -> new OpenEncoder().outgoingLocales(new Slice()));
        assertThrows(
                AssertionError.class,
                () -> new BeginEncoder().incomingWindow(-1).encode(buffer, 0, 64));
        assertThrows(
                AssertionError.class, () -> new DetachEncoder().handle(-1).encode(buffer, 0, 64));
        assertThrows(
                AssertionError.class, () -> new DetachEncoder().error().description(ascii("x")));
        assertThrows(AssertionError.class, () -> new DispositionEncoder().state().encoded(list));
        assertThrows(
                AssertionError.class,
                () -> new OpenEncoder().containerId(Slice.of((byte) 0xFF)).encode(buffer, 0, 64));
    }

    @Test
    void writesAndReadsDisposition() {
        final DispositionEncoder encoder = new DispositionEncoder();
        encoder.role(Role.RECEIVER).first(-2).last(1).settled(true).batchable(true);
        encoder.state().accepted();
        expect(
                encoder.encode(buffer, 0, 2_048),
                """
                0000001c 02 00 0000
                00 53 15 c0 0f 06
                41             # role: receiver
                70 fffffffe    # first
                52 01          # last, across the wrap
                41             # settled
                00 53 24 45    # state: accepted
                41             # batchable
                """);
        assertEquals(NONE, wrap());
        final DispositionDecoder disposition = bodies.disposition();
        assertEquals(Role.RECEIVER, disposition.role());
        assertEquals(-2, disposition.first());
        assertEquals(1, disposition.last());
        assertTrue(disposition.settled());
        assertTrue(disposition.batchable());
        assertTrue(disposition.hasState());
        assertEquals(Descriptor.ACCEPTED, disposition.state().kind());
        assertEquals(NONE, wrap("005315 c0 04 02 42 5207"));
        assertEquals(Role.SENDER, disposition.role());
        assertEquals(7, disposition.last(), "last defaults to first");
        assertFalse(disposition.settled());
        assertFalse(disposition.hasState());
    }

    @Test
    void writesAndReadsDetach() {
        final DetachEncoder encoder = new DetachEncoder();
        encoder.channel(2).handle(9).closed(true);
        encoder.error()
                .condition(AmqpError.MESSAGE_SIZE_EXCEEDED)
                .description(ascii("no"))
                .info(encoded("c1 06 02 a30161 5201"));
        expect(
                encoder.encode(buffer, 0, 2_048),
                """
                00000044 02 00 0002
                00 53 16 c0 37 03
                52 09                 # handle
                41                    # closed
                00 53 1d c0 2e 03     # error
                a3 1f 616d71703a6c696e6b3a6d6573736167652d73697a652d6578636565646564
                a1 02 6e6f
                c1 06 02 a30161 5201
                """);
        assertEquals(NONE, wrap());
        final DetachDecoder detach = bodies.detach();
        assertEquals(9, detach.handle());
        assertTrue(detach.closed());
        assertTrue(detach.hasError());
        assertEquals(AmqpError.MESSAGE_SIZE_EXCEEDED, AmqpError.of(detach.error().condition()));
        assertTrue(detach.error().hasDescription());
        assertEquals("no", detach.error().description().toString());
        assertTrue(detach.error().hasInfo());
        assertEquals(AmqpType.MAP, detach.error().info().type());
        assertEquals(NONE, wrap("005316 c0 02 01 43"));
        assertFalse(detach.closed());
        assertFalse(detach.hasError());
    }

    @Test
    void writesAndReadsEndAndClose() {
        final CloseEncoder encoder = new CloseEncoder();
        expect(encoder.close().encode(buffer, 0, 64), "0000000c 02 00 0000 00 53 18 45");
        assertEquals(NONE, wrap());
        assertEquals(Descriptor.CLOSE, bodies.close().performative());
        assertFalse(bodies.close().hasError());
        encoder.end(4).error().condition(ascii("com.microsoft:timeout"));
        expect(
                encoder.encode(buffer, 0, 64),
                """
                0000002b 02 00 0004
                00 53 17 c0 1e 01
                00 53 1d c0 18 01 a3 15 636f6d2e6d6963726f736f66743a74696d656f7574
                """);
        assertEquals(NONE, wrap());
        assertEquals(Descriptor.END, bodies.close().performative());
        assertEquals("com.microsoft:timeout", bodies.close().error().condition().toString());
        assertEquals(AmqpError.NONE, AmqpError.of(bodies.close().error().condition()));
        assertFalse(bodies.close().error().hasDescription());
        assertThrows(AssertionError.class, () -> bodies.close().error().description());
        assertFalse(bodies.close().error().hasInfo());
    }

    @Test
    void saysWhenAFrameDoesNotFit() {
        final CloseEncoder encoder = new CloseEncoder();
        encoder.close()
                .error()
                .condition(AmqpError.DECODE_ERROR)
                .description(ascii("x".repeat(600)));
        assertEquals(TypeWriter.NO_ROOM, encoder.encode(buffer, 0, 512));
        encoder.close().error().condition(AmqpError.DECODE_ERROR);
        assertTrue(encoder.encode(buffer, 0, 512) > 0);
        assertEquals(TypeWriter.NO_ROOM, encoder.close().encode(buffer, 0, 11));
        assertEquals(TypeWriter.NO_ROOM, encoder.close().encode(buffer, 0, 7));
        assertEquals(12, encoder.close().encode(buffer, 0, 12));
    }

    @Test
    void knowsTheSymbolsOfTheStandard() {
        for (final AmqpError error : AmqpError.values()) {
            if (error != NONE && error != AmqpError.INCOMPLETE) {
                assertEquals(error, AmqpError.of(ascii(error.symbol())));
            }
        }
        assertEquals(NONE, AmqpError.of(ascii("")));
        assertEquals(NONE, AmqpError.of(ascii("amqp:link:stole")));
        assertEquals("amqp:connection:framing-error", AmqpError.FRAMING_ERROR.symbol());
    }

    private void expect(final int length, final String transcript) {
        final String expected = Transcript.digits(transcript);
        assertEquals(expected, length < 0 ? "" : Transcript.hex(buffer, 0, length));
        assertEquals(NONE, framer.next(buffer, 0, length));
        assertEquals(length, framer.frameLength());
    }

    /** Decodes the body of the frame that was written last. */
    private AmqpError wrap() {
        return bodies.wrap(buffer, framer.bodyOffset(), framer.bodyLength());
    }

    private AmqpError wrap(final String body) {
        final byte[] bytes = Transcript.bytes(body);
        return bodies.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private static List<String> texts(final TypedValue value) {
        final List<String> texts = new ArrayList<>();
        final ElementCursor elements = new ElementCursor().wrap(value);
        while (elements.next()) {
            texts.add(elements.value().bytes().toString());
        }
        return texts;
    }

    private static Slice ascii(final String text) {
        return Transcript.ascii(text);
    }

    private static Slice encoded(final String hex) {
        return Slice.of(Transcript.bytes(hex));
    }
}
