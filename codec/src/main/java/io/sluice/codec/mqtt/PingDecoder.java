package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads PINGREQ and PINGRESP (MQTT 5.0 sections 3.12 and 3.13), {@code C0 00} and {@code D0 00};
 * one per loop.
 */
public final class PingDecoder implements PacketDecoder {
    private int type;

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.bodyOffset(buffer, offset, length);
        if (body != offset + length) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final int first = buffer.getByte(offset) & 0xFF;
        type = first >> 4;
        return (type == ControlPacketType.PINGREQ || type == ControlPacketType.PINGRESP)
                        && first == ControlPacketType.firstByte(type)
                ? ReasonCode.SUCCESS
                : ReasonCode.MALFORMED_PACKET; // [MQTT-2.1.3-1]
    }

    /** {@link ControlPacketType#PINGREQ} or {@link ControlPacketType#PINGRESP}. */
    public int type() {
        return type;
    }
}
