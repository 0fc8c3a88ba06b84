package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events that a consumer did not get are told, with the next message or without one. */
class AmqpLostEventsTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();
    private FakeSource source;

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private void attach(final long messageSizeMax) {
        peer.session().receiver(1, "events/other", SenderSettleMode.SETTLED);
        peer.attach.handle(0).name(FakePeer.text("x")).maxMessageSize(messageSizeMax);
        peer.attach.source().address(FakePeer.text("events/x"));
        peer.send(peer.attach::encode).read();
        source = loop.directory.source("events/x");
    }

    private void shed(final int count) {
        for (int i = 0; i < count; i++) {
            source.put(FakeMessage.data(1));
        }
    }

    /** A line for each frame: what it is, and how many it tells of. */
    private List<String> read() {
        final UnsafeBuffer bytes = new UnsafeBuffer(peer.wire.take());
        final AmqpFramer framer = new AmqpFramer(1 << 16);
        final List<String> lines = new ArrayList<>();
        for (int at = 0; at < bytes.capacity(); at += framer.frameLength()) {
            assertEquals(AmqpError.NONE, framer.next(bytes, at, bytes.capacity()));
            final int offset = framer.bodyOffset();
            final int length = framer.bodyLength();
            if (Descriptor.peek(bytes, offset, length) == Descriptor.FLOW) {
                final FlowDecoder flow = new FlowDecoder(TypeLimits.DEFAULT);
                assertEquals(AmqpError.NONE, flow.wrap(bytes, offset, length));
                lines.add("flow " + lost(flow.properties()) + (flow.drain() ? " drain" : ""));
            } else {
                final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
                assertEquals(AmqpError.NONE, transfer.wrap(bytes, offset, length));
                lines.add("transfer " + lost(message(transfer.payload()).deliveryAnnotations()));
            }
        }
        return lines;
    }

    private static MessageCursor message(final Slice payload) {
        final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
        assertEquals(
                AmqpError.NONE, message.wrap(payload.buffer(), payload.offset(), payload.length()));
        return message;
    }

    private static String lost(final TypedValue map) {
        final MapCursor pairs = new MapCursor().wrap(map);
        return pairs.find(FakePeer.text("x-opt-sluice-lost"))
                ? Long.toString(pairs.value().integer())
                : "-";
    }

    @Test
    void ridesOnTheNextMessage() {
        attach(0);
        shed(300);
        peer.wire.discard();
        peer.flow.clear().nextIncomingId(0).incomingWindow(9).nextOutgoingId(0).outgoingWindow(1);
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 300);
        peer.send(peer.flow.handle(0).deliveryCount(0).linkCredit(3)::encode);
        assertEquals(List.of("flow 300"), read(), "credit is answered, for it may not be used");
        shed(4);
        assertEquals(List.of("transfer -", "transfer -", "transfer -"), read());
        peer.send(peer.flow.deliveryCount(3).linkCredit(0)::encode);
        assertEquals(List.of("flow 301"), read());
        shed(2);
        source.demand = 2; // as if it had come to know of the credit meanwhile
        source.demand = 0;
        loop.passSeconds(0.5);
        assertEquals(List.of(), read());
    }

    @Test
    void goesOutAloneAfterASecond() {
        attach(0);
        shed(2);
        loop.passSeconds(0.9);
        assertEquals(List.of(), read());
        shed(1);
        loop.passSeconds(0.2);
        assertEquals(List.of("flow 3"), read());
        loop.passSeconds(5);
        assertEquals(List.of(), read());
        shed(1);
        loop.passSeconds(1.1);
        assertEquals(List.of("flow 4"), read());
    }

    @Test
    void isToldWithTheDrainsAnswer() {
        attach(0);
        source.answersDrain = false;
        peer.credit(0, 0, 1, true);
        shed(2);
        assertEquals(List.of("transfer -"), read());
        loop.passSeconds(1.5);
        assertEquals(List.of(), read(), "a flow before the drain's would be taken for it");
        source.drained();
        assertEquals(List.of("flow 1 drain"), read());
    }

    @Test
    void countsWhatThePeerDoesNotTake() {
        attach(40);
        peer.credit(0, 0, 5).read();
        source.put(FakeMessage.data(33));
        source.put(FakeMessage.data(32)); // as large as may be: no room to tell
        assertEquals(List.of("transfer -"), read());
        loop.expects(Counter.MATCHED_DROPPED_TOO_LARGE, 1);
        source.put(FakeMessage.data(1));
        assertEquals(List.of("transfer 1"), read());
        source.put(FakeMessage.data(1));
        assertEquals(List.of("transfer -"), read());
    }

    @Test
    void leavesTheRestOfTheMessageAsItWas() {
        attach(0);
        final byte[] annotations = annotations();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final int length =
                new MessageEncoder()
                        .wrap(buffer, 0, 256)
                        .header(new HeaderEncoder().durable(true).priority(2))
                        .section(Descriptor.DELIVERY_ANNOTATIONS, Slice.of(annotations))
                        .data(FakePeer.text("payload"))
                        .end();
        final byte[] bytes = Arrays.copyOf(buffer.byteArray(), length);
        peer.credit(0, 0, 2).read();
        source.put(new FakeMessage(Record.FORMAT_MQTT, new byte[0])); // which maps to nothing
        source.put(new FakeMessage(Record.FORMAT_AMQP, bytes));
        peer.read();
        final MessageCursor message = message(Slice.of(peer.lastPayload()));
        assertEquals("1", lost(message.deliveryAnnotations()));
        final MapCursor pairs = new MapCursor().wrap(message.deliveryAnnotations());
        assertEquals(2, pairs.remaining(), "one of them had our key");
        assertEquals(7, pairs.find(FakePeer.text("x-opt-other")) ? pairs.value().integer() : 0);
        assertEquals(2, message.header().priority());
        final MessageCursor before = message(Slice.of(bytes));
        assertArrayEquals(
                Arrays.copyOfRange(bytes, before.bareOffset(), length),
                Arrays.copyOfRange(
                        peer.lastPayload(), message.bareOffset(), peer.lastPayload().length));
        source.put(new FakeMessage(Record.FORMAT_AMQP, bytes));
        peer.read();
        assertArrayEquals(bytes, peer.lastPayload(), "nothing new to tell");
    }

    private static byte[] annotations() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final int length =
                new TypeWriter()
                        .wrap(buffer, 0, 128)
                        .beginMap()
                        .putSymbol(FakePeer.text("x-opt-sluice-lost"))
                        .putUint(99)
                        .putSymbol(FakePeer.text("x-opt-other"))
                        .putUint(7)
                        .endMap()
                        .end();
        return Arrays.copyOf(buffer.byteArray(), length);
    }

    /** The last word of a link that we end, and of one that its peer ends. */
    @Test
    void isToldAtTheEnd() {
        attach(0);
        shed(2);
        final FakePeer thief = loop.peer();
        thief.session().receiver(0, "events/x", SenderSettleMode.SETTLED);
        thief.attach.name(FakePeer.text("x")).handle(2);
        thief.send(thief.attach::encode).read();
        peer.expect("flow 0 count 0 credit 0 lost 2", "detach 0 amqp:link:stolen lost 2");
        source = loop.directory.source("events/x");
        thief.credit(2, 0, 0).expect(""); // what it lost is its own
        for (final FakeSource each : loop.directory.sources) {
            source = each;
        }
        shed(3);
        thief.send(thief.detach.clear().handle(2).closed(true)::encode)
                .expect("flow 2 count 0 credit 0 lost 3", "detach 2 closed");
        thief.lose();
        loop.passSeconds(2);
        peer.expect("");
    }

    /** Whoever ends it, and whatever of it. */
    @Test
    void isToldBeforeSessionOrDaemonEnd() {
        attach(0);
        shed(2);
        peer.send(peer.close.end(0)::encode).expect("flow 0 count 0 credit 0 lost 2", "end");
        final FakePeer other = loop.peer();
        other.session().receiver(0, "events/x", SenderSettleMode.SETTLED).read();
        source = loop.directory.source("events/x");
        shed(1);
        loop.server.shutDown();
        other.expect("flow 0 count 0 credit 0 lost 1", "close amqp:connection:forced");
        peer.expect("close amqp:connection:forced");
    }

    /** Told already: the end of the link says it again only with an error. */
    @Test
    void isNotToldTwice() {
        attach(0);
        shed(2);
        loop.passSeconds(1.1);
        peer.expect("flow 0 count 0 credit 0 lost 2");
        peer.send(peer.detach.clear().handle(0).closed(true)::encode).expect("detach 0 closed");
    }

    @Test
    void isToldToWhoAsks() {
        attach(0);
        shed(2);
        peer.flow.clear().nextIncomingId(0).incomingWindow(9).nextOutgoingId(0).outgoingWindow(1);
        peer.send(peer.flow.handle(0).deliveryCount(0).linkCredit(0).echo(true)::encode)
                .expect("flow 0 count 0 credit 0 lost 2");
        peer.send(peer.flow::encode).expect("flow 0 count 0 credit 0 lost 2");
        peer.send(peer.flow.echo(false)::encode).expect("");
    }

    @Test
    void tellsNothingOfAQueue() {
        peer.session().receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        source = loop.directory.source("queues/x");
        source.put(new FakeMessage(Record.FORMAT_MQTT, new byte[0]));
        peer.credit(0, 0, 1);
        assertEquals(List.of(), read());
        loop.expects(Counter.MATCHED_DEAD, 1);
        loop.passSeconds(2);
        assertEquals(List.of(), read());
    }
}
