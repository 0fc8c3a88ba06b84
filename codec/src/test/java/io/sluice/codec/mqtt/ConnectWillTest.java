package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.ReasonCode.TOPIC_NAME_INVALID;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The will of a CONNECT: flags, properties, topic and payload. */
class ConnectWillTest {
    static final SamplePacket EMPTY_PAYLOAD =
            fromClient(
                    V5,
                    """
                    10 .. 'MQTT' 05
                    06 00 00 ()            | will, QoS 0, clean start; no keep alive, no properties
                    'd'                    | client id
                    () 'w' ''              | no will properties, will topic, empty will payload
                    """);
    static final SamplePacket QOS_2_RETAINED =
            fromClient(
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04
                    36 00 00               | will retain, QoS 2, will, clean session
                    'd' 'w' 'gone'
                    """);
    static final SamplePacket QOS_WITHOUT_WILL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 0A 00 00 () ''
                    """);
    static final SamplePacket RETAIN_WITHOUT_WILL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 22 00 00 () ''
                    """);
    static final SamplePacket RETAIN_WITHOUT_WILL_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 22 00 00 'd'
                    """);
    static final SamplePacket QOS_3 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 1E 00 00 () 'd' () 'w' 'gone'
                    """);
    static final SamplePacket QOS_3_WITHOUT_WILL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 1A 00 00 () 'd'
                    """);
    static final SamplePacket MISSING =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd'
                    """);
    static final SamplePacket TOPIC_MISSING =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' ()
                    """);
    static final SamplePacket PAYLOAD_MISSING =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' () 'w'
                    """);
    static final SamplePacket PAYLOAD_MISSING_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 06 00 00 'd' 'w'
                    """);
    static final SamplePacket PAYLOAD_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' () 'w' 00 05 `gone`
                    """);
    static final SamplePacket UNANNOUNCED =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 () 'd' () 'w' 'gone'
                    """);
    static final SamplePacket TOPIC_NOT_UTF_8 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' () 00 01 FF 'gone'
                    """);
    static final SamplePacket TOPIC_WITH_NUL =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    10 .. 'MQTT' 04 06 00 00 'd' 00 01 00 'gone'
                    """);
    static final SamplePacket TOPIC_WITH_WILDCARD =
            badFromClient(
                    TOPIC_NAME_INVALID,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' () 'w/+' 'gone'
                    """);
    static final SamplePacket TOPIC_EMPTY =
            badFromClient(
                    TOPIC_NAME_INVALID,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' () '' 'gone'
                    """);
    static final SamplePacket RESPONSE_TOPIC_WITH_WILDCARD =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' ( 08 'r/#' ) 'w' 'gone'
                    """);
    static final SamplePacket DELAY_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' ( 18 00 00 00 01 18 00 00 00 01 ) 'w' 'gone'
                    """);
    static final SamplePacket TOPIC_ALIAS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 06 00 00 () 'd' ( 23 00 01 ) 'w' 'gone'
                    """);

    private final ConnectDecoder connect = new ConnectDecoder();

    @Test
    void readsAWillWithEmptyPayload() {
        assertEquals(
                SUCCESS, connect.wrap(EMPTY_PAYLOAD.buffer(), 0, EMPTY_PAYLOAD.bytes().length));
        assertTrue(connect.hasWill());
        assertEquals(0, connect.willQos());
        assertEquals("w", connect.willTopic().toString());
        assertTrue(connect.willPayload().isEmpty());
    }

    @Test
    void readsQosAndRetain() {
        assertEquals(
                SUCCESS, connect.wrap(QOS_2_RETAINED.buffer(), 0, QOS_2_RETAINED.bytes().length));
        assertEquals(2, connect.willQos());
        assertTrue(connect.willRetain());
    }

    @Test
    void refusesAWillQosWithoutWill() {
        assertAnswers(QOS_WITHOUT_WILL, QOS_3_WITHOUT_WILL);
    }

    @Test
    void refusesAWillRetainWithoutWill() {
        assertAnswers(RETAIN_WITHOUT_WILL, RETAIN_WITHOUT_WILL_3_1_1);
    }

    @Test
    void refusesAWillQosOf3() {
        assertAnswers(QOS_3);
    }

    @Test
    void refusesAWillFlagWithoutWill() {
        assertAnswers(MISSING, TOPIC_MISSING, PAYLOAD_MISSING, PAYLOAD_MISSING_3_1_1);
        assertAnswers(PAYLOAD_PAST_THE_END);
    }

    @Test
    void refusesAWillWithoutItsFlag() {
        assertAnswers(UNANNOUNCED);
    }

    @Test
    void refusesAWillTopicThatIsNoMqttString() {
        assertAnswers(TOPIC_NOT_UTF_8, TOPIC_WITH_NUL);
    }

    @Test
    void refusesAWillTopicThatIsNoTopicName() {
        assertAnswers(TOPIC_WITH_WILDCARD, TOPIC_EMPTY);
    }

    @Test
    void refusesForbiddenWillProperties() {
        assertAnswers(RESPONSE_TOPIC_WITH_WILDCARD, DELAY_TWICE, TOPIC_ALIAS);
    }
}
