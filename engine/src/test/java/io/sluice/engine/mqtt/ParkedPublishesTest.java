package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What finds no room waits, and what lies behind it on the socket is read. */
class ParkedPublishesTest {
    private static final String PING = "C0 00";
    private static final String PONG = "D0 00";
    private static final String QOS_0 = "30 .. 't' () `x`";
    private static final int PAYLOAD = 2_000;

    private final FakeLoop loop = new FakeLoop();
    private final FakeTarget target = loop.directory.target;
    private final FakeClient client = loop.client();

    private static String qos1(final int packetId) {
        return "32 .. 't' 00 0" + packetId + " () `x`";
    }

    private static String large(final int packetId) {
        return "32 .. 't' 00 0" + packetId + " () `" + "x".repeat(PAYLOAD) + "`";
    }

    private static FakeLoop small() {
        return new FakeLoop(FakeLoop.LIMITS, new Home.Limits(64, 16, 1 << 16));
    }

    private static FakeMessage message() {
        return new FakeMessage(
                Record.FORMAT_MQTT, 1 << Record.FLAGS_QOS_SHIFT, Wire.bytes("'queues/q' () `m`"));
    }

    private static void makeRoom(final FakeLoop loop) {
        loop.directory.target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
    }

    @Test
    void readsOnWhileTheTargetIsFull() {
        target.hasRoom = false;
        client.connected("a").sends(qos1(1), qos1(2), PING).expects(PONG);
        assertFalse(client.wire.held);
        loop.expectsHeld(2);
        loop.home.madeRoom();
        loop.step();
        client.expectsNothing();
        makeRoom(loop);
        client.expects("40 02 00 01", "40 02 00 02").drops();
        loop.expectsComplete();
        assertEquals(0, loop.server.parking().bytesTaken());
    }

    @Test
    void readsTheAcknowledgementBehindWhatIsParked() {
        target.hasRoom = false;
        client.connected("a").sends("82 .. 00 01 () 'queues/q' 01").expects("90 04 00 01 00 01");
        loop.directory.source("queues/q").put(message());
        client.wire.take();
        client.sends(qos1(1), "40 02 00 01");
        loop.expects(Counter.MATCHED_SETTLED, 1);
        client.drops();
        loop.expects(Counter.MESSAGES_RETURNED, 1);
        loop.expectsComplete();
    }

    @Test
    void keepsTheOrderWhenRoomComesInBetween() {
        target.hasRoom = false;
        client.connected("a").sends(qos1(1), qos1(2));
        target.hasRoom = true; // nobody has told the session yet
        client.sends(qos1(3)).expectsNothing();
        makeRoom(loop);
        final List<String> answers = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            answers.add("40 02 00 0" + i);
        }
        client.expects(answers.toArray(new String[0])).drops();
        assertEquals(3, target.count);
        loop.expectsComplete();
    }

    @Test
    void goesBackWithTheConnection() {
        target.hasRoom = false;
        client.connected("a").sends(qos1(1), "34 .. 't' 00 02 () `x`").drops();
        loop.expects(Counter.MESSAGES_RETURNED, 2);
        assertEquals(0, loop.server.parking().bytesTaken());
        makeRoom(loop);
        assertEquals(0, target.count);
        loop.expectsComplete();
    }

    @Test
    void parksQos2AndAnswersItsRepetitionOnce() {
        target.hasRoom = false;
        client.connected("a").sends("34 .. 't' 00 02 () `x`", "3C .. 't' 00 02 () `x`");
        client.expectsNothing();
        makeRoom(loop);
        client.expects("50 02 00 02", "50 02 00 02").sends("62 02 00 02").expects("70 02 00 02");
        client.drops();
        assertEquals(1, target.count);
        loop.expectsComplete();
    }

    @Test
    void holdsWhoFindsNoMemoryToWaitInAndEndsItAfterTheHold() {
        final FakeLoop small = small();
        small.directory.target.hasRoom = false;
        final FakeClient first = small.client().connected("a");
        final FakeClient second = small.client().connected("b");
        for (int i = 1; i <= 4; i++) {
            first.sends(large(i));
            second.sends(large(i));
        }
        assertFalse(first.wire.held);
        assertTrue(second.wire.held, "16 KiB are taken");
        small.passSeconds(61);
        second.expects("E0 01 97").expectsClosed();
        first.expectsNothing().expectsOpen();
        small.expects(Counter.CONNECTIONS_HELD_TOO_LONG, 1);
        small.expects(Counter.MESSAGES_RETURNED, 3);
        makeRoom(small);
        first.expects("40 02 00 01", "40 02 00 02", "40 02 00 03", "40 02 00 04").drops();
        small.expectsComplete();
        assertEquals(0, small.server.parking().bytesTaken());
    }

    @Test
    void takesQos0PastTheParkedWhereItsTargetHasRoom() {
        target.hasRoom = false;
        client.connected("a").sends(qos1(1));
        target.hasRoom = true;
        target.outcome = Outcome.NO_ROOM;
        client.sends(QOS_0);
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 1);
        client.expects("40 03 00 01 97").drops();
        loop.expectsComplete();
    }

    @Test
    void readsOnFrom311ThatOwesAcknowledgementsOfAQueue() {
        target.outcome = null;
        client.connected311("a").sends("82 .. 00 01 'queues/q' 01").expects("90 03 00 01 01");
        for (int i = 1; i <= 5; i++) {
            client.sends("32 .. 't' 00 0" + i + " `x`");
        }
        assertTrue(client.wire.held, "its window is 4, and it owes nothing");
        loop.directory.source("queues/q").put(message());
        loop.step();
        client.arriveAgain();
        assertFalse(client.wire.held, "its acknowledgement may lie behind");
        assertEquals(5, target.taken.size());
        client.sends("40 02 00 01");
        loop.expects(Counter.MATCHED_SETTLED, 1);
        client.sends("32 .. 't' 00 06 `x`");
        assertTrue(client.wire.held);
        while (!target.taken.isEmpty()) {
            target.bringHome(0, Outcome.ACCEPTED);
        }
        target.outcome = Outcome.ACCEPTED;
        loop.step();
        client.arriveAgain();
        assertEquals(6, target.count);
        client.drops();
        loop.expectsComplete();
    }
}
