package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.ReasonCode.TOPIC_ALIAS_INVALID;
import static io.sluice.codec.mqtt.ReasonCode.TOPIC_NAME_INVALID;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.badFromServer;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePacket.fromServer;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** PUBLISH, from a client and from a server. */
class PublishDecoderTest {
    static final SamplePacket MINIMAL =
            fromClient(
                    V5,
                    """
                    30 04                  | PUBLISH, QoS 0, 4 bytes follow
                    00 01 61               | topic a
                    00                     | no properties
                    """);
    static final SamplePacket MINIMAL_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    30 03 00 01 61
                    """);
    static final SamplePacket FULL =
            fromServer(
                    V5,
                    """
                    3D ..                  | DUP, QoS 2, RETAIN
                    'a/b' 12 34            | topic, packet id
                    (
                      01 01                | Payload Format Indicator: text
                      02 00 00 00 1E       | Message Expiry Interval 30 s
                      23 FF FF             | Topic Alias 65535
                      08 'r'               | Response Topic
                      09 00 02 00 FF       | Correlation Data
                      26 'b' 'a'           | User Properties, in this order
                      26 'b' ''
                      26 '' 'c'
                      0B 01                | Subscription Identifiers, several
                      0B FF FF FF 7F
                      03 'text/plain'      | Content Type
                    )
                    `hello`                | payload
                    """);
    static final SamplePacket QOS_1_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    32 ..  'a/b' 00 01 `hello`
                    """);
    static final SamplePacket ALIAS_ALONE =
            fromClient(
                    V5,
                    """
                    30 .. '' ( 23 00 01 ) `x`
                    """);
    static final SamplePacket QOS_3 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    36 .. 'a' 00 01 ()
                    """);
    static final SamplePacket DUP_AT_QOS_0 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    38 .. 'a' ()
                    """);
    static final SamplePacket PACKET_ID_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    32 .. 'a' 00 00 ()
                    """);
    static final SamplePacket PACKET_ID_0_FROM_A_SERVER =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    34 .. 'a' 00 00
                    """);
    static final SamplePacket NO_PACKET_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    32 .. 'a' 00
                    """);
    static final SamplePacket NO_TOPIC =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 00
                    """);
    static final SamplePacket TOPIC_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 00 05 `abc`
                    """);
    static final SamplePacket TOPIC_WITH_NUL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 00 03 61 00 62 ()
                    """);
    static final SamplePacket TOPIC_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    30 .. 00 02 61 FF
                    """);
    static final SamplePacket PLUS_IN_TOPIC =
            badFromClient(
                    TOPIC_NAME_INVALID,
                    V5,
                    """
                    30 .. 'a/+' ()
                    """);
    static final SamplePacket HASH_IN_TOPIC =
            badFromServer(
                    TOPIC_NAME_INVALID,
                    V3_1_1,
                    """
                    30 .. 'a/long/topic/name#/in/which/it/hides'
                    """);
    static final SamplePacket EMPTY_TOPIC =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. '' () `x`
                    """);
    static final SamplePacket EMPTY_TOPIC_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    30 .. '' `x`
                    """);
    static final SamplePacket TOPIC_ALIAS_0 =
            badFromClient(
                    TOPIC_ALIAS_INVALID,
                    V5,
                    """
                    30 .. 'a' ( 23 00 00 )
                    """);
    static final SamplePacket TOPIC_ALIAS_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 23 00 01 23 00 01 )
                    """);
    static final SamplePacket EXPIRY_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 02 00 00 00 01 02 00 00 00 01 )
                    """);
    static final SamplePacket SUBSCRIPTION_IDENTIFIER =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 0B 01 )
                    """);
    static final SamplePacket SUBSCRIPTION_IDENTIFIER_0 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 0B 00 )
                    """);
    static final SamplePacket RESPONSE_TOPIC_HASH =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 08 'r/#' )
                    """);
    static final SamplePacket RESPONSE_TOPIC_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' ( 08 00 01 80 )
                    """);
    static final SamplePacket CONTENT_TYPE_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' ( 03 00 02 C1 81 )
                    """);
    static final SamplePacket USER_PROPERTY_NAME_NUL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' ( 26 00 01 00 'v' )
                    """);
    static final SamplePacket USER_PROPERTY_VALUE_NUL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' ( 26 'k' 00 01 00 )
                    """);
    static final SamplePacket USER_PROPERTY_CUT =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a'
                    05 26 00 01 6B 00      | the list ends within the value's length
                    01 76
                    """);
    static final SamplePacket PAYLOAD_FORMAT_2 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    30 .. 'a' ( 01 02 )
                    """);
    static final SamplePacket SESSION_EXPIRY =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' ( 11 00 00 00 01 )
                    """);
    static final SamplePacket NO_PROPERTY_LENGTH =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a'
                    """);
    static final SamplePacket PROPERTY_LENGTH_NOT_MINIMAL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' 80 00
                    """);
    static final SamplePacket PROPERTIES_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    30 .. 'a' 03 01 01
                    """);

    private final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);

    private int wrap(final SamplePacket sample) {
        return publish.wrap(sample.buffer(), 0, sample.bytes().length, sample.version());
    }

    @Test
    void readsTheSmallestPacket() {
        assertEquals(SUCCESS, wrap(MINIMAL));
        assertEquals("a", publish.topic().toString());
        assertEquals(0, publish.packetId());
        assertTrue(publish.payload().isEmpty());
        assertFalse(publish.dup() || publish.retain());
        assertEquals(SUCCESS, wrap(MINIMAL_3_1_1));
        assertEquals("a", publish.topic().toString());
    }

    @Test
    void readsEveryField() {
        assertEquals(SUCCESS, wrap(FULL));
        assertTrue(publish.dup() && publish.retain());
        assertEquals(2, publish.qos());
        assertEquals("a/b", publish.topic().toString());
        assertEquals(0x1234, publish.packetId());
        assertEquals(0x12, FULL.bytes()[publish.packetIdOffset()]);
        assertEquals(65_535, publish.topicAlias());
        assertEquals("hello", publish.payload().toString());
        assertEquals(2, publish.properties().subscriptionIdentifierCount());
        assertEquals(
                0x0FFF_FFFF, publish.properties().number(PropertyId.SUBSCRIPTION_IDENTIFIER, 0));
    }

    @Test
    void keepsUserPropertiesInOrder() {
        wrap(FULL);
        final PropertyCursor cursor = new PropertyCursor().wrap(publish.properties());
        final StringBuilder read = new StringBuilder();
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            read.append(cursor.name()).append('=').append(cursor.value()).append(' ');
        }
        assertEquals("b=a b= =c ", read.toString());
    }

    @Test
    void readsAPayloadWithoutPropertiesIn311() {
        assertEquals(SUCCESS, wrap(QOS_1_3_1_1));
        assertEquals("hello", publish.payload().toString());
        assertEquals(1, publish.packetId());
    }

    @Test
    void allowsAnAliasInPlaceOfTheTopic() {
        assertAnswers(ALIAS_ALONE, EMPTY_TOPIC, EMPTY_TOPIC_3_1_1);
        wrap(ALIAS_ALONE);
        assertEquals(1, publish.topicAlias());
        assertTrue(publish.topic().isEmpty());
    }

    @Test
    void refusesAQosOf3() {
        assertAnswers(QOS_3);
    }

    @Test
    void refusesADuplicateAtQos0() {
        assertAnswers(DUP_AT_QOS_0);
    }

    @Test
    void refusesAClientsPacketId0() {
        assertAnswers(PACKET_ID_0, NO_PACKET_ID);
    }

    @Test
    void refusesAServersPacketId0() {
        assertAnswers(PACKET_ID_0_FROM_A_SERVER);
    }

    @Test
    void refusesATopicThatIsNoMqttString() {
        assertAnswers(NO_TOPIC, TOPIC_PAST_THE_END, TOPIC_WITH_NUL, TOPIC_NOT_UTF_8);
    }

    @Test
    void refusesWildcardsInTheTopic() {
        assertAnswers(PLUS_IN_TOPIC, HASH_IN_TOPIC);
    }

    @Test
    void refusesATopicAliasOf0() {
        assertAnswers(TOPIC_ALIAS_0);
    }

    @Test
    void refusesPropertiesThatAreThereTwice() {
        assertAnswers(TOPIC_ALIAS_TWICE, EXPIRY_TWICE);
    }

    @Test
    void refusesAClientsSubscriptionIdentifier() {
        assertAnswers(SUBSCRIPTION_IDENTIFIER, SUBSCRIPTION_IDENTIFIER_0);
    }

    @Test
    void refusesAResponseTopicThatIsNoMqttString() {
        assertAnswers(RESPONSE_TOPIC_NOT_UTF_8);
    }

    @Test
    void refusesAResponseTopicWithWildcard() {
        assertAnswers(RESPONSE_TOPIC_HASH);
    }

    @Test
    void refusesAContentTypeThatIsNoMqttString() {
        assertAnswers(CONTENT_TYPE_NOT_UTF_8);
    }

    @Test
    void refusesUserPropertiesThatAreNoMqttStrings() {
        assertAnswers(USER_PROPERTY_NAME_NUL, USER_PROPERTY_VALUE_NUL, USER_PROPERTY_CUT);
    }

    @Test
    void refusesForbiddenPropertyValues() {
        assertAnswers(PAYLOAD_FORMAT_2, SESSION_EXPIRY);
    }

    @Test
    void refusesAPropertyLengthThatIsNotRight() {
        assertAnswers(NO_PROPERTY_LENGTH, PROPERTIES_PAST_THE_END);
    }

    @Test
    void refusesAPropertyLengthThatIsNotMinimal() {
        assertAnswers(PROPERTY_LENGTH_NOT_MINIMAL);
    }
}
