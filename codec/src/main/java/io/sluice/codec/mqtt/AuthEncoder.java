package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/** Writes AUTH (MQTT 5.0 section 3.15), which 3.1.1 does not have; one per loop and sender. */
public final class AuthEncoder implements PacketEncoder {
    private final PacketSender sender;
    private PropertyWriter properties;
    private int reasonCode;

    /**
     * @param sender who sends the packets written here: each has reason codes of its own
     */
    public AuthEncoder(final PacketSender sender) {
        this.sender = sender;
    }

    /** This reason code, without the properties that all but Success needs. */
    public AuthEncoder reset(final int reasonCode) {
        assert AllowedReasonCodes.maySend(sender, ControlPacketType.AUTH, reasonCode);
        this.reasonCode = reasonCode;
        properties = null;
        return this;
    }

    /** The properties, the Authentication Method among them; null for none. */
    public AuthEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_AUTH);
        this.properties = properties;
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        assert version == MqttVersion.V5;
        return FieldWriter.packetLength(FieldWriter.tailLength(reasonCode, properties, version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert version == MqttVersion.V5;
        final int remaining = FieldWriter.tailLength(reasonCode, properties, version);
        assert AllowedReasonCodes.maySend(sender, ControlPacketType.AUTH, reasonCode);
        assert remaining != 1; // section 3.15.2.2.2: a reason code needs its method
        final int first = ControlPacketType.firstByte(ControlPacketType.AUTH);
        final int at = FieldWriter.fixedHeader(buffer, offset, first, remaining);
        return FieldWriter.tail(buffer, at, reasonCode, properties, version) - offset;
    }
}
