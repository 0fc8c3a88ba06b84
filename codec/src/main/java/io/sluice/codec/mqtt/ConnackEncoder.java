package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes CONNACK (MQTT 5.0 section 3.2); one per loop. In 3.1.1 the reason code becomes a return
 * code; where {@link #canSay} finds none, the connection is to be closed without a CONNACK.
 */
public final class ConnackEncoder implements PacketEncoder {
    private PropertyWriter properties;
    private boolean sessionPresent;
    private int reasonCode;

    /**
     * Whether a CONNACK of this version can say why: 3.1.1 has few return codes, and wants the
     * connection closed without a CONNACK where none applies. To be asked before {@link #encode}.
     * MQTT 3.1.1 [MQTT-3.1.4-1], MQTT 3.1.1 [MQTT-3.2.2-6]
     */
    public static boolean canSay(final int reasonCode, final MqttVersion version) {
        return version == MqttVersion.V5
                || ConnectReturnCode.of(reasonCode) != ConnectReturnCode.NONE;
    }

    /** Success, no session, no properties. */
    public ConnackEncoder reset() {
        properties = null;
        sessionPresent = false;
        reasonCode = ReasonCode.SUCCESS;
        return this;
    }

    public ConnackEncoder sessionPresent(final boolean sessionPresent) {
        this.sessionPresent = sessionPresent;
        return this;
    }

    public ConnackEncoder reasonCode(final int reasonCode) {
        assert AllowedReasonCodes.mayCarry(ControlPacketType.CONNACK, reasonCode);
        this.reasonCode = reasonCode;
        return this;
    }

    /** The properties; null for none, and 3.1.1 leaves them out. */
    public ConnackEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_CONNACK);
        this.properties = properties;
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(remainingLength(version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert !sessionPresent || reasonCode == ReasonCode.SUCCESS; // [MQTT-3.2.2-6]
        assert canSay(reasonCode, version);
        final boolean v5 = version == MqttVersion.V5;
        final int first = ControlPacketType.firstByte(ControlPacketType.CONNACK);
        int at = FieldWriter.fixedHeader(buffer, offset, first, remainingLength(version));
        buffer.putByte(at++, (byte) (sessionPresent ? 1 : 0));
        buffer.putByte(at++, (byte) (v5 ? reasonCode : ConnectReturnCode.of(reasonCode)));
        if (v5) {
            at = FieldWriter.properties(buffer, at, properties);
        }
        return at - offset;
    }

    private int remainingLength(final MqttVersion version) {
        return 2 + (version == MqttVersion.V5 ? FieldWriter.propertiesLength(properties) : 0);
    }
}
