package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.badFromServer;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePacket.fromServer;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What keeps, renews and ends a connection: PINGREQ, PINGRESP, AUTH and DISCONNECT. */
class ConnectionPacketsTest {
    static final SamplePacket PINGREQ = fromClient(V5, "C0 00");
    static final SamplePacket PINGREQ_3_1_1 = fromClient(V3_1_1, "C0 00");
    static final SamplePacket PINGRESP = fromServer(V5, "D0 00");
    static final SamplePacket PINGRESP_3_1_1 = fromServer(V3_1_1, "D0 00");
    static final SamplePacket PINGREQ_WITH_BODY = badFromClient(MALFORMED_PACKET, V5, "C0 01 00");
    static final SamplePacket PINGREQ_FLAGS = badFromClient(MALFORMED_PACKET, V5, "C1 00");
    static final SamplePacket PINGRESP_FLAGS = badFromServer(MALFORMED_PACKET, V5, "D8 00");
    static final SamplePacket PINGRESP_FROM_A_CLIENT =
            badFromClient(PROTOCOL_ERROR, V3_1_1, "D0 00");
    static final SamplePacket PINGREQ_FROM_A_SERVER = badFromServer(PROTOCOL_ERROR, V5, "C0 00");
    static final SamplePacket RESERVED_TYPE = badFromClient(MALFORMED_PACKET, V5, "00 00");
    static final SamplePacket LENGTH_OF_5_BYTES =
            badFromClient(MALFORMED_PACKET, V5, "C0 80 80 80 80 01");
    static final SamplePacket LENGTH_NOT_MINIMAL = badFromClient(MALFORMED_PACKET, V5, "C0 80 00");

    static final SamplePacket DISCONNECT =
            fromClient(
                    V5,
                    """
                    E0 00                  | DISCONNECT, Normal disconnection left out
                    """);
    static final SamplePacket DISCONNECT_CODE_ALONE =
            fromClient(
                    V5,
                    """
                    E0 01 04               | Disconnect with Will Message, no property length
                    """);
    static final SamplePacket DISCONNECT_LONG_FORM =
            fromClient(
                    V5,
                    """
                    E0 02 00 00            | everything is there, though it could be left out
                    """);
    static final SamplePacket DISCONNECT_FULL =
            fromClient(
                    V5,
                    """
                    E0 .. 00
                    (
                      11 00 00 00 1E       | Session Expiry Interval 30 s
                      1F 'good night'      | Reason String
                      26 'k' 'v'           | User Property
                    )
                    """);
    static final SamplePacket DISCONNECT_FROM_A_SERVER =
            fromServer(
                    V5,
                    """
                    E0 .. 9D               | Server moved
                    ( 1C 'other:1883' 1F 'moved' )
                    """);
    static final SamplePacket DISCONNECT_ERROR = fromServer(V5, "E0 01 82");
    static final SamplePacket DISCONNECT_3_1_1 = fromClient(V3_1_1, "E0 00");
    static final SamplePacket DISCONNECT_3_1_1_FROM_A_SERVER =
            badFromServer(PROTOCOL_ERROR, V3_1_1, "E0 00");
    static final SamplePacket DISCONNECT_CODE_IN_3_1_1 =
            badFromClient(MALFORMED_PACKET, V3_1_1, "E0 01 00");
    static final SamplePacket DISCONNECT_FLAGS = badFromClient(MALFORMED_PACKET, V5, "E2 00");
    static final SamplePacket DISCONNECT_CODE_01 = badFromClient(PROTOCOL_ERROR, V5, "E0 01 01");
    static final SamplePacket DISCONNECT_SERVERS_CODE =
            badFromClient(PROTOCOL_ERROR, V5, "E0 01 8E");
    static final SamplePacket DISCONNECT_CLIENTS_CODE =
            badFromServer(PROTOCOL_ERROR, V5, "E0 01 04");
    static final SamplePacket DISCONNECT_EXPIRY_FROM_A_SERVER =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    E0 .. 8B ( 11 00 00 00 1E )
                    """);
    static final SamplePacket DISCONNECT_EXPIRY_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    E0 .. 00 ( 11 00 00 00 1E 11 00 00 00 1E )
                    """);
    static final SamplePacket DISCONNECT_RECEIVE_MAXIMUM =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    E0 .. 00 ( 21 00 01 )
                    """);
    static final SamplePacket DISCONNECT_PROPERTY_LENGTH_ALONE =
            badFromClient(MALFORMED_PACKET, V5, "E0 02 00 01");
    static final SamplePacket DISCONNECT_BYTE_AFTER_THE_END =
            badFromClient(MALFORMED_PACKET, V5, "E0 03 00 00 00");

    static final SamplePacket AUTH =
            fromServer(
                    V5,
                    """
                    F0 00                  | AUTH, Success left out
                    """);
    static final SamplePacket AUTH_CONTINUE =
            fromClient(
                    V5,
                    """
                    F0 .. 18               | Continue authentication
                    (
                      15 'SCRAM-SHA-256'   | Authentication Method
                      16 00 02 00 FF       | Authentication Data
                      1F 'step 2'          | Reason String
                      26 'k' 'v'           | User Property
                    )
                    """);
    static final SamplePacket AUTH_AGAIN =
            fromClient(
                    V5,
                    """
                    F0 .. 19 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_SUCCESS =
            fromServer(
                    V5,
                    """
                    F0 .. 00 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_FLAGS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    F1 .. 18 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_SUCCESS_FROM_A_CLIENT =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 .. 00 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_EMPTY_FROM_A_CLIENT = badFromClient(PROTOCOL_ERROR, V5, "F0 00");
    static final SamplePacket AUTH_AGAIN_FROM_A_SERVER =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 .. 19 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_CODE_80 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 .. 80 ( 15 'SCRAM-SHA-256' )
                    """);
    static final SamplePacket AUTH_WITHOUT_METHOD =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 02 18 00
                    """);
    static final SamplePacket AUTH_DATA_ALONE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 .. 18 ( 16 00 01 61 )
                    """);
    static final SamplePacket AUTH_METHOD_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    F0 .. 18 ( 15 'a' 15 'a' )
                    """);
    static final SamplePacket AUTH_CODE_ALONE = badFromClient(MALFORMED_PACKET, V5, "F0 01 18");
    static final SamplePacket AUTH_BYTE_AFTER_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    F0 .. 18 ( 15 'a' ) 00
                    """);
    static final SamplePacket AUTH_SESSION_EXPIRY =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    F0 .. 18 ( 15 'a' 11 00 00 00 01 )
                    """);
    static final SamplePacket AUTH_IN_3_1_1 = badFromClient(MALFORMED_PACKET, V3_1_1, "F0 00");

    private final DisconnectDecoder disconnect = new DisconnectDecoder(PacketSender.CLIENT);

    private void accepts(final SamplePacket sample, final int reasonCode) {
        assertEquals(
                SUCCESS,
                disconnect.wrap(sample.buffer(), 0, sample.bytes().length, sample.version()));
        assertEquals(reasonCode, disconnect.reasonCode());
    }

    @Test
    void acceptsPingsOfTwoBytes() {
        assertAnswers(PINGREQ, PINGREQ_3_1_1, PINGRESP, PINGRESP_3_1_1, PINGREQ_WITH_BODY);
    }

    @Test
    void refusesReservedFlagsOfPings() {
        assertAnswers(PINGREQ_FLAGS, PINGRESP_FLAGS);
    }

    @Test
    void refusesPingsFromTheWrongSide() {
        assertAnswers(PINGRESP_FROM_A_CLIENT, PINGREQ_FROM_A_SERVER);
    }

    @Test
    void refusesTheReservedType() {
        assertAnswers(RESERVED_TYPE);
    }

    @Test
    void refusesLengthsThatAreNotMinimal() {
        assertAnswers(LENGTH_OF_5_BYTES, LENGTH_NOT_MINIMAL);
    }

    @Test
    void readsTheFormsOfDisconnect() {
        accepts(DISCONNECT, 0x00);
        accepts(DISCONNECT_CODE_ALONE, 0x04);
        accepts(DISCONNECT_LONG_FORM, 0x00);
        accepts(DISCONNECT_FULL, 0x00);
        assertEquals(30, disconnect.properties().number(PropertyId.SESSION_EXPIRY_INTERVAL, -1));
        accepts(DISCONNECT, 0x00);
        assertEquals(-1, disconnect.properties().number(PropertyId.SESSION_EXPIRY_INTERVAL, -1));
        assertAnswers(DISCONNECT_FROM_A_SERVER, DISCONNECT_ERROR, DISCONNECT_BYTE_AFTER_THE_END);
    }

    @Test
    void readsDisconnectIn311FromAClientOnly() {
        accepts(DISCONNECT_3_1_1, 0x00);
        assertAnswers(DISCONNECT_3_1_1_FROM_A_SERVER, DISCONNECT_CODE_IN_3_1_1);
    }

    @Test
    void refusesReservedFlagsOfDisconnect() {
        assertAnswers(DISCONNECT_FLAGS);
    }

    @Test
    void refusesDisconnectCodesOfOthers() {
        assertAnswers(DISCONNECT_CODE_01, DISCONNECT_SERVERS_CODE, DISCONNECT_CLIENTS_CODE);
    }

    @Test
    void refusesASessionExpiryFromAServer() {
        assertAnswers(DISCONNECT_EXPIRY_FROM_A_SERVER);
    }

    @Test
    void refusesForbiddenPropertiesOfDisconnect() {
        assertAnswers(DISCONNECT_PROPERTY_LENGTH_ALONE);
        assertAnswers(DISCONNECT_EXPIRY_TWICE, DISCONNECT_RECEIVE_MAXIMUM);
    }

    @Test
    void readsTheFormsOfAuth() {
        assertAnswers(AUTH, AUTH_CONTINUE, AUTH_AGAIN, AUTH_SUCCESS, AUTH_CODE_ALONE);
        final AuthDecoder auth = new AuthDecoder(PacketSender.CLIENT);
        auth.wrap(AUTH_CONTINUE.buffer(), 0, AUTH_CONTINUE.bytes().length, V5);
        assertEquals(ReasonCode.CONTINUE_AUTHENTICATION, auth.reasonCode());
        assertEquals(2, auth.properties().bytes(PropertyId.AUTHENTICATION_DATA).length());
    }

    @Test
    void refusesReservedFlagsOfAuth() {
        assertAnswers(AUTH_FLAGS);
    }

    @Test
    void refusesAuthCodesOfOthers() {
        assertAnswers(AUTH_SUCCESS_FROM_A_CLIENT, AUTH_EMPTY_FROM_A_CLIENT);
        assertAnswers(AUTH_AGAIN_FROM_A_SERVER, AUTH_CODE_80);
    }

    @Test
    void refusesAuthWithoutMethod() {
        assertAnswers(AUTH_WITHOUT_METHOD, AUTH_DATA_ALONE);
    }

    @Test
    void refusesForbiddenPropertiesOfAuth() {
        assertAnswers(AUTH_METHOD_TWICE, AUTH_SESSION_EXPIRY, AUTH_BYTE_AFTER_THE_END);
    }

    @Test
    void hasNoAuthIn311() {
        assertAnswers(AUTH_IN_3_1_1);
    }
}
