package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.ReasonCode.MALFORMED_PACKET;
import static io.sluice.codec.mqtt.ReasonCode.PROTOCOL_ERROR;
import static io.sluice.codec.mqtt.ReasonCode.SUCCESS;
import static io.sluice.codec.mqtt.SamplePacket.badFromClient;
import static io.sluice.codec.mqtt.SamplePacket.badFromServer;
import static io.sluice.codec.mqtt.SamplePacket.fromServer;
import static io.sluice.codec.mqtt.SamplePackets.assertAnswers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** SUBACK and UNSUBACK. */
class SubackDecoderTest {
    static final SamplePacket SUBACK =
            fromServer(
                    V5,
                    """
                    90 04                  | SUBACK, 4 bytes follow
                    00 0A                  | packet id 10
                    00                     | no properties
                    02                     | Granted QoS 2
                    """);
    static final SamplePacket SUBACK_FULL =
            fromServer(
                    V5,
                    """
                    90 .. 12 34
                    ( 1F 'some' 26 'k' 'v' )
                    00 01 02               | granted
                    80 83 87 8F 91 97      | refused
                    9E A1 A2               | not supported
                    """);
    static final SamplePacket SUBACK_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    90 06 00 01 00 01 02 80
                    """);
    static final SamplePacket UNSUBACK =
            fromServer(
                    V5,
                    """
                    B0 04 00 0A 00 11      | No subscription existed
                    """);
    static final SamplePacket UNSUBACK_FULL =
            fromServer(
                    V5,
                    """
                    B0 .. 00 0A ( 1F 'some' 26 'k' 'v' ) 00 11 80 83 87 8F 91
                    """);
    static final SamplePacket UNSUBACK_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    B0 02 00 0A
                    """);
    static final SamplePacket FLAGS =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    92 04 00 0A 00 00
                    """);
    static final SamplePacket UNSUBACK_FLAGS =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    B2 04 00 0A 00 00
                    """);
    static final SamplePacket PACKET_ID_0 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    90 04 00 00 00 00
                    """);
    static final SamplePacket UNSUBACK_PACKET_ID_0 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    B0 02 00 00
                    """);
    static final SamplePacket NO_PACKET_ID =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    90 01 00
                    """);
    static final SamplePacket NO_CODE =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    90 03 00 0A 00
                    """);
    static final SamplePacket NO_CODE_3_1_1 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    90 02 00 0A
                    """);
    static final SamplePacket UNSUBACK_NO_CODE =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    B0 03 00 0A 00
                    """);
    static final SamplePacket CODE_03 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    90 05 00 0A 00 00 03
                    """);
    static final SamplePacket CODE_11 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    90 04 00 0A 00 11      | No subscription existed, which is UNSUBACK's
                    """);
    static final SamplePacket CODE_87_3_1_1 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    90 03 00 0A 87
                    """);
    static final SamplePacket UNSUBACK_CODE_01 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    B0 04 00 0A 00 01
                    """);
    static final SamplePacket UNSUBACK_CODE_3_1_1 =
            badFromServer(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    B0 03 00 0A 00
                    """);
    static final SamplePacket SUBSCRIPTION_IDENTIFIER =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    90 .. 00 0A ( 0B 01 ) 00
                    """);
    static final SamplePacket SENT_BY_A_CLIENT =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    90 04 00 0A 00 00
                    """);
    static final SamplePacket UNSUBACK_SENT_BY_A_CLIENT =
            badFromClient(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    B0 02 00 0A
                    """);

    private final SubackDecoder suback = new SubackDecoder();

    private void accepts(final SamplePacket sample) {
        assertEquals(
                SUCCESS, suback.wrap(sample.buffer(), 0, sample.bytes().length, sample.version()));
    }

    @Test
    void readsTheSmallestPackets() {
        accepts(SUBACK);
        assertEquals(ControlPacketType.SUBACK, suback.type());
        assertEquals(10, suback.packetId());
        assertEquals(2, suback.packetIdOffset());
        assertEquals(1, suback.count());
        assertEquals(ReasonCode.GRANTED_QOS_2, suback.reasonCode(0));
        accepts(UNSUBACK);
        assertEquals(ControlPacketType.UNSUBACK, suback.type());
        assertEquals(ReasonCode.NO_SUBSCRIPTION_EXISTED, suback.reasonCode(0));
    }

    @Test
    void readsCodesInOrder() {
        accepts(SUBACK_FULL);
        assertEquals(12, suback.count());
        assertEquals(0x01, suback.reasonCode(1));
        assertEquals(0x80, suback.reasonCode(3));
        assertEquals(0xA2, suback.reasonCode(11));
        assertEquals("some", suback.properties().bytes(PropertyId.REASON_STRING).toString());
        accepts(UNSUBACK_FULL);
        assertEquals(7, suback.count());
        assertEquals(0x11, suback.reasonCode(1));
    }

    @Test
    void reads311() {
        accepts(SUBACK_3_1_1);
        assertEquals(4, suback.count());
        assertEquals(0x80, suback.reasonCode(3));
        accepts(UNSUBACK_3_1_1);
        assertEquals(0, suback.count());
        assertAnswers(UNSUBACK_CODE_3_1_1, CODE_87_3_1_1);
    }

    @Test
    void writes80ForEveryFailureIn311() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        final SubackEncoder encoder = new SubackEncoder(new UnsafeBuffer(new byte[4]));
        encoder.reset(ControlPacketType.SUBACK, 10).add(0x8F).add(0x01).add(0x97).add(0x00);
        assertEquals(8, encoder.encode(buffer, 0, V3_1_1));
        assertArrayEquals(
                Wire.bytes("90 06 00 0A 80 01 80 00"), Arrays.copyOf(buffer.byteArray(), 8));
        encoder.reset(ControlPacketType.UNSUBACK, 10).add(0x11);
        assertEquals(4, encoder.encode(buffer, 0, V3_1_1));
        assertArrayEquals(Wire.bytes("B0 02 00 0A"), Arrays.copyOf(buffer.byteArray(), 4));
    }

    @Test
    void refusesReservedFlags() {
        assertAnswers(FLAGS, UNSUBACK_FLAGS);
    }

    @Test
    void refusesAPacketIdOf0() {
        assertAnswers(PACKET_ID_0, UNSUBACK_PACKET_ID_0, NO_PACKET_ID);
    }

    @Test
    void refusesAPacketWithoutCodes() {
        assertAnswers(NO_CODE, NO_CODE_3_1_1, UNSUBACK_NO_CODE);
    }

    @Test
    void refusesSubackCodesOfOtherPackets() {
        assertAnswers(CODE_03, CODE_11);
    }

    @Test
    void refusesUnsubackCodesOfOtherPackets() {
        assertAnswers(UNSUBACK_CODE_01);
    }

    @Test
    void refusesForbiddenProperties() {
        assertAnswers(SUBSCRIPTION_IDENTIFIER);
    }

    @Test
    void isAServersPacket() {
        assertAnswers(SENT_BY_A_CLIENT, UNSUBACK_SENT_BY_A_CLIENT);
    }
}
