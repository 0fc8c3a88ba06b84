package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.CLIENT_IDENTIFIER_NOT_VALID;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.ReasonCode.UNSUPPORTED_PROTOCOL_VERSION;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.badFromServer;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * CONNECT; {@link ConnectPropertiesTest} has its properties and {@link ConnectWillTest} its will.
 */
class ConnectDecoderTest {
    static final SamplePacket MINIMAL =
            fromClient(
                    V5,
                    """
                    10 0D                  | CONNECT, 13 bytes follow
                    00 04 4D 51 54 54      | protocol name MQTT
                    05                     | version 5
                    02                     | clean start
                    00 00                  | no keep alive
                    00                     | no properties
                    00 00                  | client id, for the server to assign
                    """);
    static final SamplePacket MINIMAL_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    10 0E                  | CONNECT, 14 bytes follow
                    00 04 4D 51 54 54      | protocol name MQTT
                    04                     | level 4
                    00                     | no clean session
                    00 3C                  | keep alive 60 s
                    00 02 64 31            | client id d1
                    """);
    static final SamplePacket FULL =
            fromClient(
                    V5,
                    """
                    10 ..
                    'MQTT' 05
                    F6                     | user, password, retain, QoS 2, will, clean
                    FF FF                  | keep alive 65535 s
                    (
                      11 FF FF FF FF       | Session Expiry Interval: never
                      21 00 14             | Receive Maximum 20
                      27 00 00 10 00       | Maximum Packet Size 4096
                      22 00 0A             | Topic Alias Maximum 10
                      19 01                | Request Response Information
                      17 00                | Request Problem Information: no
                      26 'b' 'a'           | User Properties, one of them twice
                      26 'b' ''
                      26 'b' 'a'
                      15 'SCRAM-SHA-256'   | Authentication Method
                      16 00 02 00 FF       | Authentication Data
                    )
                    'device-1'             | client id
                    (
                      18 00 00 00 05       | Will Delay Interval 5 s
                      01 01                | Payload Format Indicator: text
                      02 00 00 00 3C       | Message Expiry Interval 60 s
                      03 'text/plain'      | Content Type
                      08 'r/1'             | Response Topic
                      09 00 01 00          | Correlation Data
                      26 'k' 'v'           | User Property
                    )
                    'state/device-1'       | will topic
                    'gone'                 | will payload
                    'user'                 | user name
                    00 03 00 FF 80         | password, any bytes
                    """);
    static final SamplePacket FULL_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04
                    EE 00 0A               | user, password, retain, QoS 1, will, clean
                    'device-1' 'state/device-1' 'gone' 'user' 'secret'
                    """);
    static final SamplePacket EMPTY_ID_KEPT_SESSION =
            fromClient(
                    V5,
                    """
                    10 .. 'MQTT' 05 00 00 00 () ''
                    """);
    static final SamplePacket EMPTY_ID_CLEAN_SESSION_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 02 00 00 ''
                    """);
    static final SamplePacket EMPTY_ID_KEPT_SESSION_3_1_1 =
            badFromClient(
                    CLIENT_IDENTIFIER_NOT_VALID,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 00 00 00 ''
                    """);
    static final SamplePacket BYTE_ORDER_MARK_IN_ID =
            fromClient(
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ()
                    00 04 EF BB BF 61      | U+FEFF and a
                    """);
    static final SamplePacket PASSWORD_ALONE =
            fromClient(
                    V5,
                    """
                    10 .. 'MQTT' 05 40 00 00 () 'd' 'secret'
                    """);
    static final SamplePacket PASSWORD_ALONE_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 40 00 00 'd' 'secret'
                    """);
    static final SamplePacket OTHER_NAME =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V5,
                    """
                    10 .. 'MQTX' 05 02 00 00 () ''
                    """);
    static final SamplePacket LONGER_NAME =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V5,
                    """
                    10 .. 'MQTT5' 05 02 00 00 () ''
                    """);
    static final SamplePacket MQTT_3_1 =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V3_1_1,
                    """
                    10 .. 'MQIsdp' 03 02 00 3C 'd'
                    """);
    static final SamplePacket LEVEL_3 =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 03 02 00 3C 'd'
                    """);
    static final SamplePacket VERSION_6 =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V5,
                    """
                    10 .. 'MQTT' 06 02 00 3C () 'd'
                    """);
    static final SamplePacket BRIDGE_BIT =
            badFromClient(
                    UNSUPPORTED_PROTOCOL_VERSION,
                    V5,
                    """
                    10 .. 'MQTT' 84 02 00 3C 'd'
                    """);
    static final SamplePacket FLAGS_IN_HEADER =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    11 .. 'MQTT' 05 02 00 00 () ''
                    """);
    static final SamplePacket RESERVED_FLAG =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 03 00 00 () ''
                    """);
    static final SamplePacket NAME_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 00 40 `MQTT` 05 02 00 00 () ''
                    """);
    static final SamplePacket NOTHING_AFTER_THE_NAME =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT'
                    """);
    static final SamplePacket NO_KEEP_ALIVE =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00
                    """);
    static final SamplePacket NO_CLIENT_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ()
                    """);
    static final SamplePacket NUL_IN_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 () 00 03 61 00 62
                    """);
    static final SamplePacket SURROGATE_IN_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 () 00 03 ED A0 80
                    """);
    static final SamplePacket OVERLONG_NUL_IN_USER_NAME =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 82 00 00 () 'd' 00 02 C0 80
                    """);
    static final SamplePacket USER_NAME_MISSING =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 82 00 00 () 'd'
                    """);
    static final SamplePacket USER_NAME_UNANNOUNCED =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 () 'd' 'user'
                    """);
    static final SamplePacket PASSWORD_MISSING =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 C2 00 00 () 'd' 'user'
                    """);
    static final SamplePacket PASSWORD_UNANNOUNCED =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 82 00 00 () 'd' 'user' 'secret'
                    """);
    static final SamplePacket BYTE_AFTER_THE_END_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 02 00 00 'd' 00
                    """);
    static final SamplePacket SENT_BY_A_SERVER =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 () ''
                    """);

    private final ConnectDecoder connect = new ConnectDecoder();

    private int wrap(final SamplePacket sample) {
        return connect.wrap(sample.buffer(), 0, sample.bytes().length);
    }

    @Test
    void readsTheSmallestPacket() {
        assertEquals(SUCCESS, wrap(MINIMAL));
        assertEquals(V5, connect.version());
        assertTrue(connect.cleanStart());
        assertTrue(connect.clientId().isEmpty());
        assertFalse(connect.hasWill() || connect.hasUserName() || connect.hasPassword());
        assertTrue(connect.willTopic().isEmpty() && connect.willPayload().isEmpty());
        assertTrue(connect.userName().isEmpty() && connect.password().isEmpty());
        assertEquals(0, connect.properties().length());
        assertEquals(0, connect.willProperties().length());

        assertEquals(SUCCESS, wrap(MINIMAL_3_1_1));
        assertEquals(V3_1_1, connect.version());
        assertFalse(connect.cleanStart());
        assertEquals(60, connect.keepAlive());
        assertEquals("d1", connect.clientId().toString());
    }

    @Test
    void readsEveryFieldInItsOrder() {
        assertEquals(SUCCESS, wrap(FULL));
        assertEquals(0xFFFF, connect.keepAlive());
        assertEquals("device-1", connect.clientId().toString());
        assertEquals(2, connect.willQos());
        assertTrue(connect.willRetain());
        assertEquals("state/device-1", connect.willTopic().toString());
        assertEquals("gone", connect.willPayload().toString());
        assertEquals("user", connect.userName().toString());
        assertArrayEquals(new byte[] {0, -1, -128}, connect.password().toByteArray());
        final PropertyList properties = connect.properties();
        assertEquals(0xFFFF_FFFFL, properties.number(PropertyId.SESSION_EXPIRY_INTERVAL, 0));
        assertEquals(20, properties.number(PropertyId.RECEIVE_MAXIMUM, 0));
        assertEquals(3, properties.userPropertyCount());
        assertEquals(
                "SCRAM-SHA-256", properties.bytes(PropertyId.AUTHENTICATION_METHOD).toString());
        final PropertyList will = connect.willProperties();
        assertEquals(5, will.number(PropertyId.WILL_DELAY_INTERVAL, 0));
        assertEquals("r/1", will.bytes(PropertyId.RESPONSE_TOPIC).toString());
        assertEquals(1, will.userPropertyCount());

        assertEquals(SUCCESS, wrap(FULL_3_1_1));
        assertEquals("gone", connect.willPayload().toString());
        assertEquals("secret", connect.password().toString());
        assertEquals(0, connect.willProperties().length());
    }

    @Test
    void refusesOtherProtocolNames() {
        assertAnswers(OTHER_NAME, LONGER_NAME, MQTT_3_1);
    }

    @Test
    void refusesOtherLevelsInAFormThatTheirClientsCanRead() {
        assertAnswers(LEVEL_3, VERSION_6, BRIDGE_BIT);
        wrap(MQTT_3_1);
        assertEquals(3, connect.protocolLevel());
        assertEquals(V3_1_1, connect.version());
        wrap(VERSION_6);
        assertEquals(6, connect.protocolLevel());
        assertEquals(V5, connect.version());
        wrap(BRIDGE_BIT);
        assertEquals(0x84, connect.protocolLevel());
        assertEquals(V3_1_1, connect.version(), "mosquitto's bridge cannot read a v5 CONNACK");
        wrap(NOTHING_AFTER_THE_NAME);
        assertEquals(0, connect.protocolLevel());
    }

    @Test
    void refusesReservedFlags() {
        assertAnswers(RESERVED_FLAG, FLAGS_IN_HEADER);
    }

    @Test
    void refusesAHeaderThatIsCutShort() {
        assertAnswers(NAME_PAST_THE_END, NOTHING_AFTER_THE_NAME, NO_KEEP_ALIVE);
    }

    @Test
    void refusesAPacketWithoutClientId() {
        assertAnswers(NO_CLIENT_ID);
    }

    @Test
    void refusesAClientIdThatIsNoMqttString() {
        assertAnswers(NUL_IN_ID, SURROGATE_IN_ID);
    }

    @Test
    void keepsAByteOrderMark() {
        assertEquals(SUCCESS, wrap(BYTE_ORDER_MARK_IN_ID));
        assertEquals("\uFEFFa", connect.clientId().toString());
    }

    @Test
    void letsTheServerAssignAClientId() {
        assertAnswers(EMPTY_ID_KEPT_SESSION, EMPTY_ID_CLEAN_SESSION_3_1_1);
        assertAnswers(EMPTY_ID_KEPT_SESSION_3_1_1);
    }

    @Test
    void refusesAUserNameThatIsNoMqttString() {
        assertAnswers(OVERLONG_NUL_IN_USER_NAME);
    }

    @Test
    void refusesAUserNameWithoutItsFlag() {
        assertAnswers(USER_NAME_UNANNOUNCED);
    }

    @Test
    void refusesAUserNameFlagWithoutUserName() {
        assertAnswers(USER_NAME_MISSING);
    }

    @Test
    void refusesAPasswordWithoutItsFlag() {
        assertAnswers(PASSWORD_UNANNOUNCED);
    }

    @Test
    void refusesAPasswordFlagWithoutPassword() {
        assertAnswers(PASSWORD_MISSING);
    }

    @Test
    void allowsAPasswordAloneInMqtt5Only() {
        assertAnswers(PASSWORD_ALONE, PASSWORD_ALONE_3_1_1);
        wrap(PASSWORD_ALONE);
        assertEquals("secret", connect.password().toString());
        assertFalse(connect.hasUserName());
    }

    @Test
    void refusesBytesAfterTheLastField() {
        assertAnswers(BYTE_AFTER_THE_END_3_1_1, PASSWORD_UNANNOUNCED);
    }

    @Test
    void isAClientsPacket() {
        assertAnswers(SENT_BY_A_SERVER);
    }
}
