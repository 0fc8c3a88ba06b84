package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes PINGREQ or PINGRESP (MQTT 5.0 sections 3.12 and 3.13), whichever it was made for; one per
 * loop and type.
 */
public final class PingEncoder implements PacketEncoder {
    private final int type;

    public PingEncoder(final int type) {
        assert type == ControlPacketType.PINGREQ || type == ControlPacketType.PINGRESP;
        this.type = type;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(0);
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        final int first = ControlPacketType.firstByte(type);
        return FieldWriter.fixedHeader(buffer, offset, first, 0) - offset;
    }
}
