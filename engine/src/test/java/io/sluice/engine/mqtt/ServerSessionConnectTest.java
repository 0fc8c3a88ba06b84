package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.engine.link.Home;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.observe.Counter;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the first byte to CONNACK. */
class ServerSessionConnectTest {
    private static final String CONNECT = "10 .. 'MQTT' 05 02 00 3C () 'a'";

    private static final String CONNACK =
            """
            20 .. 00 00
            (21 00 04           | Receive Maximum
             25 00              | Retain Available
             27 00 00 10 00     | Maximum Packet Size
             2A 00)             | Shared Subscription Available
            """;

    private FakeLoop loop = newLoop();
    private FakeClient client = loop.client();

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

    @Test
    void tellsWhatThereIsAndWhatThereIsNot() {
        client.sends(CONNECT).expects(CONNACK).expectsOpen();
        assertEquals(1, loop.server.sessionCount());
    }

    @Test
    void answersThe311ClientWithoutProperties() {
        client.sends("10 .. 'MQTT' 04 02 00 3C 'a'").expects("20 02 00 00").expectsOpen();
    }

    @Test
    void answersByteByByteWhatItAnswersAtOnce() { // peers 9
        client.inChunks(1)
                .sends(CONNECT, "82 .. 00 01 () 't' 00", "30 .. 't' () `x`")
                .expects(CONNACK, "90 .. 00 01 () 00", "30 .. 't' () `x`");
        final FakeClient other = loop.client();
        other.sends("10 .. 'MQTT' 05 02 00 3C () 'b'", "82 .. 00 01 () 'u' 00", "30 .. 'u' () `x`")
                .expects(CONNACK, "90 .. 00 01 () 00", "30 .. 'u' () `x`")
                .drops();
    }

    @Test
    void closesWithoutAWordWhatDoesNotBeginWithConnect() { // peers 1, 6
        for (final String first :
                new String[] {"30 04 00 01 61 00", "30", "00 00", "C0 00", "E0"}) {
            final FakeClient stranger = loop.client();
            stranger.sends(first).expectsNothing().expectsClosed();
        }
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, 5);
    }

    @Test
    void closesWithoutAWordAConnectThatIsTooLarge() {
        client.sends("10 FF 7F").expectsNothing().expectsClosed();
    }

    @Test
    void closesWithoutAWordALengthOfFiveBytes() {
        client.sends("10 80 80 80 80 01").expectsNothing().expectsClosed();
    }

    @Test
    void refusesTheSecondConnect() { // peers 2
        client.connected("a").sends(CONNECT).expects("E0 01 82").expectsClosed();
    }

    @Test
    void refusesAMalformedConnectInTheShortForm() { // peers 10, 11
        client.sends("10 .. 'MQTT' 05 03 00 3C () 'a'").expects("20 03 00 81 00").expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 02 00 3C () 'a' 00")
                .expects("20 03 00 81 00")
                .expectsClosed();
        loop.client().sends("10 .. 'MQTT' 04 03 00 3C 'a'").expectsNothing().expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 08 00 3C () 'a'") // will QoS without a will
                .expects("20 03 00 81 00")
                .expectsClosed();
    }

    @Test
    void refusesWhatItDoesNotSpeak() { // peers 12
        client.sends("10 .. 'MQTX' 05 02 00 3C () 'a'").expects("20 03 00 84 00").expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 06 02 00 3C () 'a'")
                .expects("20 03 00 84 00")
                .expectsClosed();
        loop.client()
                .sends("10 .. 'MQIsdp' 03 02 00 3C 'a'")
                .expects("20 02 00 01")
                .expectsClosed();
    }

    @Test
    void refusesTextThatIsNone() { // peers 13
        client.sends("10 .. 'MQTT' 05 02 00 3C () 00 03 61 00 62")
                .expects("20 03 00 81 00")
                .expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 02 00 3C () 00 03 ED A0 80")
                .expects("20 03 00 81 00")
                .expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 82 00 3C () 'a' 00 02 C0 80")
                .expects("20 03 00 81 00")
                .expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 02 00 3C () 00 04 EF BB BF 61")
                .expects(CONNACK)
                .drops();
    }

    @Test
    void refusesForbiddenProperties() { // peers 14 to 17
        final String[][] cases = {
            {"11 00 00 00 01 11 00 00 00 01", "82"}, // twice
            {"21 00 00", "82"}, // Receive Maximum 0
            {"27 00 00 00 00", "82"}, // Maximum Packet Size 0
            {"17 02", "82"}, // Request Problem Information 2
            {"7F 00", "81"}, // no property
            {"23 00 01", "82"}, // Topic Alias, which is of PUBLISH
            {"16 00 01 00", "82"}, // Authentication Data alone
            {"15 'SCRAM'", "8C"}, // a method that is not known
        };
        for (final String[] each : cases) {
            final FakeClient peer = loop.client();
            peer.sends("10 .. 'MQTT' 05 02 00 3C (" + each[0] + ") 'a'");
            final byte[] answer = peer.wire.take();
            assertEquals(5, answer.length, each[0]);
            final int expected = Integer.parseInt(each[1], 16);
            assertTrue(
                    answer[3] == (byte) expected || expected == 0x82 && answer[3] == (byte) 0x81,
                    each[0]);
            peer.expectsClosed();
        }
    }

    @Test
    void assignsAnIdentifierToWhoHasNone() { // peers 19
        client.sends("10 .. 'MQTT' 05 02 00 3C () ''")
                .expects("20 .. 00 00 (21 00 04 25 00 27 00 00 10 00 12 'sluice-abc-1' 2A 00)");
        final FakeClient other = loop.client();
        other.sends("10 .. 'MQTT' 05 00 00 3C () ''")
                .expects("20 .. 00 00 (21 00 04 25 00 27 00 00 10 00 12 'sluice-abd-2' 2A 00)")
                .drops();
        loop.client().sends("10 .. 'MQTT' 04 02 00 3C ''").expects("20 02 00 00").drops();
        loop.client().sends("10 .. 'MQTT' 04 00 00 3C ''").expects("20 02 00 02").expectsClosed();
    }

    @Test
    void takesAPasswordWithoutUserNameOnlyInMqtt5() { // peers 20
        client.sends("10 .. 'MQTT' 05 42 00 3C () 'a' 'p'").expects(CONNACK);
        loop.client().sends("10 .. 'MQTT' 04 42 00 3C 'a' 'p'").expectsNothing().expectsClosed();
    }

    @Test
    void tellsThatTheSessionEndsWithTheConnection() { // peers 22
        client.sends("10 .. 'MQTT' 05 00 00 3C (11 00 00 00 3C) 'a'")
                .expects("20 .. 00 00 (11 00 00 00 00 21 00 04 25 00 27 00 00 10 00 2A 00)");
    }

    @Test
    void refusesAWillThatIsToBeRetained() {
        client.sends("10 .. 'MQTT' 05 26 00 3C () 'a' () 'w' 'x'")
                .expects("20 03 00 9A 00")
                .expectsClosed();
        loop.expects(Counter.CONNECTIONS_REFUSED_HANDSHAKE, 1);
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, 0);
        loop.client().sends("10 .. 'MQTT' 04 26 00 3C 'a' 'w' 'x'").expects("20 02 00 00").drops();
    }

    @Test
    void refusesAConnectThatBreaksACap() {
        final String deep = "a/b/c/d/e/f/g/h/i";
        client.sends("10 .. 'MQTT' 05 06 00 3C () 'a' () '" + deep + "' 'x'")
                .expects("20 03 00 90 00")
                .expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 05 02 00 3C (" + "26 '' '' ".repeat(5) + ") 'a'")
                .expects("20 03 00 97 00")
                .expectsClosed();
    }

    @Test
    void closesAClientForWhomNoConnackIsSmallEnough() {
        client.sends("10 .. 'MQTT' 05 02 00 3C (27 00 00 00 05) 'a'")
                .expectsNothing()
                .expectsClosed();
    }

    /** A second loop, to which every client belongs whose identifier begins with an x. */
    private ClientPlacement twoLoops() {
        return new ClientPlacement() {
            @Override
            public int loopOf(final DirectBuffer clientId, final int offset, final int length) {
                return clientId.getByte(offset) == 'x' ? 1 : 0;
            }

            @Override
            public ProtocolFactory serverOf(final int other) {
                return loop.server;
            }
        };
    }

    @Test
    void handsAClientToItsLoopWithEveryByte() {
        loop.server.placement(twoLoops());
        client.sends("10 .. 'MQTT' 05 06 00 3C () 'x' () 'w' 'gone'");
        assertEquals(1, client.wire.movedTo);
        assertEquals(26, client.bytesKept());
        client.expectsNothing();
        client.session.onWritable(loop.nowNs);
        assertEquals(0, loop.home.timers().count());
        loop.passSeconds(100);
        client.expectsOpen().drops();
        loop.expects(Counter.MESSAGES_RECEIVED, 0);
        loop.client().connected("a").drops();
    }

    @Test
    void waitsForConnectOnlySoLong() {
        client.sends("10");
        loop.passSeconds(9.9);
        client.expectsOpen();
        loop.passSeconds(0.2);
        client.expectsNothing().expectsClosed();
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
    }

    @Test
    void replacesAKeepAliveThatIsTooLong() {
        final MqttLimits.Times times =
                new MqttLimits.Times(
                        TimeUnit.SECONDS.toNanos(10), 30, TimeUnit.SECONDS.toNanos(60));
        final MqttLimits limits =
                new MqttLimits(
                        4_096,
                        4,
                        times,
                        new PublishCaps(64, 8, 256, 4, 16, 1 << 11),
                        new FilterCaps(4, 64, 8, 256, 4),
                        new MqttLimits.Subscribing(6, 8, 8));
        loop = new FakeLoop(limits, new Home.Limits(8, 8, 1 << 17));
        client = loop.client();
        client.sends(CONNECT).expects("20 .. 00 00 (21 00 04 25 00 27 00 00 10 00 2A 00 13 00 1E)");
        loop.passSeconds(44.9);
        client.expectsOpen();
        loop.passSeconds(0.2);
        client.expects("E0 01 8D").expectsClosed();
        loop.client().sends("10 .. 'MQTT' 04 02 00 3C 'b'").expects("20 02 00 00").drops();
    }
}
