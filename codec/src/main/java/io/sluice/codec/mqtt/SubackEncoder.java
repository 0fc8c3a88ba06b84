package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes SUBACK and UNSUBACK (MQTT 5.0 sections 3.9 and 3.11); one per loop. The reason codes are
 * gathered in a region of its own, whose size is their limit: one past it throws {@link
 * IndexOutOfBoundsException}, which is our fault and not the peer's. In 3.1.1 every failure of a
 * SUBACK is 0x80, and UNSUBACK has no codes.
 */
public final class SubackEncoder implements PacketEncoder {
    private final MutableDirectBuffer region;
    private int count;
    private PropertyWriter properties;
    private int type;
    private int packetId;

    public SubackEncoder(final MutableDirectBuffer region) {
        this.region = region;
    }

    /** A packet of this type without reason codes, which it still needs, and properties. */
    public SubackEncoder reset(final int type, final int packetId) {
        assert type == ControlPacketType.SUBACK || type == ControlPacketType.UNSUBACK;
        assert PacketIds.isValid(packetId);
        this.type = type;
        this.packetId = packetId;
        count = 0;
        properties = null;
        return this;
    }

    /** The properties; null for none, and 3.1.1 leaves them out. */
    public SubackEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_ACK);
        this.properties = properties;
        return this;
    }

    /** Adds the answer to the next filter. [MQTT-3.9.3-1] [MQTT-3.11.3-1] */
    public SubackEncoder add(final int reasonCode) {
        assert AllowedReasonCodes.mayCarry(type, reasonCode);
        region.putByte(count, (byte) reasonCode);
        count++; // only once it is written
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(remainingLength(version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert count > 0; // [MQTT-3.8.4-6]
        final int first = ControlPacketType.firstByte(type);
        int at = FieldWriter.fixedHeader(buffer, offset, first, remainingLength(version));
        at = FieldWriter.unsignedShort(buffer, at, packetId);
        if (version == MqttVersion.V5) {
            at = FieldWriter.properties(buffer, at, properties);
            buffer.putBytes(at, region, 0, count);
            return at + count - offset;
        }
        for (int i = 0; i < codes(version); i++) {
            final byte code = region.getByte(i);
            buffer.putByte(at++, code < 0 ? (byte) ReasonCode.UNSPECIFIED_ERROR : code);
        }
        return at - offset;
    }

    private int codes(final MqttVersion version) {
        return version == MqttVersion.V3_1_1 && type == ControlPacketType.UNSUBACK ? 0 : count;
    }

    private int remainingLength(final MqttVersion version) {
        return 2
                + (version == MqttVersion.V5 ? FieldWriter.propertiesLength(properties) : 0)
                + codes(version);
    }
}
