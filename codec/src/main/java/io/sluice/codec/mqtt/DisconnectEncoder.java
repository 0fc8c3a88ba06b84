package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes DISCONNECT (MQTT 5.0 section 3.14) in the shortest form; one per loop and sender. In
 * 3.1.1, where only a client sends it, the reason code and the properties are left out.
 */
public final class DisconnectEncoder implements PacketEncoder {
    private final PacketSender sender;
    private PropertyWriter properties;
    private int reasonCode;

    /**
     * @param sender who sends the packets written here: each has reason codes of its own
     */
    public DisconnectEncoder(final PacketSender sender) {
        this.sender = sender;
    }

    /** This reason code, without properties. */
    public DisconnectEncoder reset(final int reasonCode) {
        assert AllowedReasonCodes.maySend(sender, ControlPacketType.DISCONNECT, reasonCode);
        this.reasonCode = reasonCode;
        properties = null;
        return this;
    }

    /** The properties; null for none. */
    public DisconnectEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.inDisconnect(sender));
        this.properties = properties;
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(FieldWriter.tailLength(reasonCode, properties, version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert version == MqttVersion.V5 || sender == PacketSender.CLIENT;
        final int remaining = FieldWriter.tailLength(reasonCode, properties, version);
        final int first = ControlPacketType.firstByte(ControlPacketType.DISCONNECT);
        final int at = FieldWriter.fixedHeader(buffer, offset, first, remaining);
        return FieldWriter.tail(buffer, at, reasonCode, properties, version) - offset;
    }
}
