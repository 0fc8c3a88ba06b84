package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.loop.CloseCause;
import io.sluice.engine.observe.Counter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a connection ends, and what becomes of the will. */
class ServerSessionEndTest {
    private static final String WITH_WILL =
            "10 .. 'MQTT' 05 0E 00 3C () 'a' (18 00 00 00 05 03 'json' 02 00 00 00 0A) 'w' 'gone'";

    private final FakeLoop loop = newLoop();
    private final FakeTarget target = loop.directory.target;
    private final FakeClient client = loop.client();

    /** What arrives in other pieces is to have the same effect. */
    FakeLoop newLoop() {
        return new FakeLoop();
    }

    @AfterEach
    void everythingComesHome() {
        if (!client.wire.closed) {
            client.drops();
        }
        loop.expectsComplete();
    }

    private FakeClient withWill() {
        client.sends(WITH_WILL).wire.take();
        return client.expectsOpen();
    }

    private void expectsWill(final boolean published) {
        assertEquals(published ? List.of("w") : List.of(), loop.directory.topics);
        loop.expects(Counter.MESSAGES_RECEIVED, published ? 1 : 0);
    }

    @Test
    void closesAfterDisconnectWithoutAWord() {
        client.connected("a").sends("E0 00").expectsNothing().expectsClosed();
        loop.client().connected("b").sends("E0 01 00").expectsNothing().expectsClosed();
        loop.client().connected311("c").sends("E0 00").expectsNothing().expectsClosed();
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, 0);
    }

    @Test
    void refusesABrokenDisconnect() {
        client.connected("a").sends("E1 00").expects("E0 01 81").expectsClosed();
        loop.client().connected("b").sends("E0 01 8E").expects("E0 01 82").expectsClosed();
        loop.client().connected311("c").sends("E0 01 00").expectsNothing().expectsClosed();
    }

    @Test
    void letsNoSessionOutliveWhatWasAgreed() { // peers 23
        client.connected("a")
                .sends("E0 .. 00 (11 00 00 00 1E)")
                .expects("E0 01 82")
                .expectsClosed();
        loop.client()
                .connected5("b", "11 00 00 00 3C")
                .sends("E0 .. 00 (11 00 00 00 00)")
                .expectsNothing()
                .expectsClosed();
    }

    @Test
    void refusesAuthentication() { // peers 18
        client.connected("a").sends("F0 00").expects("E0 01 82").expectsClosed();
        loop.client().connected("b").sends("F1 00").expects("E0 01 81").expectsClosed();
        loop.client().connected311("c").sends("F0 00").expectsNothing().expectsClosed();
    }

    @Test
    void endsTheConnectionOfASilentClient() { // peers 24
        client.sends("10 .. 'MQTT' 05 06 00 02 () 'a' () 'w' ''").wire.take();
        loop.passSeconds(2.9);
        client.sends("C0 00").expects("D0 00");
        loop.passSeconds(2.9);
        client.expectsOpen().sends("C0"); // not a packet
        loop.passSeconds(0.2);
        client.expects("E0 01 8D").expectsClosed();
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
        expectsWill(true);
        final FakeClient old = loop.client();
        old.sends("10 .. 'MQTT' 04 02 00 02 'b'").expects("20 02 00 00");
        loop.passSeconds(3.1);
        old.expectsNothing().expectsClosed();
    }

    @Test
    void waitsForEverForWhoPromisesNothing() {
        client.sends("10 .. 'MQTT' 05 02 00 00 () 'a'").wire.take();
        loop.passSeconds(1_000_000);
        client.expectsOpen();
    }

    @Test
    void letsTheNextConnectionOfAClientTakeOver() { // peers 21
        withWill();
        final FakeClient next = loop.client().connected("a");
        client.expects("E0 01 8E").expectsClosed();
        expectsWill(true);
        assertEquals(1, loop.server.sessionCount());
        next.sends("C0 00").expects("D0 00");
        final FakeClient last = loop.client();
        last.sends("10 .. 'MQTT' 04 02 00 3C 'a'").expects("20 02 00 00");
        next.expects("E0 01 8E").expectsClosed();
        final FakeClient after = loop.client().connected("a");
        last.expectsNothing().expectsClosed();
        after.drops();
    }

    @Test
    void tellsClientsThatTheDaemonEnds() {
        withWill();
        final FakeClient old = loop.client().connected311("b");
        loop.server.shutDown();
        loop.step();
        client.expects("E0 01 8B").expectsClosed();
        old.expectsNothing().expectsClosed();
        expectsWill(true);
    }

    @Test
    void tellsWhoComesWhileTheDaemonEnds() { // from another loop, say
        loop.server.shutDown();
        final FakeClient late = loop.client();
        late.sends("10 .. 'MQTT' 05 02 00 3C () 'late'");
        final String said = HexFormat.of().formatHex(late.wire.take());
        assertTrue(said.startsWith("20") && said.endsWith("e0018b"), said);
        late.expectsClosed();
    }

    @Test
    void countsNoSilenceWhileThereIsNoMemoryToReadInto() {
        client.sends("10 .. 'MQTT' 05 02 00 02 () 'a'").wire.take();
        loop.passSeconds(2.9);
        client.wire.readsSinceNs = loop.nowNs;
        loop.passSeconds(2.9);
        client.expectsNothing().expectsOpen();
        loop.passSeconds(0.2);
        client.expects("E0 01 8D").expectsClosed();
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
    }

    @Test
    void forgetsTheWillOfWhoSaysGoodbye() { // peers 42
        withWill().sends("E0 00").expectsClosed();
        expectsWill(false);
    }

    @Test
    void publishesTheWillOnEveryOtherEnd() { // peers 2, 42
        withWill().sends("E0 01 04").expectsNothing().expectsClosed();
        expectsWill(true);
    }

    @Test
    void publishesTheWillAfterAReset() {
        withWill().drops();
        expectsWill(true);
    }

    @Test
    void publishesTheWillAfterAProtocolError() {
        withWill().sends("80 00").expects("E0 01 81").expectsClosed();
        expectsWill(true);
    }

    @Test
    void publishesTheWillOnce() {
        withWill().sends("80 00").expectsClosed();
        client.session.onClosed(CloseCause.LOCAL, loop.nowNs);
        client.session.onWritable(loop.nowNs);
        loop.passSeconds(100);
        expectsWill(true);
    }

    @Test
    void writesTheWillAsThePublishThatItIs() {
        target.outcome = null;
        withWill();
        loop.passSeconds(3);
        client.drops();
        final Delivery delivery = target.taken.get(0);
        final int at = delivery.offset();
        final byte[] body = new byte[Record.bodyLength(delivery.buffer(), at)];
        delivery.buffer().getBytes(Record.bodyOffset(at), body);
        assertTrue(Arrays.equals(Wire.bytes("'w' (03 'json' 02 00 00 00 0A) `gone`"), body));
        assertEquals(1, Record.qos(delivery.buffer(), at));
        assertTrue(Record.isDurable(delivery.buffer(), at));
        assertEquals(3_613_000, Record.expiresAtMs(delivery.buffer(), at));
        loop.expectsHeld(1);
        target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
    }

    @Test
    void letsTheWillWaitForRoom() {
        target.hasRoom = false;
        withWill().drops();
        loop.expectsHeld(1);
        target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        expectsWill(true);
        loop.expects(Counter.MESSAGES_ACCEPTED, 1);
    }

    @Test
    void countsAWillThatMayNotBeSent() {
        client.sends("10 .. 'MQTT' 05 06 00 3C () 'a' () 'closed/w' 'x'").drops();
        loop.expects(Counter.MESSAGES_DROPPED_UNWANTED, 1);
        target.outcome = Outcome.NO_ROOM;
        loop.client().sends("10 .. 'MQTT' 04 06 00 3C 'a' 'w' 'x'").drops();
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 1);
    }

    @Test
    void sendsAWillToWhoSubscribed() {
        withWill();
        final FakeClient other = loop.client().connected("b").sends("82 .. 00 01 () '#' 01");
        other.expects("90 .. 00 01 () 01");
        client.drops();
        other.expects("32 .. 'w' 00 01 (03 'json' 02 00 00 00 0A) `gone`")
                .sends("40 02 00 01")
                .drops();
        assertFalse(loop.directory.topics.isEmpty());
    }

    @Test
    void hasNothingToPublishBeforeConnect() {
        client.drops();
        expectsWill(false);
    }
}
