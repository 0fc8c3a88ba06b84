package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client publishes, and when it is acknowledged. */
class ServerSessionPublishTest {
    private static final String QOS_0 = "30 .. 't' () `x`";
    private static final String PING = "C0 00";
    private static final String PONG = "D0 00";

    private final FakeLoop loop = newLoop();
    private final FakeTarget target = loop.directory.target;
    private FakeClient client = loop.client();

    private static String qos1(final String packetId) {
        return "32 .. 't' " + packetId + " () `x`";
    }

    private static String qos2(final String packetId) {
        return "34 .. 't' " + packetId + " () `x`";
    }

    /** What arrives in other pieces is to have the same effect. */
    FakeLoop newLoop() {
        return new FakeLoop();
    }

    @AfterEach
    void everythingComesHome() {
        if (!client.wire.closed) {
            client.drops();
        }
        while (!target.taken.isEmpty()) {
            target.bringHome(0, Outcome.RELEASED);
        }
        loop.step();
        loop.expectsComplete();
    }

    @Test
    void takesQos0WithoutAWord() {
        client.connected("a").sends(QOS_0, QOS_0).expectsNothing();
        loop.expects(Counter.MESSAGES_RECEIVED, 2);
        loop.expects(Counter.MESSAGES_ACCEPTED, 2);
    }

    @Test
    void acknowledgesWhenTheDeliveryIsHomeAndNotBefore() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01")).expectsNothing();
        loop.expectsHeld(1);
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        client.expects("40 02 00 01");
        loop.expectsHeld(0);
    }

    @Test
    void acknowledgesInReceiveOrderWhateverTheTargetSays() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01"), qos1("00 07"), qos1("00 03"));
        target.bringHome(2, Outcome.ACCEPTED);
        target.bringHome(1, Outcome.NO_ROOM);
        loop.step();
        client.expectsNothing();
        target.bringHome(0, Outcome.DUPLICATE);
        loop.step();
        client.expects("40 02 00 01", "40 03 00 07 97", "40 02 00 03");
        loop.expects(Counter.MESSAGES_ACCEPTED, 2);
        loop.expects(Counter.MESSAGES_REFUSED, 1);
    }

    @Test
    void doesNotLetOneQosWaitForTheOther() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01"), qos2("00 02"));
        target.bringHome(1, Outcome.ACCEPTED);
        loop.step();
        client.expects("50 02 00 02");
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        client.expects("40 02 00 01").sends("62 02 00 02").expects("70 02 00 02");
    }

    @Test
    void writesTheRecordOnce() {
        target.outcome = null;
        client.connected("a")
                .sends("32 .. 't' 00 09 (02 00 00 00 0A 26 'k' 'v' 03 'json') `hello`");
        final Delivery delivery = target.taken.get(0);
        final int at = delivery.offset();
        final byte[] body = new byte[Record.bodyLength(delivery.buffer(), at)];
        delivery.buffer().getBytes(Record.bodyOffset(at), body);
        assertArrayEquals(Wire.bytes("'t' (02 00 00 00 0A 26 'k' 'v' 03 'json') `hello`"), body);
        assertEquals(Record.FORMAT_MQTT, Record.format(delivery.buffer(), at));
        assertTrue(Record.isDurable(delivery.buffer(), at));
        assertFalse(Record.isRetain(delivery.buffer(), at));
        assertEquals(1, Record.qos(delivery.buffer(), at));
        assertEquals(4, Record.priority(delivery.buffer(), at));
        assertEquals(3_600_000, Record.arrivedAtMs(delivery.buffer(), at));
        assertEquals(3_610_000, Record.expiresAtMs(delivery.buffer(), at));
    }

    @Test
    void writesAnEmptyPropertyListFor311() {
        target.outcome = null;
        client.connected311("a").sends("31 .. 't' `hello`");
        final Delivery delivery = target.taken.get(0);
        final int at = delivery.offset();
        final byte[] body = new byte[Record.bodyLength(delivery.buffer(), at)];
        delivery.buffer().getBytes(Record.bodyOffset(at), body);
        assertArrayEquals(Wire.bytes("'t' 00 `hello`"), body);
        assertFalse(Record.isDurable(delivery.buffer(), at));
        assertTrue(Record.isRetain(delivery.buffer(), at));
        assertEquals(0, Record.expiresAtMs(delivery.buffer(), at));
    }

    @Test
    void recordsQos2OnceUntilItIsReleased() { // peers 30
        client.connected("a")
                .sends(qos2("00 0A"), "3C .. 't' 00 0A () `x`")
                .expects("50 02 00 0A", "50 02 00 0A");
        assertEquals(1, target.count);
        client.sends("62 02 00 0A").expects("70 02 00 0A");
        client.sends("3C .. 't' 00 0A () `x`").expects("50 02 00 0A");
        assertEquals(2, target.count);
        loop.expects(Counter.MESSAGES_RECEIVED, 2);
    }

    @Test
    void answersARepeatedQos2WhenItIsKnownWhatBecameOfIt() {
        target.outcome = null;
        client.connected("a").sends(qos2("00 0A"), "3C .. 't' 00 0A () `x`").expectsNothing();
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        client.expects("50 02 00 0A", "50 02 00 0A");
        assertEquals(1, target.count);
    }

    @Test
    void endsTheExchangeWhenQos2IsRefused() {
        target.outcome = Outcome.NO_ROOM;
        client.connected("a").sends(qos2("00 0A")).expects("50 03 00 0A 97");
        target.outcome = Outcome.ACCEPTED;
        client.sends(qos2("00 0A")).expects("50 02 00 0A");
        client.sends("62 02 00 0A").expects("70 02 00 0A");
    }

    @Test
    void saysWhenNothingIsToBeReleased() { // peers 31
        client.connected("a").sends("62 02 00 05").expects("70 03 00 05 92").expectsOpen();
        loop.client().connected311("b").sends("62 02 00 05").expects("70 02 00 05").drops();
    }

    @Test
    void refusesAReleaseBeforeItsPubrec() {
        target.outcome = null;
        client.connected("a").sends(qos2("00 0A"), "62 02 00 0A").expects("E0 01 82");
        client.expectsClosed();
    }

    @Test
    void holdsTheClientToItsReceiveMaximum() { // peers 32
        client.connected("a")
                .sends(qos2("00 01"), qos2("00 02"), qos2("00 03"), qos2("00 04"))
                .expects("50 02 00 01", "50 02 00 02", "50 02 00 03", "50 02 00 04")
                .sends(qos2("00 05"))
                .expects("E0 01 93")
                .expectsClosed();
    }

    @Test
    void countsWhatIsNotAcknowledgedIntoTheReceiveMaximum() {
        target.outcome = null;
        client.connected("a")
                .sends(qos1("00 01"), qos1("00 02"), qos2("00 03"), qos1("00 04"), QOS_0)
                .expectsOpen()
                .sends(qos1("00 05"))
                .expects("E0 01 93")
                .expectsClosed();
    }

    @Test
    void letsA311ClientWaitThatSendsTooMuch() {
        target.outcome = null;
        client.connected311("a");
        for (int i = 1; i <= 6; i++) {
            client.sends("32 .. 't' 00 0" + i + " `x`");
        }
        client.sends(PING).expectsNothing().expectsOpen();
        assertEquals(4, target.taken.size());
        assertTrue(client.wire.held);
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        client.arriveAgain().expects("40 02 00 01");
        assertEquals(4, target.taken.size());
        target.outcome = Outcome.ACCEPTED;
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        client.arriveAgain().expects("40 02 00 02", PONG);
        for (int i = 3; i <= 5; i++) {
            target.bringHome(0, Outcome.ACCEPTED);
        }
        loop.step();
        client.expects("40 02 00 03", "40 02 00 04", "40 02 00 05", "40 02 00 06");
    }

    @Test
    void takesMoreQos2From311ThanAwaitsItsCommit() {
        client.connected311("a");
        for (int i = 1; i <= 6; i++) {
            client.sends("34 .. 't' 00 0" + i + " `x`").expects("50 02 00 0" + i);
        }
        client.sends("62 02 00 01").expects("70 02 00 01");
    }

    @Test
    void dropsQos0ThatFindsNoRoomAndCountsIt() {
        target.outcome = Outcome.NO_ROOM;
        client.connected("a").sends(QOS_0).expectsNothing().expectsOpen();
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 1);
    }

    @Test
    void saysNothingAboutWhatIsNotKnown() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01"));
        target.bringHome(0, Outcome.UNKNOWN);
        loop.step();
        client.expects("E0 01 80").expectsClosed();
        loop.expects(Counter.MESSAGES_RETURNED, 1);
        final FakeClient old = loop.client().connected311("b").sends("32 .. 't' 00 01 `x`");
        target.bringHome(0, Outcome.UNKNOWN);
        loop.step();
        old.expectsNothing().expectsClosed();
    }

    @Test
    void refusesWhatMayNotBeThere() {
        client.connected("a")
                .sends("32 .. 'closed/x' 00 01 () `x`")
                .expects("40 03 00 01 90")
                .sends("34 .. 'queues/' 00 02 () `x`")
                .expects("50 03 00 02 87")
                .sends("30 .. 'closed/x' () `x`")
                .expectsNothing()
                .expectsOpen();
        loop.expects(Counter.MESSAGES_REFUSED, 2);
        loop.expects(Counter.MESSAGES_DROPPED_UNWANTED, 1);
    }

    @Test
    void closesThe311ConnectionWhereItCannotSayNo() {
        client.connected311("a")
                .sends("32 .. 't' 00 01 `x`", "32 .. 'closed/x' 00 02 `x`")
                .expects("40 02 00 01")
                .expectsClosed();
        loop.expects(Counter.MESSAGES_REFUSED, 1);
    }

    @Test
    void refusesAMessageThatBreaksACap() {
        client.connected("a")
                .sends("32 .. 'a/b/c/d/e/f/g/h/i' 00 01 () `x`")
                .expects("40 03 00 01 90")
                .sends("32 .. 't' 00 02 (" + "26 '' '' ".repeat(7) + ") `x`")
                .expects("40 03 00 02 97")
                .sends("30 .. 't' (" + "26 '' '' ".repeat(7) + ") `x`")
                .sends("32 .. 't' 00 03 (09 '12345678901234567') `x`")
                .expects("40 03 00 03 97")
                .sends("34 .. 't' 00 04 () `" + "x".repeat(2_049) + "`")
                .expects("50 03 00 04 97")
                .sends(QOS_0)
                .expectsOpen();
        loop.expects(Counter.MESSAGES_DROPPED_UNWANTED, 1);
        loop.expects(Counter.MESSAGES_ACCEPTED, 1);
    }

    @Test
    void refusesBrokenPublishes() { // peers 4, 5, 25, 26, 28, 29, 35
        final String[][] cases = {
            {"36 .. 't' 00 01 () `x`", "81"}, // QoS 3
            {"38 .. 't' () `x`", "81"}, // DUP at QoS 0
            {"30 .. 'a/+' () `x`", "90"},
            {"30 .. '' () `x`", "82"}, // no topic and no alias
            {"30 .. 00 03 61 00 62 ()", "81"},
            {"30 .. 00 01 FF ()", "81"},
            {"30 .. 't' (23 00 00)", "94"}, // Topic Alias 0
            {"30 .. 't' (23 00 01)", "94"}, // above the maximum, which is 0
            {"30 .. '' (23 00 01)", "94"},
            {"30 .. 't' (0B 01)", "82"}, // Subscription Identifier
            {"30 .. 't' (08 'r/#')", "82"},
            {"32 .. 't' 00 00 ()", "82"},
            {"31 .. 't' ()", "9A"}, // RETAIN
            {"30 81 20", "95"}, // 4,097 bytes, on the header alone
            {"30 80 80 80 80", "81"},
            {"30 80 00", "81"},
        };
        for (final String[] each : cases) {
            final FakeClient peer = loop.client().connected("b");
            peer.sends(each[0], PING).expects("E0 01 " + each[1]).expectsClosed();
        }
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, cases.length);
        loop.expects(Counter.MESSAGES_RECEIVED, 0);
    }

    @Test
    void waitsForMemoryWithoutLosingAByte() {
        final FakeLoop small = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(1, 4, 1 << 16));
        final FakeLoop narrow = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(2, 4, 1 << 18));
        assertTrue(small.home.isComplete());
        narrow.directory.target.outcome = null;
        final FakeClient peer = narrow.client().connected("a");
        peer.sends(qos1("00 01"), qos1("00 02"), QOS_0, PING).expectsNothing();
        assertTrue(peer.wire.held);
        assertTrue(peer.bytesKept() > 0);
        narrow.directory.target.bringHome(1, Outcome.ACCEPTED);
        narrow.step();
        peer.arriveAgain().expects(PONG);
        assertFalse(peer.wire.held);
        narrow.directory.target.bringHome(0, Outcome.ACCEPTED);
        narrow.directory.target.bringHome(0, Outcome.ACCEPTED);
        narrow.step();
        peer.expects("40 02 00 01", "40 02 00 02").drops();
        narrow.expectsComplete();
        narrow.expects(Counter.MESSAGES_ACCEPTED, 3);
    }

    @Test
    void doesNotWaitForRoomForEver() {
        target.hasRoom = false;
        client.connected("a").sends(QOS_0);
        assertTrue(client.wire.held);
        loop.passSeconds(59);
        client.expectsNothing().expectsOpen();
        loop.passSeconds(2);
        client.expects("E0 01 97").expectsClosed();
        loop.expects(Counter.CONNECTIONS_HELD_TOO_LONG, 1);
        loop.expectsComplete();
    }

    @Test
    void countsAWaitFromItsBeginningThoughItWasTriedInVain() {
        final FakeLoop narrow = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(1, 4, 1 << 18));
        narrow.directory.target.outcome = null;
        final FakeClient other = narrow.client().connected("b").sends(QOS_0);
        final FakeClient peer = narrow.client().connected("a").sends(QOS_0);
        for (int i = 0; i < 5; i++) {
            narrow.passSeconds(11);
            narrow.home.madeRoom();
            narrow.step();
            peer.arriveAgain().expectsOpen();
            assertTrue(peer.wire.held);
        }
        narrow.passSeconds(6);
        peer.expects("E0 01 97").expectsClosed();
        narrow.directory.target.bringHome(0, Outcome.ACCEPTED);
        narrow.step();
        other.drops();
        narrow.expectsComplete();
    }

    @Test
    void beginsTheNextWaitAnew() {
        target.hasRoom = false;
        client.connected("a").sends(QOS_0);
        for (int i = 2; i <= 4; i++) {
            loop.passSeconds(50);
            target.hasRoom = true;
            loop.home.madeRoom();
            loop.step();
            client.arriveAgain();
            target.hasRoom = false;
            client.sends(QOS_0);
            assertTrue(client.wire.held);
        }
        loop.passSeconds(50);
        client.expectsNothing().expectsOpen();
        assertEquals(3, target.count);
    }

    @Test
    void doesNotCountTimeInWhichItDoesNotRead() {
        target.hasRoom = false;
        client.sends("10 .. 'MQTT' 05 02 00 0A () 'a'").wire.take();
        client.sends(QOS_0);
        loop.passSeconds(40);
        target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        client.arriveAgain().expectsNothing();
        loop.passSeconds(14);
        client.expectsOpen();
        loop.passSeconds(2);
        client.expects("E0 01 8D").expectsClosed();
    }

    @Test
    void countsWhatComesHomeToAClosedConnection() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01"), qos1("00 02"), qos2("00 03"), QOS_0).drops();
        loop.expectsHeld(4);
        assertFalse(loop.home.isComplete());
        target.bringHome(0, Outcome.ACCEPTED);
        target.bringHome(0, Outcome.NO_ROOM);
        target.bringHome(0, Outcome.UNKNOWN);
        target.bringHome(0, Outcome.NO_ROOM);
        loop.step();
        loop.expects(Counter.MESSAGES_ACCEPTED, 1);
        loop.expects(Counter.MESSAGES_RETURNED, 2);
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 1);
    }

    @Test
    void returnsWhatWasRefusedAndCouldNotBeTold() {
        target.outcome = null;
        client.connected("a").sends(qos1("00 01"), qos1("00 02"));
        target.bringHome(1, Outcome.NO_ROOM);
        loop.step();
        client.drops();
        loop.expects(Counter.MESSAGES_RETURNED, 1);
        loop.expectsHeld(1);
    }

    @Test
    void processesNothingBehindADisconnect() { // peers 42
        client.connected("a").sends("E0 00", QOS_0).expectsNothing().expectsClosed();
        loop.expects(Counter.MESSAGES_RECEIVED, 0);
    }
}
