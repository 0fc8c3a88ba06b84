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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** CONNACK, and the return codes that it had in 3.1.1. */
class ConnackDecoderTest {
    static final SamplePacket MINIMAL =
            fromServer(
                    V5,
                    """
                    20 03                  | CONNACK, 3 bytes follow
                    00                     | no session present
                    00                     | Success
                    00                     | no properties
                    """);
    static final SamplePacket FULL =
            fromServer(
                    V5,
                    """
                    20 ..
                    01                     | session present
                    00                     | Success
                    (
                      11 00 00 00 3C       | Session Expiry Interval 60 s
                      21 00 14             | Receive Maximum 20
                      24 01                | Maximum QoS 1
                      25 00                | Retain Available: no
                      27 00 10 00 00       | Maximum Packet Size 1 MiB
                      12 'assigned-1'      | Assigned Client Identifier
                      22 00 10             | Topic Alias Maximum 16
                      1F 'welcome'         | Reason String
                      26 'k' 'v'           | User Property
                      28 01                | Wildcard Subscription Available
                      29 00                | Subscription Identifiers Available: no
                      2A 01                | Shared Subscription Available
                      13 00 1E             | Server Keep Alive 30 s
                      1A 'response/'       | Response Information
                      1C 'other:1883'      | Server Reference
                      15 'SCRAM-SHA-256'   | Authentication Method
                      16 00 01 FF          | Authentication Data
                    )
                    """);
    static final SamplePacket REFUSED =
            fromServer(
                    V5,
                    """
                    20 03 00 9F 00         | Connection rate exceeded
                    """);
    static final SamplePacket ACCEPTED_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    20 02 01 00
                    """);
    static final SamplePacket REFUSED_3_1_1 =
            fromServer(
                    V3_1_1,
                    """
                    20 02 00 05            | not authorized
                    """);
    static final SamplePacket RESERVED_FLAGS =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    20 03 02 00 00
                    """);
    static final SamplePacket FLAGS_IN_HEADER =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    21 03 00 00 00
                    """);
    static final SamplePacket SESSION_WITH_ERROR =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 03 01 87 00
                    """);
    static final SamplePacket SESSION_WITH_ERROR_3_1_1 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    20 02 01 05
                    """);
    static final SamplePacket CODE_OF_ANOTHER_PACKET =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 03 00 8E 00         | Session taken over
                    """);
    static final SamplePacket RETURN_CODE_6 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    20 02 00 06
                    """);
    static final SamplePacket REASON_CODE_IN_3_1_1 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V3_1_1,
                    """
                    20 02 00 87
                    """);
    static final SamplePacket NO_PROPERTY_LENGTH =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    20 02 00 00
                    """);
    static final SamplePacket NO_REASON_CODE =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    20 01 00
                    """);
    static final SamplePacket BYTE_AFTER_THE_END =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    20 04 00 00 00 00
                    """);
    static final SamplePacket PROPERTIES_IN_3_1_1 =
            badFromServer(
                    MALFORMED_PACKET,
                    V3_1_1,
                    """
                    20 03 00 00 00
                    """);
    static final SamplePacket MAXIMUM_QOS_2 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 .. 00 00 ( 24 02 )
                    """);
    static final SamplePacket RECEIVE_MAXIMUM_0 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 .. 00 00 ( 21 00 00 )
                    """);
    static final SamplePacket MAXIMUM_PACKET_SIZE_0 =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 .. 00 00 ( 27 00 00 00 00 )
                    """);
    static final SamplePacket REASON_STRING_TWICE =
            badFromServer(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 .. 00 00 ( 1F 'a' 1F 'b' )
                    """);
    static final SamplePacket TOPIC_ALIAS =
            badFromServer(
                    MALFORMED_PACKET,
                    V5,
                    """
                    20 .. 00 00 ( 23 00 01 )
                    """);
    static final SamplePacket SENT_BY_A_CLIENT =
            badFromClient(
                    PROTOCOL_ERROR,
                    V5,
                    """
                    20 03 00 00 00
                    """);

    private final ConnackDecoder connack = new ConnackDecoder();

    private int wrap(final SamplePacket sample) {
        return connack.wrap(sample.buffer(), 0, sample.bytes().length, sample.version());
    }

    @Test
    void readsEveryProperty() {
        assertEquals(SUCCESS, wrap(FULL));
        assertTrue(connack.sessionPresent());
        final PropertyList properties = connack.properties();
        assertEquals(1, properties.number(PropertyId.MAXIMUM_QOS, 2));
        assertEquals(0, properties.number(PropertyId.RETAIN_AVAILABLE, 1));
        assertEquals(30, properties.number(PropertyId.SERVER_KEEP_ALIVE, -1));
        assertEquals(
                "assigned-1", properties.bytes(PropertyId.ASSIGNED_CLIENT_IDENTIFIER).toString());
        assertEquals("other:1883", properties.bytes(PropertyId.SERVER_REFERENCE).toString());
    }

    @Test
    void readsReturnCodesAsReasonCodes() {
        final int[] reasonCodes = {0x00, 0x84, 0x85, 0x88, 0x86, 0x87};
        for (int returnCode = 0; returnCode < reasonCodes.length; returnCode++) {
            final UnsafeBuffer packet = Wire.buffer("20 02 00 0" + returnCode);
            assertEquals(SUCCESS, connack.wrap(packet, 0, 4, V3_1_1));
            assertEquals(reasonCodes[returnCode], connack.reasonCode());
        }
        assertAnswers(RETURN_CODE_6, REASON_CODE_IN_3_1_1);
    }

    @Test
    void writesTheReturnCodeThatApplies() {
        assertReturnCode(0, 0x00);
        assertReturnCode(1, 0x84);
        assertReturnCode(2, 0x85);
        assertReturnCode(3, 0x80, 0x83, 0x88, 0x89, 0x97, 0x9C, 0x9D, 0x9F);
        assertReturnCode(4, 0x86);
        assertReturnCode(5, 0x87, 0x8A);
    }

    private static void assertReturnCode(final int returnCode, final int... reasonCodes) {
        for (final int reasonCode : reasonCodes) {
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            final ConnackEncoder encoder = new ConnackEncoder().reset().reasonCode(reasonCode);
            assertEquals(4, encoder.encode(buffer, 0, V3_1_1));
            assertArrayEquals(
                    new byte[] {0x20, 2, 0, (byte) returnCode},
                    Arrays.copyOf(buffer.byteArray(), 4),
                    ReasonCode.name(reasonCode));
        }
    }

    @Test
    void refusesReservedFlags() {
        assertAnswers(RESERVED_FLAGS, FLAGS_IN_HEADER);
    }

    @Test
    void refusesASessionBesideAnError() {
        assertAnswers(SESSION_WITH_ERROR, SESSION_WITH_ERROR_3_1_1);
    }

    @Test
    void refusesReasonCodesOfOtherPackets() {
        assertAnswers(CODE_OF_ANOTHER_PACKET);
    }

    @Test
    void refusesAPacketThatIsTooShortOrTooLong() {
        assertAnswers(NO_PROPERTY_LENGTH, NO_REASON_CODE, BYTE_AFTER_THE_END, PROPERTIES_IN_3_1_1);
    }

    @Test
    void refusesForbiddenProperties() {
        assertAnswers(MAXIMUM_QOS_2, RECEIVE_MAXIMUM_0, MAXIMUM_PACKET_SIZE_0);
        assertAnswers(REASON_STRING_TWICE, TOPIC_ALIAS);
    }

    @Test
    void isAServersPacket() {
        assertAnswers(SENT_BY_A_CLIENT);
    }

    @Test
    void isAcceptedInBothVersions() {
        assertAnswers(MINIMAL, REFUSED, ACCEPTED_3_1_1, REFUSED_3_1_1);
        wrap(REFUSED_3_1_1);
        assertEquals(ReasonCode.NOT_AUTHORIZED, connack.reasonCode());
    }
}
