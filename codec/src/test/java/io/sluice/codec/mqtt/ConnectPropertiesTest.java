package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;

import org.junit.jupiter.api.Test;

/** The properties of CONNECT. */
class ConnectPropertiesTest {
    static final SamplePacket PROPERTIES_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00
                    7F                     | 127 bytes of properties that are not there
                    00 00
                    """);
    static final SamplePacket TOPIC_ALIAS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 23 00 01 ) ''
                    """);
    static final SamplePacket WILL_DELAY_OUTSIDE_THE_WILL =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 18 00 00 00 01 ) ''
                    """);
    static final SamplePacket UNKNOWN_PROPERTY =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 7F 00 ) ''
                    """);
    static final SamplePacket SESSION_EXPIRY_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 11 00 00 00 01 11 00 00 00 01 ) ''
                    """);
    static final SamplePacket RECEIVE_MAXIMUM_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 21 00 00 ) ''
                    """);
    static final SamplePacket MAXIMUM_PACKET_SIZE_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 27 00 00 00 00 ) ''
                    """);
    static final SamplePacket REQUEST_PROBLEM_INFORMATION_2 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 17 02 ) ''
                    """);
    static final SamplePacket REQUEST_RESPONSE_INFORMATION_2 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 19 02 ) ''
                    """);
    static final SamplePacket DATA_WITHOUT_METHOD =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    10 .. 'MQTT' 05 02 00 00 ( 16 00 01 61 ) ''
                    """);

    @Test
    void refusesAListPastTheEnd() {
        assertAnswers(PROPERTIES_PAST_THE_END);
    }

    @Test
    void refusesPropertiesOfOtherPackets() {
        assertAnswers(TOPIC_ALIAS, WILL_DELAY_OUTSIDE_THE_WILL, UNKNOWN_PROPERTY);
    }

    @Test
    void refusesForbiddenPropertyValues() {
        assertAnswers(SESSION_EXPIRY_TWICE, RECEIVE_MAXIMUM_0, MAXIMUM_PACKET_SIZE_0);
        assertAnswers(REQUEST_PROBLEM_INFORMATION_2, REQUEST_RESPONSE_INFORMATION_2);
    }

    @Test
    void refusesAuthenticationDataWithoutMethod() {
        assertAnswers(DATA_WITHOUT_METHOD);
    }
}
