package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A link on which peers receive. */
class AmqpSenderLinkTest {
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

    private void attach(final SenderSettleMode mode) {
        attach("queues/x", mode, 1 << 16);
    }

    private void attach(final String address, final SenderSettleMode mode, final int frameMax) {
        peer.session(frameMax, 1_000).receiver(0, address, mode).read();
        source = loop.directory.source(address);
    }

    private FakeMessage[] put(final int count) {
        final FakeMessage[] messages = new FakeMessage[count];
        for (int i = 0; i < count; i++) {
            messages[i] = FakeMessage.data(10);
            source.put(messages[i]);
        }
        return messages;
    }

    private void send(final DispositionEncoder disposition) {
        peer.send(disposition::encode);
    }

    private static List<Outcome> outcome(final FakeMessage message) {
        return message.outcomes;
    }

    @Test
    void setsCreditAndDoesNotAdd() {
        attach(SenderSettleMode.SETTLED);
        put(10);
        peer.credit(0, 0, 2).expect("transfer 0 id 0 settled", "transfer 0 id 1 settled");
        peer.credit(0, 0, 3).expect("transfer 0 id 2 settled"); // crossed with the two
        peer.credit(0, 1, 1).expect(""); // less than what has gone
        peer.credit(0, 3, 0).expect("");
        peer.credit(0, 3, 1).expect("transfer 0 id 3 settled");
        loop.expects(Counter.MATCHED_SETTLED, 4);
        peer.credit(0, 4, 0xFFFF_FFFFL);
        loop.expects(Counter.MATCHED_SETTLED, 10);
    }

    @Test
    void takesCreditWithoutACount() {
        attach(SenderSettleMode.SETTLED);
        put(3);
        peer.send(peer.flow.clear().incomingWindow(9).handle(0).linkCredit(2)::encode)
                .expect("transfer 0 id 0 settled", "transfer 0 id 1 settled");
    }

    @Test
    void sendsNoMoreThanMayBeUnsettled() {
        attach(SenderSettleMode.MIXED);
        put(20);
        peer.credit(0, 0, 100);
        loop.expectsMatchedHeld(8);
        assertEquals(12, source.stored());
        final DispositionEncoder settled = peer.settle(2, 4);
        settled.state().accepted();
        send(settled);
        loop.expectsMatchedHeld(8);
        loop.expects(Counter.MATCHED_SETTLED, 3);
        assertEquals(9, source.stored());
    }

    @Test
    void doesWhatTheOutcomesSay() {
        attach(SenderSettleMode.MIXED);
        final FakeMessage[] messages = put(8);
        peer.credit(0, 0, 8).read();
        peer.settle(0, 0).state().accepted();
        send(peer.disposition);
        peer.settle(1, 1).state().rejected().condition(AmqpError.DECODE_ERROR);
        send(peer.disposition);
        peer.settle(2, 2).state().released();
        send(peer.disposition);
        peer.settle(3, 3).state().modified(true, false);
        send(peer.disposition);
        peer.settle(4, 4).state().modified(false, false);
        send(peer.disposition);
        peer.settle(5, 5).state().modified(false, true);
        send(peer.disposition);
        send(peer.settle(6, 6));
        peer.settle(7, 7).state().modified(true, true);
        send(peer.disposition);
        peer.expect("");
        assertEquals(List.of(Outcome.ACCEPTED), outcome(messages[0]));
        assertEquals(List.of(Outcome.REJECTED), outcome(messages[1]));
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[2]));
        assertEquals(List.of(Outcome.FAILED), outcome(messages[3]));
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[4]));
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[5]));
        assertEquals(List.of(Outcome.ACCEPTED), outcome(messages[6]));
        assertEquals(List.of(Outcome.FAILED), outcome(messages[7]));
        for (int i = 0; i < messages.length; i++) {
            assertEquals(i == 5 || i == 7, messages[i].notHere, "undeliverable-here");
        }
        loop.expects(Counter.MATCHED_DEAD, 1);
        loop.expects(Counter.MATCHED_RETURNED, 5);
    }

    @Test
    void settlesByDefaultAsTheSourceSays() {
        peer.session();
        peer.receiver(1, "queues/other", SenderSettleMode.MIXED).read();
        peer.attach.handle(0).name(FakePeer.text("again"));
        peer.attach.source().address(FakePeer.text("queues/x")).defaultOutcome().released();
        peer.send(peer.attach::encode).expect("attach 0 sender");
        source = loop.directory.source("queues/x");
        final FakeMessage[] messages = put(1);
        peer.credit(0, 0, 1).read();
        send(peer.settle(0, 0));
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[0]));
    }

    @Test
    void settlesAfterWhoLeavesItToUs() {
        attach(SenderSettleMode.MIXED);
        final FakeMessage[] messages = put(3);
        peer.credit(0, 0, 3).read();
        peer.settle(0, 9).settled(false).state().accepted();
        send(peer.disposition);
        peer.expect("sender 0..2 settled accepted");
        assertEquals(List.of(Outcome.ACCEPTED), outcome(messages[2]));
        send(peer.disposition);
        peer.expect("");
        peer.settle(0, 2).settled(false).state().received(0, 0);
        send(peer.disposition);
        send(peer.settle(0, 2).role(Role.SENDER));
        peer.expect("");
    }

    @Test
    void settlesRangesWithoutAWalkThroughEachId() {
        attach(SenderSettleMode.MIXED);
        put(8);
        peer.credit(0, 0, 8).read();
        for (int i = 0; i < 1_000; i++) {
            peer.settle(-1_000_000_000, 0x7FFF_FFFF - 1_000_000_000).state().released();
            send(peer.disposition);
        }
        loop.expects(Counter.MATCHED_RETURNED, 8);
        peer.settle(0x1000_0000, 0x7000_0000).state().released();
        send(peer.disposition);
        peer.expect("");
        peer.settle(5, 4).state().accepted();
        send(peer.disposition);
        peer.expect("end amqp:not-allowed");
    }

    @Test
    void splitsForThePeersFrames() {
        attach("queues/x", SenderSettleMode.MIXED, 512);
        final FakeMessage large = FakeMessage.data(3_000);
        source.put(large);
        peer.credit(0, 0, 1);
        final String said = peer.read();
        assertTrue(said.startsWith("transfer 0 id 0 more\ntransfer 0 more"), said);
        assertTrue(said.endsWith("transfer 0"), said);
        assertEquals(3_008, peer.payloadBytes());
        assertTrue(peer.largestFrame() <= 512);
        assertTrue(large.isWritten());
    }

    @Test
    void saysThatAMessageWasSentBefore() {
        attach(SenderSettleMode.MIXED);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final int length =
                new MessageEncoder()
                        .wrap(buffer, 0, 256)
                        .header(new HeaderEncoder().durable(true).priority(7).ttl(5_000))
                        .data(FakePeer.text("payload"))
                        .end();
        final byte[] message = Arrays.copyOf(buffer.byteArray(), length);
        source.put(new FakeMessage(Record.FORMAT_AMQP, message).redelivered(2));
        source.put(FakeMessage.data(5).redelivered(0));
        source.put(new FakeMessage(Record.FORMAT_AMQP, message));
        final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
        peer.credit(0, 0, 1).read();
        assertEquals(AmqpError.NONE, read(cursor));
        assertEquals(2, cursor.header().deliveryCount());
        assertFalse(cursor.header().firstAcquirer());
        assertTrue(cursor.header().durable());
        assertEquals(7, cursor.header().priority());
        assertEquals(5_000, cursor.header().ttl());
        assertEquals("payload", cursor.data().toString());
        peer.credit(0, 1, 1).read();
        assertEquals(AmqpError.NONE, read(cursor));
        assertEquals(0, cursor.header().deliveryCount());
        assertFalse(cursor.header().firstAcquirer());
        assertFalse(cursor.header().hasTtl());
        assertEquals(5, cursor.data().length());
        peer.credit(0, 2, 1).read();
        assertArrayEquals(message, peer.lastPayload());
    }

    private AmqpError read(final MessageCursor cursor) {
        final byte[] payload = peer.lastPayload();
        return cursor.wrap(new UnsafeBuffer(payload), 0, payload.length);
    }

    @Test
    void mapsWhatCameOverMqtt() {
        attach(SenderSettleMode.SETTLED);
        source.put(new FakeMessage(Record.FORMAT_MQTT, new byte[4]));
        source.put(new FakeMessage(Record.FORMAT_MQTT, new byte[0]));
        source.put(FakeMessage.data(1));
        peer.credit(0, 0, 2).expect("transfer 0 id 0 settled", "transfer 0 id 1 settled");
        loop.expects(Counter.MATCHED_DEAD, 1);
        loop.expects(Counter.MATCHED_SETTLED, 2);
    }

    @Test
    void sendsNothingThatIsTooLarge() {
        peer.session().receiver(1, "queues/other", SenderSettleMode.MIXED).read();
        peer.attach.handle(0).name(FakePeer.text("small")).maxMessageSize(20);
        peer.attach.source().address(FakePeer.text("events/x"));
        peer.send(peer.attach::encode).read();
        source = loop.directory.source("events/x");
        peer.credit(0, 0, 2);
        source.put(FakeMessage.data(13));
        source.put(FakeMessage.data(12));
        peer.expect("transfer 0 id 0");
        loop.expects(Counter.MATCHED_DROPPED_TOO_LARGE, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void drains(final int there) {
        attach(SenderSettleMode.SETTLED);
        put(there);
        peer.credit(0, 0, 5, true);
        final String drained = "flow 0 count 5 credit 0 drain";
        peer.expect(
                there == 0
                        ? new String[] {drained}
                        : new String[] {
                            "transfer 0 id 0 settled", "transfer 0 id 1 settled", drained
                        });
        put(1);
        peer.expect("");
        peer.credit(0, 5, 1);
        assertTrue(peer.read().endsWith("settled"));
        peer.credit(0, 6, 0, true).expect("flow 0 count 6 credit 0 drain");
    }

    @Test
    void drainsWhenTheNodeHasAnswered() {
        attach(SenderSettleMode.SETTLED);
        source.answersDrain = false;
        peer.credit(0, 0, 3, true).expect("");
        put(1);
        peer.expect("transfer 0 id 0 settled");
        peer.credit(0, 0, 3, true).expect("");
        assertEquals(1, source.drains);
        source.drained();
        peer.expect("flow 0 count 3 credit 0 drain");
        peer.credit(0, 3, 3, true).expect("");
        peer.credit(0, 3, 3, false).expect("");
        source.drained();
        peer.expect("");
        assertEquals(3, source.demand);
    }

    @Test
    void drainsBehindTheLastFrame() {
        peer.session(512, 1).receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        source = loop.directory.source("queues/x");
        source.put(FakeMessage.data(600));
        peer.flow.clear().nextIncomingId(0).incomingWindow(1).handle(0).deliveryCount(0);
        peer.send(peer.flow.linkCredit(4).drain(true)::encode)
                .expect("transfer 0 id 0 settled more");
        peer.send(peer.flow.clear().nextIncomingId(1).incomingWindow(1)::encode)
                .expect("transfer 0 settled");
        peer.send(peer.flow.clear().nextIncomingId(2).incomingWindow(1)::encode)
                .expect("flow 0 count 4 credit 0 drain");
    }

    @Test
    void stopsWhereTheWireIsFull() {
        attach(SenderSettleMode.SETTLED);
        put(3);
        peer.wire.congested = true;
        peer.credit(0, 0, 3, true).expect("");
        peer.wire.congested = false;
        peer.connection.onWritable(loop.nowNs);
        peer.expect(
                "transfer 0 id 0 settled",
                "transfer 0 id 1 settled",
                "transfer 0 id 2 settled",
                "flow 0 count 3 credit 0 drain");
    }

    @Test
    void keepsTheOrderWhenTheWireFillsUp() {
        attach(SenderSettleMode.SETTLED);
        peer.credit(0, 0, 100);
        assertEquals(32, source.demand);
        put(1);
        peer.wire.congested = true;
        put(2);
        peer.expect("transfer 0 id 0 settled");
        assertEquals(29, source.demand); // not lowered
        peer.wire.congested = false;
        peer.connection.onWritable(loop.nowNs);
        peer.expect("transfer 0 id 1 settled", "transfer 0 id 2 settled");
        assertEquals(32, source.demand);
        peer.wire.congested = true;
        put(40);
        assertEquals(8, source.stored());
        peer.lose();
        loop.expects(Counter.MATCHED_RETURNED, 32);
    }

    @Test
    void givesBackOnDetach() {
        attach(SenderSettleMode.MIXED);
        final FakeMessage[] messages = put(4);
        peer.credit(0, 0, 3).read();
        peer.settle(1, 1).state().accepted();
        send(peer.disposition);
        peer.send(peer.detach.closed(true)::encode).expect("detach 0 closed");
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[0]));
        assertEquals(List.of(Outcome.ACCEPTED), outcome(messages[1]));
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[2]));
        assertTrue(source.closed);
        send(peer.settle(0, 2));
        peer.expect("");
    }

    @Test
    void countsTheAttemptOnAnError() {
        attach(SenderSettleMode.MIXED);
        final FakeMessage[] messages = put(1);
        peer.credit(0, 0, 1).read();
        peer.close.close().error().condition(AmqpError.INTERNAL_ERROR);
        peer.send(peer.close::encode).expect("close");
        assertEquals(List.of(Outcome.FAILED), outcome(messages[0]));
    }

    @Test
    void givesBackWhenTheDaemonEnds() {
        attach(SenderSettleMode.MIXED);
        final FakeMessage[] messages = put(1);
        peer.credit(0, 0, 1).read();
        loop.server.shutDown();
        peer.expect("close amqp:connection:forced");
        assertEquals(List.of(Outcome.RELEASED), outcome(messages[0]));
    }

    @Test
    void countsTheAttemptOnLoss() {
        peer.session(512, 1).receiver(0, "queues/x", SenderSettleMode.MIXED).read();
        source = loop.directory.source("queues/x");
        peer.receiver(1, "queues/y", SenderSettleMode.SETTLED).read();
        final FakeMessage begun = FakeMessage.data(600);
        final FakeMessage other = FakeMessage.data(1);
        peer.flow.clear().nextIncomingId(0).incomingWindow(1).deliveryCount(0).linkCredit(4);
        peer.send(peer.flow.handle(0)::encode);
        peer.send(peer.flow.handle(1)::encode);
        source.put(begun);
        loop.directory.source("queues/y").put(other);
        peer.expect("transfer 0 id 0 more");
        peer.lose();
        assertEquals(List.of(Outcome.FAILED), outcome(begun));
        assertEquals(List.of(Outcome.RELEASED), outcome(other));
    }

    @Test
    void sendsNothingThatHasExpired() {
        attach("events/x", SenderSettleMode.SETTLED, 1 << 16);
        peer.credit(0, 0, 2);
        final long nowMs = loop.server.nowMs();
        source.put(FakeMessage.data(1).expiresAtMs(nowMs));
        source.put(FakeMessage.data(1).expiresAtMs(nowMs + 1));
        peer.expect("transfer 0 id 0 settled");
        loop.expects(Counter.MATCHED_DROPPED_EXPIRED, 1);
        assertEquals(1, source.demand);
    }

    @Test
    void stopsWhenToldTo() {
        attach(SenderSettleMode.SETTLED);
        peer.credit(0, 0, 5);
        put(2);
        peer.read();
        peer.flow.clear().nextIncomingId(2).incomingWindow(9).handle(0).deliveryCount(2);
        peer.send(peer.flow.linkCredit(0).echo(true)::encode).expect("flow 0 count 2 credit 0");
        put(1);
        peer.expect("");
    }

    @Test
    void countsEventsThatEnd() {
        attach("events/x", SenderSettleMode.MIXED, 1 << 16);
        peer.credit(0, 0, 2);
        put(3);
        peer.settle(0, 0).state().rejected();
        send(peer.disposition);
        peer.send(peer.close.end(0)::encode);
        loop.expects(Counter.MATCHED_DROPPED_REJECTED, 1);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 1);
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 1);
    }
}
