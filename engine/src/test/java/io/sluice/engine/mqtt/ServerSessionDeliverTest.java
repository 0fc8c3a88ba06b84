package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client is sent, and how it is settled. */
class ServerSessionDeliverTest {
    private final FakeLoop loop = newLoop();
    private final FakeClient client = loop.client();
    private final List<FakeMessage> messages = new ArrayList<>();

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
        assertTrue(messages.stream().allMatch(each -> each.outcomes.size() == 1));
    }

    /** Subscribes, and looks away from the answer. */
    private FakeClient subscribed(final String filterAndOptions) {
        client.sends("82 .. 00 01 () " + filterAndOptions).wire.take();
        return client;
    }

    /** A message of this QoS and body goes to whoever draws from the source. */
    private FakeMessage put(final String source, final int qos, final String body) {
        return put(
                source,
                new FakeMessage(
                        Record.FORMAT_MQTT, qos << Record.FLAGS_QOS_SHIFT, Wire.bytes(body)));
    }

    private FakeMessage put(final String source, final FakeMessage message) {
        messages.add(message);
        loop.directory.source(source).put(message);
        return message;
    }

    private static void expects(final FakeMessage message, final Outcome... outcomes) {
        assertEquals(List.of(outcomes), message.outcomes);
    }

    @Test
    void sendsAnEventWithTheLesserQos() {
        client.connected("a");
        subscribed("'#' 01");
        expects(put("#", 0, "'t' () `x`"), Outcome.ACCEPTED);
        final FakeMessage first = put("#", 1, "'t' () `x`");
        final FakeMessage second = put("#", 2, "'t' () `x`");
        client.expects("30 .. 't' () `x`", "32 .. 't' 00 01 () `x`", "32 .. 't' 00 02 () `x`");
        expects(first);
        loop.expectsMatchedHeld(2);
        client.sends("40 02 00 02", "40 02 00 01");
        expects(first, Outcome.ACCEPTED);
        expects(second, Outcome.ACCEPTED);
    }

    @Test
    void sendsAQueuesMessageWithTheQosThatWasGranted() {
        client.connected("a");
        subscribed("'queues/q' 01 'queues/r' 00 'queues/s' 02");
        final FakeMessage first = put("queues/q", 0, "'queues/q' () `x`");
        final FakeMessage second = put("queues/r", 2, "'queues/r' () `x`");
        final FakeMessage third = put("queues/s", 1, "'queues/s' () `x`");
        client.expects(
                "32 .. 'queues/q' 00 01 () `x`",
                "30 .. 'queues/r' () `x`",
                "34 .. 'queues/s' 00 02 () `x`");
        expects(second, Outcome.ACCEPTED);
        client.sends("40 03 00 01 80", "50 02 00 02").expects("62 02 00 02");
        expects(first, Outcome.REJECTED);
        expects(third, Outcome.ACCEPTED);
        client.sends("50 02 00 02").expects("62 02 00 02").sends("70 02 00 02").expectsNothing();
        loop.expects(Counter.MATCHED_DEAD, 1);
        loop.expects(Counter.MATCHED_SETTLED, 2);
    }

    @Test
    void keepsPropertiesBytesAndOrder() { // peers 37
        client.connected("a");
        subscribed("'#' 00");
        final String message =
                "'t' (26 'b' 'x' 26 'a' '' 03 'json' 08 'r' 09 00 02 00 FF 26 'b' '') `hello`";
        final FakeClient old = loop.client().connected311("b").sends("82 .. 00 01 '#' 00");
        old.expects("90 03 00 01 00");
        loop.client().connected("c").sends("30 .. " + message).drops();
        client.expects("30 .. " + message);
        old.expects("30 .. 't' `hello`").drops();
    }

    @Test
    void sendsA311MessageToMqtt5() {
        client.connected("a");
        subscribed("'#' 01");
        loop.client().connected311("b").sends("32 .. 't' 00 09 `hello`").drops();
        client.expects("32 .. 't' 00 01 () `hello`").sends("40 02 00 01");
    }

    @Test
    void tellsWhichSubscriptionItIs() {
        client.connected("a").sends("82 .. 00 01 (0B C8 01) '#' 00").wire.take();
        put("#", 0, "'t' (03 'json') `x`");
        client.expects("30 .. 't' (03 'json' 0B C8 01) `x`");
    }

    @Test
    void sendsMoreThanItReadsWhereItsOwnFieldsAreAdded() {
        client.connected("a").sends("82 .. 00 01 (0B 01) '#' 01").wire.take();
        final String payload = "`" + "x".repeat(4_085) + "`";
        put("#", 1, "'t' () " + payload);
        client.expects("32 .. 't' 00 01 (0B 01) " + payload).sends("40 02 00 01");
    }

    @Test
    void keepsRetainOnlyWhereItIsAskedTo() {
        client.connected("a");
        subscribed("'a' 08 'b' 00");
        final byte[] body = Wire.bytes("'t' () `x`");
        put("a", new FakeMessage(Record.FORMAT_MQTT, Record.FLAG_RETAIN, body));
        put("b", new FakeMessage(Record.FORMAT_MQTT, Record.FLAG_RETAIN, body));
        client.expects("31 .. 't' () `x`", "30 .. 't' () `x`");
    }

    @Test
    void tellsTheTimeThatIsLeft() { // peers 36
        client.connected5("a", "21 00 01");
        subscribed("'#' 01");
        put("#", 1, "'t' () `first`");
        final String body = "'t' (03 'json' 02 00 00 00 1E 26 'a' 'b') `x`";
        final FakeMessage lasting =
                new FakeMessage(Record.FORMAT_MQTT, 1 << 2, Wire.bytes(body))
                        .expiresAtMs(3_630_000);
        final FakeMessage brief =
                new FakeMessage(
                                Record.FORMAT_MQTT,
                                1 << 2,
                                Wire.bytes("'t' (02 00 00 00 01) `gone`"))
                        .expiresAtMs(3_601_000);
        put("#", brief);
        put("#", lasting);
        client.expects("32 .. 't' 00 01 () `first`");
        loop.passSeconds(2);
        client.sends("40 02 00 01")
                .expects("32 .. 't' 00 02 (03 'json' 02 00 00 00 1C 26 'a' 'b') `x`");
        loop.expects(Counter.MATCHED_DROPPED_EXPIRED, 1);
        client.sends("40 02 00 02");
    }

    @Test
    void givesBackWhatHasExpiredInAQueue() {
        client.connected("a");
        subscribed("'queues/q' 01");
        final FakeMessage message =
                new FakeMessage(Record.FORMAT_MQTT, 0, Wire.bytes("'queues/q' () `x`"));
        expects(put("queues/q", message.expiresAtMs(1)), Outcome.RELEASED);
        client.expectsNothing();
    }

    @Test
    void keepsToTheClientsReceiveMaximum() { // peers 33
        client.connected5("a", "21 00 01");
        subscribed("'#' 01");
        put("#", 1, "'t' () `1`");
        put("#", 1, "'t' () `2`");
        put("#", 0, "'t' () `3`");
        client.expects("32 .. 't' 00 01 () `1`", "30 .. 't' () `3`");
        assertTrue(loop.directory.source("#").consumer.isBehind());
        client.sends("C0 00").expects("D0 00").sends("40 02 00 01");
        client.expects("32 .. 't' 00 02 () `2`").sends("40 02 00 02").expectsNothing();
        assertFalse(loop.directory.source("#").consumer.isBehind());
    }

    @Test
    void asksAQueueOnlyForWhatItCanSend() {
        client.connected5("a", "21 00 02");
        subscribed("'queues/q' 01");
        for (int i = 1; i <= 5; i++) {
            put("queues/q", 1, "'queues/q' () 3" + i);
        }
        assertEquals(0, loop.directory.source("queues/q").demand);
        client.expects("32 .. 'queues/q' 00 01 () `1`", "32 .. 'queues/q' 00 02 () `2`");
        client.sends("40 02 00 01").expects("32 .. 'queues/q' 00 03 () `3`");
        client.sends("40 02 00 02", "40 02 00 03")
                .expects("32 .. 'queues/q' 00 04 () `4`", "32 .. 'queues/q' 00 05 () `5`");
        client.sends("40 02 00 04", "40 02 00 05");
        assertEquals(2, loop.directory.source("queues/q").demand);
    }

    @Test
    void sharesOneWindowAmongItsQueues() {
        client.connected5("a", "21 00 02");
        subscribed("'queues/q' 01 'queues/r' 01");
        put("queues/q", 1, "'queues/q' () `1`");
        assertEquals(1, loop.directory.source("queues/r").demand);
        put("queues/r", 1, "'queues/r' () `2`");
        assertEquals(0, loop.directory.source("queues/q").demand);
        assertEquals(0, loop.directory.source("queues/r").demand);
        client.sends("40 02 00 01");
        assertEquals(1, loop.directory.source("queues/q").demand);
        client.sends("40 02 00 02");
    }

    @Test
    void countsQos2IntoTheWindowUntilItsPubcomp() {
        client.connected5("a", "21 00 01");
        subscribed("'#' 02");
        put("#", 2, "'t' () `1`");
        put("#", 2, "'t' () `2`");
        client.expects("34 .. 't' 00 01 () `1`").sends("50 02 00 01").expects("62 02 00 01");
        client.sends("70 02 00 01").expects("34 .. 't' 00 02 () `2`");
        client.sends("50 03 00 02 97").expectsNothing();
        loop.expects(Counter.MATCHED_DROPPED_REJECTED, 1);
    }

    @Test
    void answersAcknowledgementsOfWhatItDoesNotKnow() {
        client.connected("a")
                .sends("40 02 00 09", "70 02 00 09")
                .expectsNothing()
                .sends("50 02 00 09")
                .expects("62 03 00 09 92")
                .expectsOpen();
    }

    @Test
    void refusesTheWrongAcknowledgement() {
        client.connected("a");
        subscribed("'queues/q' 01 'queues/r' 02");
        final FakeMessage message = put("queues/q", 1, "'queues/q' () `x`");
        client.wire.take();
        client.sends("50 02 00 01").expects("E0 01 82").expectsClosed();
        expects(message, Outcome.FAILED);
        loop.expects(Counter.MATCHED_RETURNED, 1);
    }

    @Test
    void dropsWhatIsTooLargeForTheClient() { // peers 34
        client.connected5("a", "21 00 01 27 00 00 00 3C");
        subscribed("'#' 01 'queues/q' 01");
        final String large = "`" + "x".repeat(200) + "`";
        expects(put("#", 1, "'t' () " + large), Outcome.ACCEPTED);
        expects(put("queues/q", 1, "'queues/q' () " + large), Outcome.REJECTED);
        client.expectsNothing();
        put("#", 1, "'t' () `x`");
        client.expects("32 .. 't' 00 01 () `x`").sends("40 02 00 01");
        loop.expects(Counter.MATCHED_DROPPED_TOO_LARGE, 1);
        loop.expects(Counter.MATCHED_DEAD, 1);
    }

    @Test
    void dropsEventsPastItsBoundAndGoesOn() {
        client.connected5("a", "21 00 01");
        subscribed("'#' 01");
        for (int i = 0; i < 12; i++) {
            final FakeMessage message =
                    new FakeMessage(Record.FORMAT_MQTT, 1 << 2, Wire.bytes("'t' () `x`"));
            loop.directory.source("#").put(message);
        }
        client.expects("32 .. 't' 00 01 () `x`");
        loop.expects(Counter.MATCHED, 12);
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 3);
        for (int i = 1; i <= 9; i++) {
            client.sends("40 02 00 0" + i);
        }
        client.wire.take();
        put("#", 1, "'t' () `y`");
        client.expects("32 .. 't' 00 0A () `y`").sends("40 02 00 0A");
    }

    @Test
    void waitsWhileTheSocketTakesNothing() {
        client.connected("a");
        subscribed("'#' 01 'queues/q' 00");
        client.wire.congested = true;
        put("#", 0, "'t' () `1`");
        put("#", 1, "'t' () `2`");
        client.sends("C0 00").expects("D0 00");
        client.writable().expects("30 .. 't' () `1`", "32 .. 't' 00 01 () `2`");
        client.sends("40 02 00 01");
    }

    @Test
    void asksAQueueForNothingWhileTheSocketTakesNothing() {
        client.connected("a");
        subscribed("'queues/q' 00");
        client.wire.congested = true;
        put("queues/q", 0, "'queues/q' () `1`"); // was asked for before
        put("queues/q", 0, "'queues/q' () `2`");
        assertEquals(0, loop.directory.source("queues/q").demand);
        client.expectsNothing();
        client.writable().expects("30 .. 'queues/q' () `1`", "30 .. 'queues/q' () `2`");
        assertTrue(loop.directory.source("queues/q").demand > 0);
    }

    @Test
    void givesBackWhatWasNotAcknowledgedWhenTheConnectionEnds() {
        client.connected5("a", "21 00 02");
        subscribed("'#' 01 'queues/q' 01");
        final FakeMessage message = put("queues/q", 1, "'queues/q' () `1`");
        final FakeMessage event = put("#", 1, "'t' () `2`");
        final FakeMessage waits = put("#", 1, "'t' () `3`");
        client.drops();
        expects(message, Outcome.FAILED); // it counts as an attempt
        expects(event, Outcome.ACCEPTED);
        expects(waits, Outcome.ACCEPTED);
        loop.expects(Counter.MATCHED_RETURNED, 1);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 2);
    }

    @Test
    void countsNoAttemptWhenTheClientSaysGoodbye() {
        client.connected5("a", "21 00 01");
        subscribed("'queues/q' 01");
        final FakeMessage sent = put("queues/q", 1, "'queues/q' () `1`");
        client.sends("E0 00").expectsClosed();
        expects(sent, Outcome.RELEASED);
        loop.expects(Counter.MATCHED_RETURNED, 1);
    }

    @Test
    void countsNoAttemptWhenTheDaemonEnds() {
        client.connected("a");
        subscribed("'queues/q' 01");
        final FakeMessage sent = put("queues/q", 1, "'queues/q' () `1`");
        loop.server.shutDown();
        expects(sent, Outcome.RELEASED);
        client.drops();
    }

    @Test
    void forgetsAQos2MessageThatLacksItsPubcompAlone() {
        client.connected("a");
        subscribed("'queues/q' 02");
        final FakeMessage message = put("queues/q", 1, "'queues/q' () `1`");
        client.sends("50 02 00 01").drops();
        expects(message, Outcome.ACCEPTED);
    }

    @Test
    void settlesWhatIsAcknowledgedAfterUnsubscribe() {
        client.connected("a");
        subscribed("'queues/q' 01");
        final FakeMessage message = put("queues/q", 1, "'queues/q' () `1`");
        client.sends("A2 .. 00 02 () 'queues/q'", "40 02 00 01");
        expects(message, Outcome.ACCEPTED);
    }

    @Test
    void mapsTheRecordsOfAnotherProtocol() {
        client.connected("a");
        subscribed("'#' 00 'queues/q' 01");
        put("#", new FakeMessage(Record.FORMAT_AMQP, 0, Wire.bytes("'ab' () `x`")));
        client.expects("30 .. 'ab' () `x`");
        expects(
                put("#", new FakeMessage(Record.FORMAT_AMQP, 0, Wire.bytes("FF 00 00 00 00 00"))),
                Outcome.ACCEPTED);
        expects(
                put(
                        "queues/q",
                        new FakeMessage(Record.FORMAT_AMQP, 0, Wire.bytes("FF 00 00 00 00 00"))),
                Outcome.REJECTED);
        loop.expects(Counter.MATCHED_DROPPED_UNMAPPED, 1);
        loop.expects(Counter.MATCHED_DEAD, 1);
    }

    @Test
    void givesEachIdentifierToOneMessageAtATime() {
        client.connected("a");
        subscribed("'#' 01");
        put("#", 1, "'t' () `stays`");
        client.wire.take();
        for (int i = 2; i <= 65_535; i++) {
            exchange(i);
        }
        exchange(2); // past the end, and past 1, which is in use
        client.sends("40 02 00 01");
    }

    private void exchange(final int packetId) {
        final String id = String.format("%02X %02X", packetId >> 8, packetId & 0xFF);
        put("#", 1, "'t' () `x`");
        client.expects("32 .. 't' " + id + " () `x`").sends("40 02 " + id);
    }
}
