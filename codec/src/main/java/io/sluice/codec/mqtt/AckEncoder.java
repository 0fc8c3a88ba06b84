package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes PUBACK, PUBREC, PUBREL and PUBCOMP (MQTT 5.0 sections 3.4 to 3.7) in the shortest form;
 * one per loop. In 3.1.1, which can only say yes, the reason code and the properties are left out.
 */
public final class AckEncoder implements PacketEncoder {
    private PropertyWriter properties;
    private int type;
    private int packetId;
    private int reasonCode;

    /** Success for this packet, without properties. */
    public AckEncoder reset(final int type, final int packetId) {
        assert type >= ControlPacketType.PUBACK && type <= ControlPacketType.PUBCOMP;
        assert PacketIds.isValid(packetId);
        this.type = type;
        this.packetId = packetId;
        properties = null;
        reasonCode = ReasonCode.SUCCESS;
        return this;
    }

    public AckEncoder reasonCode(final int reasonCode) {
        assert AllowedReasonCodes.mayCarry(type, reasonCode);
        this.reasonCode = reasonCode;
        return this;
    }

    /** The properties; null for none. */
    public AckEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_ACK);
        this.properties = properties;
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(
                2 + FieldWriter.tailLength(reasonCode, properties, version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        final int remaining = 2 + FieldWriter.tailLength(reasonCode, properties, version);
        assert type != ControlPacketType.RESERVED : "reset first";
        final int first = ControlPacketType.firstByte(type);
        int at = FieldWriter.fixedHeader(buffer, offset, first, remaining);
        at = FieldWriter.unsignedShort(buffer, at, packetId);
        at = FieldWriter.tail(buffer, at, reasonCode, properties, version);
        return at - offset;
    }
}
