package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a relay changes in a packet that it passes on as it lies. */
class RewriteInPlaceTest {
    private final UnsafeBuffer buffer =
            Wire.buffer("33 .. '' 00 07 ( 02 00 00 00 1E 23 00 05 ) `21`");
    private final PublishDecoder publish = new PublishDecoder(PacketSender.CLIENT);

    private void wrap() {
        final int reason = publish.wrap(buffer, 0, buffer.capacity(), MqttVersion.V5);
        assertEquals(ReasonCode.SUCCESS, reason);
    }

    @Test
    void rewritesWhatIsThePeersOwn() {
        wrap();
        final PropertyList properties = publish.properties();
        final int alias = PropertyId.TOPIC_ALIAS;
        final int expiry = PropertyId.MESSAGE_EXPIRY_INTERVAL;
        PacketIds.put(buffer, publish.packetIdOffset(), PacketIds.MAX);
        PropertyWriter.putNumber(buffer, properties.valueOffset(alias), alias, 0x1234);
        PropertyWriter.putNumber(buffer, properties.valueOffset(expiry), expiry, 29);
        PublishFlags.putDup(buffer, 0, true);
        assertArrayEquals(
                Wire.bytes("3B .. '' FF FF ( 02 00 00 00 1D 23 12 34 ) `21`"), buffer.byteArray());
        wrap();
        assertTrue(publish.dup());
        assertEquals(1, publish.qos());
        assertTrue(publish.retain());
        assertEquals(0x1234, publish.topicAlias());
        PublishFlags.putDup(buffer, 0, false);
        wrap();
        assertFalse(publish.dup());
        assertEquals(1, publish.qos());
    }

    @Test
    void rewritesThePacketIdOfAnAcknowledgement() {
        final UnsafeBuffer puback = Wire.buffer("40 .. 00 07");
        final AckDecoder ack = new AckDecoder();
        assertEquals(0, ack.wrap(puback, 0, puback.capacity(), MqttVersion.V5));
        PacketIds.put(puback, ack.packetIdOffset(), 1);
        assertArrayEquals(Wire.bytes("40 .. 00 01"), puback.byteArray());
    }

    @Test
    void writesNothingThatAPeerMustRefuse() {
        assertThrows(AssertionError.class, () -> PacketIds.put(buffer, 0, 0));
        assertThrows(AssertionError.class, () -> PacketIds.put(buffer, 0, 0x1_0000));
        final UnsafeBuffer subscribe = Wire.buffer("82 .. 00 01 () 'a' 00");
        assertThrows(AssertionError.class, () -> PublishFlags.putDup(subscribe, 0, true));
        final UnsafeBuffer qos0 = Wire.buffer("30 .. 'a' ()");
        assertThrows(AssertionError.class, () -> PublishFlags.putDup(qos0, 0, true));
        PublishFlags.putDup(qos0, 0, false);
        assertEquals(0x30, qos0.getByte(0));
    }
}
