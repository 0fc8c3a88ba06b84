package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A link on which peers send. */
class AmqpReceiverLinkTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();
    private final FakeTarget target = loop.directory.target;

    @BeforeEach
    void attach() {
        peer.session().sender(0, "/queues/x", SenderSettleMode.MIXED).read();
    }

    @AfterEach
    void everythingIsHome() {
        while (!target.taken.isEmpty()) {
            target.bringHome(0, Outcome.ACCEPTED);
        }
        target.hasRoom = true;
        target.outcome = Outcome.ACCEPTED;
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.step();
        loop.expectsComplete();
    }

    private void bringHome(final int index, final Outcome outcome) {
        target.bringHome(index, outcome);
        loop.step();
    }

    private static byte[] content(final FakeMessage message) {
        final DirectBuffer buffer = message.buffer();
        final byte[] content = new byte[Record.contentLength(buffer, 0)];
        buffer.getBytes(Record.contentOffset(buffer, 0), content);
        return content;
    }

    @Test
    void keepsTheMessageAndWhatItSays() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final int length =
                new MessageEncoder()
                        .wrap(buffer, 0, 256)
                        .header(new HeaderEncoder().durable(true).priority(7).ttl(5_000))
                        .properties(new PropertiesEncoder().to(FakePeer.text("somewhere")))
                        .data(FakePeer.text("payload"))
                        .end();
        final byte[] message = Arrays.copyOf(buffer.byteArray(), length);
        peer.message(0, 0, message, false).expect("receiver 0..0 settled accepted");
        final FakeMessage record = loop.directory.messages.get(0);
        assertEquals("queues/x", loop.directory.addresses.get(0));
        assertArrayEquals(message, content(record));
        assertEquals(Record.FORMAT_AMQP, Record.format(record.buffer(), 0));
        assertTrue(Record.isDurable(record.buffer(), 0));
        assertEquals(7, Record.priority(record.buffer(), 0));
        assertEquals(1, Record.qos(record.buffer(), 0));
        final long nowMs = loop.nowNs / 1_000_000;
        assertEquals(nowMs, Record.arrivedAtMs(record.buffer(), 0));
        assertEquals(nowMs + 5_000, Record.expiresAtMs(record.buffer(), 0));
        loop.expects(Counter.MESSAGES_ACCEPTED, 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-5, 0, 1, 7_000})
    void takesTheEarlierEnd(final long absolute) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final int length =
                new MessageEncoder()
                        .wrap(buffer, 0, 256)
                        .header(new HeaderEncoder().ttl(0xFFFF_FFFFL))
                        .properties(new PropertiesEncoder().absoluteExpiryTime(absolute))
                        .data(FakePeer.text("payload"))
                        .end();
        peer.message(0, 0, Arrays.copyOf(buffer.byteArray(), length), true).expect("");
        final FakeMessage record = loop.directory.messages.get(0);
        assertEquals(Math.max(1, absolute), Record.expiresAtMs(record.buffer(), 0));
        assertEquals(0, Record.qos(record.buffer(), 0));
        assertEquals(Record.PRIORITY_DEFAULT, Record.priority(record.buffer(), 0));
        assertFalse(Record.isDurable(record.buffer(), 0));
    }

    @Test
    void answersInOrderAndInRanges() {
        target.outcome = null;
        for (int i = 0; i < 6; i++) {
            peer.message(0, i, FakePeer.data(i), false);
        }
        peer.expect("");
        bringHome(2, Outcome.ACCEPTED);
        bringHome(1, Outcome.REJECTED);
        peer.expect("");
        target.bringHome(0, Outcome.DUPLICATE);
        target.bringHome(0, Outcome.ACCEPTED);
        target.bringHome(1, Outcome.NO_ROOM);
        loop.step();
        peer.expect(
                "receiver 0..0 settled accepted",
                "receiver 1..1 settled rejected",
                "receiver 2..3 settled accepted",
                "flow 0 count 6 credit 6");
        bringHome(0, Outcome.FAILED);
        peer.expect(
                "receiver 4..4 settled modified",
                "receiver 5..5 settled rejected amqp:resource-limit-exceeded");
        loop.expects(Counter.MESSAGES_ACCEPTED, 3);
        loop.expects(Counter.MESSAGES_REFUSED, 3);
    }

    @Test
    void mergesRangesRoundTheEnd() {
        target.outcome = null;
        for (int i = -2; i < 2; i++) {
            peer.message(0, i, FakePeer.data(1), false);
        }
        while (!target.taken.isEmpty()) {
            target.bringHome(target.taken.size() - 1, Outcome.ACCEPTED);
        }
        loop.step();
        peer.expect("receiver 4294967294..1 settled accepted");
    }

    @Test
    void givesCreditForWhatIsHomeOnly() {
        target.outcome = null;
        for (int i = 0; i < 8; i++) {
            peer.message(0, i, FakePeer.data(1), i % 2 == 0);
        }
        peer.expect("flow in 8 window 16");
        for (int i = 0; i < 3; i++) {
            bringHome(0, Outcome.ACCEPTED);
        }
        peer.expect("receiver 1..1 settled accepted");
        bringHome(0, Outcome.ACCEPTED);
        peer.expect("receiver 3..3 settled accepted", "flow 0 count 8 credit 4");
    }

    @Test
    void countsDeliveriesRoundTheEnd() {
        peer.attach.handle(1).name(FakePeer.text("late")).initialDeliveryCount(0xFFFF_FFFE);
        peer.send(peer.attach::encode)
                .expect("attach 1 receiver", "flow 1 count 4294967294 credit 8");
        for (int i = 0; i < 5; i++) {
            peer.message(1, i, FakePeer.data(1), true);
        }
        peer.expect("flow 1 count 3 credit 8");
    }

    @Test
    void wantsCreditKept() {
        target.outcome = null;
        for (int i = 0; i < 9; i++) {
            peer.message(0, i, FakePeer.data(1), false);
        }
        peer.expect("flow in 8 window 16", "detach 0 closed amqp:link:transfer-limit-exceeded");
        peer.message(0, 9, FakePeer.data(1), false).expect("");
        peer.send(peer.detach.closed(true)::encode).expect("");
        peer.sender(0, "x", SenderSettleMode.MIXED)
                .expect("attach 0 receiver", "flow 0 count 0 credit 8");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 300})
    void assemblesFrames(final int part) {
        peer.chunk = 5;
        final byte[] message = FakePeer.data(600);
        int sent = 0;
        int id = 0;
        while (sent < message.length) {
            final byte[] bytes =
                    Arrays.copyOfRange(message, sent, Math.min(sent + part, message.length));
            final boolean more = sent + part < message.length;
            if (sent == 0) {
                peer.send(peer.first(0, id++, bytes).more(more)::encode);
                peer.send(peer.next(0, new byte[0]).more(true)::encode);
            } else {
                peer.send(peer.next(0, bytes).more(more)::encode);
            }
            sent += part;
        }
        assertTrue(peer.read().endsWith("receiver 0..0 settled accepted"));
        assertArrayEquals(message, content(loop.directory.messages.get(0)));
    }

    @Test
    void assemblesOnTwoLinksAtOnceAndWithAnEmptyEnd() {
        peer.sender(1, "y", SenderSettleMode.MIXED).read();
        final byte[] message = FakePeer.data(20);
        peer.send(peer.first(0, 0, message).more(true)::encode);
        peer.send(peer.first(1, 1, Arrays.copyOf(message, 3)).more(true)::encode);
        peer.send(peer.next(0, new byte[0])::encode).expect("receiver 0..0 settled accepted");
        peer.send(peer.next(1, Arrays.copyOfRange(message, 3, 28)).settled(true)::encode)
                .expect("");
        assertArrayEquals(message, content(loop.directory.messages.get(1)));
        assertEquals(List.of("queues/x", "queues/y"), loop.directory.addresses);
    }

    @Test
    void forgetsWhatIsAborted() {
        peer.send(peer.first(0, 0, FakePeer.data(9)).more(true)::encode);
        peer.send(peer.next(0, new byte[0]).aborted(true)::encode);
        peer.send(peer.first(0, 1, FakePeer.data(9)).more(true).aborted(true)::encode);
        peer.message(0, 2, FakePeer.data(1), false).expect("receiver 2..2 settled accepted");
        assertEquals(1, loop.directory.messages.size());
        loop.expects(Counter.MESSAGES_RECEIVED, 1);
        peer.message(0, 3, FakePeer.data(1), true).expect("");
        peer.message(0, 4, FakePeer.data(1), true).expect("flow 0 count 5 credit 8");
    }

    @Test
    void forgetsWhatIsNotWholeAtDetach() {
        peer.send(peer.first(0, 0, FakePeer.data(9)).more(true)::encode);
        peer.send(peer.detach.closed(true)::encode).expect("detach 0 closed");
        loop.expects(Counter.MESSAGES_RECEIVED, 0);
        assertEquals(0, loop.server.assemblies().bytesTaken());
    }

    @Test
    void wantsDeliveriesWhole() {
        final List<String> said = new ArrayList<>();
        peer.send(peer.first(0, 0, FakePeer.data(9)).more(true)::encode);
        peer.send(peer.first(0, 1, FakePeer.data(9))::encode);
        said.add(peer.read());
        peer.sender(1, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.next(1, FakePeer.data(9))::encode);
        said.add(peer.read());
        peer.sender(2, "x", SenderSettleMode.SETTLED).read();
        peer.message(2, 0, FakePeer.data(1), false);
        said.add(peer.read());
        peer.sender(3, "x", SenderSettleMode.UNSETTLED).read();
        peer.message(3, 0, FakePeer.data(1), true);
        said.add(peer.read());
        for (int i = 0; i < 4; i++) {
            assertEquals("detach " + i + " closed amqp:invalid-field", said.get(i));
        }
    }

    @Test
    void wantsMessagesNoLargerThanItSaid() {
        final byte[] part = new byte[4_000];
        peer.send(peer.first(0, 0, FakePeer.data(3_992)).more(true)::encode);
        for (int i = 1; i < 4; i++) {
            peer.send(peer.next(0, part).more(true)::encode);
        }
        peer.expect("");
        peer.send(peer.next(0, Arrays.copyOf(part, 385)).more(true)::encode)
                .expect("detach 0 closed amqp:link:message-size-exceeded");
        assertEquals(0, loop.server.assemblies().bytesTaken());
    }

    @Test
    void takesMessagesAsLargeAsItSaid() {
        final byte[] message = FakePeer.data((16 << 10) - 8);
        peer.send(peer.first(0, 0, Arrays.copyOf(message, 4_000)).more(true)::encode);
        for (int sent = 4_000; sent < message.length; sent += 4_000) {
            final int end = Math.min(sent + 4_000, message.length);
            final byte[] part = Arrays.copyOfRange(message, sent, end);
            peer.send(peer.next(0, part).more(end < message.length)::encode);
        }
        peer.expect("receiver 0..0 settled accepted");
        assertArrayEquals(message, content(loop.directory.messages.get(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "\0Su\240", "\0Sw@\0Sw@", "\0SxC\0Sw@"})
    void rejectsWhatIsNoMessage(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        peer.message(0, 0, bytes, false);
        peer.expect("receiver 0..0 settled rejected amqp:decode-error");
        peer.message(0, 1, bytes, true).expect("");
        loop.expects(Counter.MESSAGES_DROPPED_UNWANTED, 1);
        loop.expects(Counter.MESSAGES_REFUSED, 1);
    }

    @Test
    void readsNoMessageOfAnotherFormat() {
        peer.send(peer.first(0, 0, FakePeer.data(1)).messageFormat(9)::encode)
                .expect("receiver 0..0 settled rejected amqp:not-implemented");
    }

    @Test
    void waitsForRoomAtTheTargetInOrder() {
        target.hasRoom = false;
        peer.message(0, 0, FakePeer.data(1), false);
        peer.message(0, 1, FakePeer.data(2), true);
        peer.send(peer.first(0, 2, Arrays.copyOf(FakePeer.data(3), 6)).more(true)::encode);
        peer.send(peer.next(0, Arrays.copyOfRange(FakePeer.data(3), 6, 11))::encode);
        peer.message(0, 3, FakePeer.data(4), false);
        peer.message(0, 4, FakePeer.data(5), false);
        peer.expect("");
        assertFalse(peer.wire.held);
        target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        peer.expect(
                "receiver 0..0 settled accepted",
                "receiver 2..4 settled accepted",
                "flow 0 count 5 credit 8");
        for (int i = 0; i < 5; i++) {
            assertEquals(9 + i, content(loop.directory.messages.get(i)).length);
        }
        loop.expects(Counter.MESSAGES_ACCEPTED, 5);
    }

    @Test
    void releasesWhatThereIsNoMemoryFor() {
        target.hasRoom = false;
        final byte[] message = FakePeer.data(4_000);
        for (int link = 1; link < 8; link++) {
            peer.sender(link, "x", SenderSettleMode.MIXED).read();
        }
        for (int id = 0; id < 40; id++) {
            peer.message(id & 7, id, message, id >= 36);
        }
        assertTrue(loop.server.assemblies().bytesTaken() <= 64 << 10);
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 4);
        loop.expectsHeld(36);
        target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        loop.expectsHeld(0);
        loop.expects(Counter.MESSAGES_ACCEPTED, 24);
        loop.expects(Counter.MESSAGES_REFUSED, 12);
        assertTrue(peer.read().contains("released"));
    }

    @Test
    void waitsForSlabs() {
        final List<Delivery> taken = new ArrayList<>();
        for (Delivery each = take(); each != null; each = take()) {
            taken.add(each);
        }
        peer.message(0, 0, FakePeer.data(1), false).expect("");
        taken.forEach(Delivery::free);
        loop.step();
        peer.expect("receiver 0..0 settled accepted");
    }

    private Delivery take() {
        return loop.home.takeIngress(delivery -> {}, 1 << 16);
    }

    @Test
    void saysNothingOfWhatNobodyKnows() {
        target.outcome = null;
        peer.message(0, 0, FakePeer.data(1), false);
        peer.message(0, 1, FakePeer.data(1), false);
        bringHome(0, Outcome.UNKNOWN);
        peer.expect("detach 0 closed amqp:internal-error");
        bringHome(0, Outcome.ACCEPTED);
        loop.expects(Counter.MESSAGES_RETURNED, 1);
        loop.expects(Counter.MESSAGES_ACCEPTED, 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"ACCEPTED", "RELEASED", "UNKNOWN", "NO_ROOM"})
    void countsWhatComesHomeLate(final Outcome outcome) {
        target.outcome = null;
        peer.message(0, 0, FakePeer.data(1), false);
        peer.message(0, 1, FakePeer.data(1), true);
        peer.lose();
        bringHome(0, outcome);
        bringHome(0, outcome);
        loop.expectsHeld(0);
    }

    @Test
    void countsWhatWasRefusedAndNotTold() {
        target.outcome = null;
        peer.message(0, 0, FakePeer.data(1), false);
        peer.message(0, 1, FakePeer.data(1), false);
        bringHome(1, Outcome.REJECTED);
        peer.lose();
        bringHome(0, Outcome.ACCEPTED);
        loop.expects(Counter.MESSAGES_RETURNED, 1);
    }
}
