package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.badFromServer;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** SUBSCRIBE and UNSUBSCRIBE. */
class SubscribeDecoderTest {
    static final SamplePacket SUBSCRIBE =
            fromClient(
                    V5,
                    """
                    82 07                  | SUBSCRIBE, 7 bytes follow
                    00 0A                  | packet id 10
                    00                     | no properties
                    00 01 61               | filter a
                    00                     | QoS 0
                    """);
    static final SamplePacket SUBSCRIBE_FULL =
            fromClient(
                    V5,
                    """
                    82 .. 12 34
                    (
                      0B 80 01             | Subscription Identifier 128
                      26 'k' 'v'           | User Properties
                      26 'k' 'w'
                    )
                    'a/+/b'       2E       | retain handling 2, retain as published, no local, QoS 2
                    '#'           01       | QoS 1
                    '$share/g/#'  1A       | retain handling 1, retain as published, QoS 2
                    '$SYS/x'      00
                    """);
    static final SamplePacket SUBSCRIBE_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    82 .. 00 01 'a/b' 02 'c/#' 01
                    """);
    static final SamplePacket ONE_BAD_AMONG_GOOD =
            fromClient(
                    V5,
                    """
                    82 .. 00 01 ()
                    'good/1' 00
                    'bad#'   01            | a filter that is none gets its own reason code
                    ''       01
                    'good/2' 02
                    """);
    static final SamplePacket UNSUBSCRIBE =
            fromClient(
                    V5,
                    """
                    A2 06                  | UNSUBSCRIBE, 6 bytes follow
                    00 0A                  | packet id 10
                    00                     | no properties
                    00 01 61               | filter a
                    """);
    static final SamplePacket UNSUBSCRIBE_FULL =
            fromClient(
                    V5,
                    """
                    A2 .. 00 0B ( 26 'k' 'v' ) 'a/+/b' '$share/g/#' 'a/#/b'
                    """);
    static final SamplePacket UNSUBSCRIBE_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    A2 .. 00 0B 'a' 'b'
                    """);
    static final SamplePacket SUBSCRIBE_FLAGS_0 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    80 .. 00 01 () 'a' 00
                    """);
    static final SamplePacket SUBSCRIBE_FLAGS_3 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    83 .. 00 01 'a' 00
                    """);
    static final SamplePacket UNSUBSCRIBE_FLAGS_0 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    A0 .. 00 01 () 'a'
                    """);
    static final SamplePacket PACKET_ID_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 00 () 'a' 00
                    """);
    static final SamplePacket UNSUBSCRIBE_PACKET_ID_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    A2 .. 00 00 () 'a'
                    """);
    static final SamplePacket NO_PACKET_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 01 00
                    """);
    static final SamplePacket NO_FILTER =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 ()
                    """);
    static final SamplePacket NO_FILTER_3_1_1 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    82 02 00 01
                    """);
    static final SamplePacket UNSUBSCRIBE_NO_FILTER =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    A2 .. 00 01 ()
                    """);
    static final SamplePacket NO_OPTIONS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 'a' 00 'b'
                    """);
    static final SamplePacket FILTER_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 00 09 `a` 00
                    """);
    static final SamplePacket FILTER_WITH_NUL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 00 03 61 00 62 00
                    """);
    static final SamplePacket FILTER_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    82 .. 00 01 00 02 C3 28 00
                    """);
    static final SamplePacket FILTER_BEGINS_BADLY =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 00 02 FF 61 01
                    """);
    static final SamplePacket FILTER_ENDS_BADLY =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 00 02 61 FF 01
                    """);
    static final SamplePacket UNSUBSCRIBE_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    A2 .. 00 01 () 00 02 C3 28
                    """);
    static final SamplePacket RESERVED_OPTIONS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 'a' C0
                    """);
    static final SamplePacket RESERVED_OPTION_6 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 () 'a' 40
                    """);
    static final SamplePacket RESERVED_OPTIONS_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    82 .. 00 01 'a' 04
                    """);
    static final SamplePacket QOS_3 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 () 'a' 03
                    """);
    static final SamplePacket QOS_3_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    82 .. 00 01 'a' 03
                    """);
    static final SamplePacket RETAIN_HANDLING_3 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 () 'a' 30
                    """);
    static final SamplePacket NO_LOCAL_ON_SHARED =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 () 'a' 00 '$share/g/a' 04
                    """);
    static final SamplePacket IDENTIFIER_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 ( 0B 00 ) 'a' 00
                    """);
    static final SamplePacket IDENTIFIER_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 ( 0B 01 0B 02 ) 'a' 00
                    """);
    static final SamplePacket IDENTIFIER_OF_5_BYTES =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    82 .. 00 01 ( 0B 80 80 80 80 01 ) 'a' 00
                    """);
    static final SamplePacket UNSUBSCRIBE_IDENTIFIER =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    A2 .. 00 01 ( 0B 01 ) 'a'
                    """);
    static final SamplePacket SENT_BY_A_SERVER =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    82 .. 00 01 () 'a' 00
                    """);

    private final SubscribeDecoder subscribe = new SubscribeDecoder();

    private void accepts(final SamplePacket sample) {
        assertEquals(
                SUCCESS,
                subscribe.wrap(sample.buffer(), 0, sample.bytes().length, sample.version()));
    }

    @Test
    void readsTheSmallestPackets() {
        accepts(SUBSCRIBE);
        assertEquals(ControlPacketType.SUBSCRIBE, subscribe.type());
        assertEquals(10, subscribe.packetId());
        assertEquals(2, subscribe.packetIdOffset());
        assertEquals(1, subscribe.count());
        assertEquals(0, subscribe.subscriptionIdentifier());
        accepts(UNSUBSCRIBE);
        assertEquals(ControlPacketType.UNSUBSCRIBE, subscribe.type());
        assertEquals(10, subscribe.packetId());
        assertTrue(subscribe.next());
        assertEquals("a", subscribe.topicFilter().toString());
        assertFalse(subscribe.next());
    }

    @Test
    void walksFiltersAndOptionsInOrder() {
        accepts(SUBSCRIBE_FULL);
        assertEquals(4, subscribe.count());
        assertEquals(128, subscribe.subscriptionIdentifier());
        assertTrue(subscribe.next());
        assertEquals("a/+/b", subscribe.topicFilter().toString());
        assertEquals(2, SubscriptionOptions.qos(subscribe.options()));
        assertTrue(SubscriptionOptions.noLocal(subscribe.options()));
        assertTrue(SubscriptionOptions.retainAsPublished(subscribe.options()));
        assertEquals(2, SubscriptionOptions.retainHandling(subscribe.options()));
        assertTrue(subscribe.next());
        assertEquals("#", subscribe.topicFilter().toString());
        assertEquals(SubscriptionOptions.of(1, false, false, 0), subscribe.options());
        assertTrue(subscribe.next());
        assertEquals(SubscriptionOptions.of(2, false, true, 1), subscribe.options());
        assertTrue(subscribe.next());
        assertFalse(subscribe.next());
        subscribe.rewind();
        assertTrue(subscribe.next());
        assertEquals("a/+/b", subscribe.topicFilter().toString());
    }

    @Test
    void splitsASharedFilter() {
        accepts(SUBSCRIBE_FULL);
        assertTrue(subscribe.next());
        assertFalse(subscribe.isShared());
        assertEquals("", subscribe.shareName().toString());
        assertEquals("a/+/b", subscribe.matchedFilter().toString());
        assertTrue(subscribe.next() && subscribe.next());
        assertTrue(subscribe.isShared());
        assertEquals("$share/g/#", subscribe.topicFilter().toString());
        assertEquals("g", subscribe.shareName().toString());
        assertEquals("#", subscribe.matchedFilter().toString());
    }

    @Test
    void judgesTheFiltersOf311ByTheRulesOf5() {
        final UnsafeBuffer buffer = Wire.buffer("82 .. 00 01 '$share/x' 00 '$share/g/x' 01");
        assertEquals(SUCCESS, subscribe.wrap(buffer, 0, buffer.capacity(), MqttVersion.V3_1_1));
        assertTrue(subscribe.next());
        assertTrue(subscribe.isShared(), "it asks, though invalidly");
        assertFalse(subscribe.isValid());
        assertTrue(subscribe.next());
        assertTrue(subscribe.isShared() && subscribe.isValid());
        assertEquals("x", subscribe.matchedFilter().toString());
    }

    @Test
    void tellsABadFilterFromTheGoodOnesAroundIt() {
        accepts(ONE_BAD_AMONG_GOOD);
        final StringBuilder valid = new StringBuilder();
        while (subscribe.next()) {
            valid.append(subscribe.isValid() ? 'v' : '-');
        }
        assertEquals("v--v", valid.toString());
    }

    @Test
    void readsUnsubscribeInBothVersions() {
        accepts(UNSUBSCRIBE_FULL);
        assertEquals(3, subscribe.count());
        assertEquals(1, subscribe.properties().userPropertyCount());
        accepts(UNSUBSCRIBE_3_1_1);
        assertEquals(2, subscribe.count());
        assertEquals(0, subscribe.properties().userPropertyCount());
    }

    @Test
    void reads311Options() {
        accepts(SUBSCRIBE_3_1_1);
        assertTrue(subscribe.next());
        assertEquals(2, subscribe.options());
        assertAnswers(RESERVED_OPTIONS_3_1_1, QOS_3_3_1_1);
    }

    @Test
    void refusesOtherFlagsOfSubscribe() {
        assertAnswers(SUBSCRIBE_FLAGS_0, SUBSCRIBE_FLAGS_3);
    }

    @Test
    void refusesOtherFlagsOfUnsubscribe() {
        assertAnswers(UNSUBSCRIBE_FLAGS_0);
    }

    @Test
    void refusesAPacketIdOf0() {
        assertAnswers(PACKET_ID_0, UNSUBSCRIBE_PACKET_ID_0, NO_PACKET_ID);
    }

    @Test
    void refusesASubscribeWithoutFilter() {
        assertAnswers(NO_FILTER, NO_FILTER_3_1_1, NO_OPTIONS);
    }

    @Test
    void refusesAnUnsubscribeWithoutFilter() {
        assertAnswers(UNSUBSCRIBE_NO_FILTER);
    }

    @Test
    void refusesFiltersThatAreNoMqttStrings() {
        assertAnswers(FILTER_PAST_THE_END, FILTER_WITH_NUL, FILTER_NOT_UTF_8);
        assertAnswers(FILTER_BEGINS_BADLY, FILTER_ENDS_BADLY);
    }

    @Test
    void refusesUnsubscribeFiltersThatAreNoMqttStrings() {
        assertAnswers(UNSUBSCRIBE_NOT_UTF_8);
    }

    @Test
    void refusesReservedOptions() {
        assertAnswers(RESERVED_OPTIONS, RESERVED_OPTION_6);
    }

    @Test
    void refusesOptionValuesThatDoNotExist() {
        assertAnswers(QOS_3, RETAIN_HANDLING_3);
    }

    @Test
    void refusesNoLocalOnASharedSubscription() {
        assertAnswers(NO_LOCAL_ON_SHARED);
    }

    @Test
    void refusesForbiddenSubscriptionIdentifiers() {
        assertAnswers(IDENTIFIER_0, IDENTIFIER_TWICE, IDENTIFIER_OF_5_BYTES);
        assertAnswers(UNSUBSCRIBE_IDENTIFIER);
    }

    @Test
    void isAClientsPacket() {
        assertAnswers(SENT_BY_A_SERVER);
    }
}
