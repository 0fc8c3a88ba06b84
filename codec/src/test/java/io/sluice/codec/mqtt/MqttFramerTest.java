package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Packets in a stream of bytes; {@link SamplePacketsTest} splits each of its own. */
class MqttFramerTest {
    private final MqttFramer framer = new MqttFramer(200);

    private int next(final String transcript) {
        final UnsafeBuffer buffer = Wire.buffer(transcript);
        return framer.next(buffer, 0, buffer.capacity());
    }

    @Test
    void waitsForTheFixedHeader() {
        assertEquals(MqttFramer.INCOMPLETE, next(""));
        assertEquals(MqttFramer.INCOMPLETE, next("30"));
        assertEquals(MqttFramer.INCOMPLETE, next("30 80"));
        assertEquals(0, framer.packetLength());
    }

    @Test
    void tellsTheTypeFromTheFirstByteOn() {
        assertEquals(MqttFramer.INCOMPLETE, next("82"));
        assertEquals(ControlPacketType.SUBSCRIBE, framer.type());
        assertEquals(ReasonCode.SUCCESS, next("E0 00"));
        assertEquals(ControlPacketType.DISCONNECT, framer.type());
        assertEquals(ReasonCode.PACKET_TOO_LARGE, next("30 C6 01"));
        assertEquals(ControlPacketType.PUBLISH, framer.type());
        assertEquals(MqttFramer.INCOMPLETE, next(""));
        assertEquals(ControlPacketType.RESERVED, framer.type(), "forgotten");
    }

    @Test
    void tellsTheLengthBeforeTheBodyIsThere() {
        assertEquals(MqttFramer.INCOMPLETE, next("30 80 01"));
        assertEquals(131, framer.packetLength());
        assertEquals(MqttFramer.INCOMPLETE, next("30 02 00"));
        assertEquals(4, framer.packetLength());
    }

    @Test
    void refusesAPacketThatIsTooLargeOnItsHeader() {
        assertEquals(MqttFramer.INCOMPLETE, next("30 C5 01")); // 3 + 197 bytes
        assertEquals(ReasonCode.PACKET_TOO_LARGE, next("30 C6 01"));
        assertEquals(201, framer.packetLength());
        assertEquals(ReasonCode.PACKET_TOO_LARGE, next("30 FF FF FF 7F"));
    }

    @Test
    void acceptsThePacketOfExactlyTheMaximum() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[201]);
        buffer.putBytes(0, Wire.bytes("30 C5 01"));
        assertEquals(MqttFramer.INCOMPLETE, framer.next(buffer, 0, 199));
        assertEquals(ReasonCode.SUCCESS, framer.next(buffer, 0, 200));
        assertEquals(ReasonCode.SUCCESS, framer.next(buffer, 0, 201));
        assertEquals(200, framer.packetLength());
    }

    @Test
    void refusesALengthOfFiveBytesWithoutWaiting() {
        assertEquals(ReasonCode.MALFORMED_PACKET, next("C0 80 80 80 80"));
    }

    @Test
    void refusesALengthThatIsNotMinimal() {
        assertEquals(ReasonCode.MALFORMED_PACKET, next("C0 80 00"));
    }

    @Test
    void refusesTheReservedTypeOnItsFirstByte() {
        assertEquals(ReasonCode.MALFORMED_PACKET, next("00"));
        assertEquals(ReasonCode.MALFORMED_PACKET, next("0F 00"));
    }

    @Test
    void findsOnePacketBehindAnother() {
        final UnsafeBuffer buffer = Wire.buffer("C0 00 | 30 03 00 01 61\n30 03 00 01 61\nC0 00");
        int offset = 0;
        int packets = 0;
        while (framer.next(buffer, offset, buffer.capacity()) == ReasonCode.SUCCESS) {
            offset += framer.packetLength();
            packets++;
        }
        assertEquals(buffer.capacity(), offset);
        assertEquals(3, packets);
    }

    @Test
    void needsAMaximumThatAllowsSomething() {
        assertThrows(IllegalArgumentException.class, () -> new MqttFramer(0));
        final UnsafeBuffer ping = Wire.buffer("C0 00");
        assertEquals(ReasonCode.PACKET_TOO_LARGE, new MqttFramer(1).next(ping, 0, 2));
        assertEquals(ReasonCode.SUCCESS, new MqttFramer(2).next(ping, 0, 2));
    }
}
