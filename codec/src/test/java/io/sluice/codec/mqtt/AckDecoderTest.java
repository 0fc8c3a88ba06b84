package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.fromClient;
import static io.sluice.codec.mqtt.SamplePacket.fromServer;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** PUBACK, PUBREC, PUBREL and PUBCOMP. */
class AckDecoderTest {
    static final SamplePacket PUBACK =
            fromClient(
                    V5,
                    """
                    40 02                  | PUBACK, 2 bytes follow
                    12 34                  | packet id; the rest is left out
                    """);
    static final SamplePacket PUBACK_CODE_ALONE =
            fromClient(
                    V5,
                    """
                    40 03 00 01
                    10                     | No matching subscribers, no property length
                    """);
    static final SamplePacket PUBACK_FULL =
            fromServer(
                    V5,
                    """
                    40 .. 00 01 87         | Not authorized
                    (
                      1F 'not yours'       | Reason String
                      26 'k' 'v'           | User Properties
                      26 'k' 'w'
                    )
                    """);
    static final SamplePacket PUBACK_LONG_FORM =
            fromClient(
                    V5,
                    """
                    40 04 00 01 00 00      | everything is there, though it could be left out
                    """);
    static final SamplePacket PUBREC =
            fromClient(
                    V5,
                    """
                    50 02 00 01
                    """);
    static final SamplePacket PUBREC_FULL =
            fromClient(
                    V5,
                    """
                    50 .. 00 01 97 ( 1F 'full' )
                    """);
    static final SamplePacket PUBREL =
            fromClient(
                    V5,
                    """
                    62 02 00 01
                    """);
    static final SamplePacket PUBREL_FULL =
            fromServer(
                    V5,
                    """
                    62 .. 00 01 92 ( 1F 'unknown' 26 'k' 'v' )
                    """);
    static final SamplePacket PUBCOMP =
            fromClient(
                    V5,
                    """
                    70 02 00 01
                    """);
    static final SamplePacket PUBCOMP_FULL =
            fromServer(
                    V5,
                    """
                    70 .. 00 01 92 ( 26 'k' 'v' )
                    """);
    static final SamplePacket PUBACK_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    40 02 FF FF
                    """);
    static final SamplePacket PUBREC_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    50 02 00 01
                    """);
    static final SamplePacket PUBREL_3_1_1 =
            fromClient(
                    V3_1_1,
                    """
                    62 02 00 01
                    """);
    static final SamplePacket PUBCOMP_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    70 02 00 01
                    """);
    static final SamplePacket PUBREL_FLAGS_0 =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    60 02 00 01
                    """);
    static final SamplePacket PUBREL_FLAGS_3 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    63 02 00 01
                    """);
    static final SamplePacket PUBACK_FLAGS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    42 02 00 01
                    """);
    static final SamplePacket PUBREC_FLAGS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    51 02 00 01
                    """);
    static final SamplePacket PUBCOMP_FLAGS =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    72 02 00 01
                    """);
    static final SamplePacket PACKET_ID_0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    40 02 00 00
                    """);
    static final SamplePacket PACKET_ID_0_3_1_1 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    62 02 00 00
                    """);
    static final SamplePacket NO_PACKET_ID =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    40 01 00
                    """);
    static final SamplePacket CODE_IN_3_1_1 =
            badFromClient(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    40 03 00 01 00
                    """);
    static final SamplePacket PUBACK_CODE_92 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    40 03 00 01 92         | Packet Identifier not found, which is PUBREL's
                    """);
    static final SamplePacket PUBREC_CODE_01 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    50 03 00 01 01
                    """);
    static final SamplePacket PUBREL_CODE_80 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    62 03 00 01 80
                    """);
    static final SamplePacket PUBCOMP_CODE_10 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    70 04 00 01 10 00
                    """);
    static final SamplePacket PUBACK_CODE_C0 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    40 03 00 01 C0         | no code at all, though its low bits are Success
                    """);
    static final SamplePacket PUBACK_CODE_40 =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    40 03 00 01 40
                    """);
    static final SamplePacket BYTE_AFTER_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    40 05 00 01 00 00 00
                    """);
    static final SamplePacket PROPERTIES_PAST_THE_END =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    40 05 00 01 00 02 1F
                    """);
    static final SamplePacket PROPERTY_LENGTH_ALONE =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    40 04 00 01 00 01      | one byte of properties that is not there
                    """);
    static final SamplePacket REASON_STRING_TWICE =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    40 .. 00 01 80 ( 1F 'a' 1F 'a' )
                    """);
    static final SamplePacket SERVER_REFERENCE =
            badFromClient(
                    MALFORMED_PACKET,
                    V5,
                    """
                    40 .. 00 01 80 ( 1C 'a' )
                    """);

    private final AckDecoder ack = new AckDecoder();

    private void accepts(final SamplePacket sample, final int type, final int reasonCode) {
        assertEquals(
                SUCCESS, ack.wrap(sample.buffer(), 0, sample.bytes().length, sample.version()));
        assertEquals(type, ack.type());
        assertEquals(reasonCode, ack.reasonCode());
    }

    @Test
    void readsTheShortForms() {
        accepts(PUBACK, ControlPacketType.PUBACK, 0x00);
        assertEquals(0x1234, ack.packetId());
        assertEquals(2, ack.packetIdOffset());
        accepts(PUBACK_CODE_ALONE, ControlPacketType.PUBACK, 0x10);
        assertEquals(0, ack.properties().length());
        accepts(PUBACK_LONG_FORM, ControlPacketType.PUBACK, 0x00);
        accepts(PUBREC, ControlPacketType.PUBREC, 0x00);
        accepts(PUBREL, ControlPacketType.PUBREL, 0x00);
        accepts(PUBCOMP, ControlPacketType.PUBCOMP, 0x00);
    }

    @Test
    void readsReasonCodeAndProperties() {
        accepts(PUBACK_FULL, ControlPacketType.PUBACK, 0x87);
        assertEquals("not yours", ack.properties().bytes(PropertyId.REASON_STRING).toString());
        assertEquals(2, ack.properties().userPropertyCount());
        accepts(PUBREC_FULL, ControlPacketType.PUBREC, 0x97);
        accepts(PUBREL_FULL, ControlPacketType.PUBREL, 0x92);
        accepts(PUBCOMP_FULL, ControlPacketType.PUBCOMP, 0x92);
        accepts(PUBACK, ControlPacketType.PUBACK, 0x00);
        assertEquals(0, ack.properties().userPropertyCount());
    }

    @Test
    void readsThePacketIdAloneIn311() {
        assertAnswers(PUBACK_3_1_1, PUBREC_3_1_1, PUBREL_3_1_1, PUBCOMP_3_1_1, CODE_IN_3_1_1);
    }

    @Test
    void refusesOtherFlagsOfPubrel() {
        assertAnswers(PUBREL_FLAGS_0, PUBREL_FLAGS_3);
    }

    @Test
    void refusesReservedFlags() {
        assertAnswers(PUBACK_FLAGS, PUBREC_FLAGS, PUBCOMP_FLAGS);
    }

    @Test
    void refusesAPacketIdOf0() {
        assertAnswers(PACKET_ID_0, PACKET_ID_0_3_1_1, NO_PACKET_ID);
    }

    @Test
    void refusesPubackCodesOfOtherPackets() {
        assertAnswers(PUBACK_CODE_92, PUBACK_CODE_40, PUBACK_CODE_C0);
    }

    @Test
    void refusesPubrecCodesOfOtherPackets() {
        assertAnswers(PUBREC_CODE_01);
    }

    @Test
    void refusesPubrelCodesOfOtherPackets() {
        assertAnswers(PUBREL_CODE_80);
    }

    @Test
    void refusesPubcompCodesOfOtherPackets() {
        assertAnswers(PUBCOMP_CODE_10);
    }

    @Test
    void refusesAPacketThatIsTooShortOrTooLong() {
        assertAnswers(BYTE_AFTER_THE_END, PROPERTIES_PAST_THE_END, PROPERTY_LENGTH_ALONE);
    }

    @Test
    void refusesForbiddenProperties() {
        assertAnswers(REASON_STRING_TWICE, SERVER_REFERENCE);
    }
}
