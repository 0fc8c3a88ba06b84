package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads DISCONNECT (MQTT 5.0 section 3.14, MQTT 3.1.1 section 3.14); one per loop and sender.
 *
 * <pre>
 *  +----+--------+-------------+------------+
 *  | E0 | length | reason code | properties |
 *  +----+--------+-------------+------------+
 *         0        MQTT 5, and there left out from behind:
 *         1 ...    0: Normal disconnection, 1: no properties
 * </pre>
 */
public final class DisconnectDecoder implements PacketDecoder {
    private final PropertyList properties = new PropertyList();
    private final PacketSender sender;
    private int reasonCode;

    /**
     * @param sender who sends the packets read here: each has reason codes of its own
     */
    public DisconnectDecoder(final PacketSender sender) {
        this.sender = sender;
    }

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int limit = offset + length;
        final int first = ControlPacketType.firstByte(ControlPacketType.DISCONNECT);
        final int body = FieldReader.bodyOffset(buffer, offset, length, first);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.14.1-1]
        }
        reasonCode = ReasonCode.NORMAL_DISCONNECTION;
        properties.clear(buffer, limit);
        if (version == MqttVersion.V3_1_1) {
            if (body != limit) {
                return ReasonCode.MALFORMED_PACKET;
            }
            return sender == PacketSender.CLIENT
                    ? ReasonCode.SUCCESS
                    : ReasonCode.PROTOCOL_ERROR; // MQTT 3.1.1 section 3.14: the client's packet
        }
        return body == limit ? ReasonCode.SUCCESS : wrapReasonCode(buffer, body, limit);
    }

    private int wrapReasonCode(final DirectBuffer buffer, final int offset, final int limit) {
        reasonCode = buffer.getByte(offset) & 0xFF;
        if (offset + 1 < limit) {
            final int reason =
                    properties.wrapToEnd(buffer, offset + 1, limit, PropertyId.IN_DISCONNECT);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            if (sender == PacketSender.SERVER
                    && properties.has(PropertyId.SESSION_EXPIRY_INTERVAL)) {
                return ReasonCode.PROTOCOL_ERROR; // [MQTT-3.14.2-2]
            }
        }
        return AllowedReasonCodes.maySend(sender, ControlPacketType.DISCONNECT, reasonCode)
                ? ReasonCode.SUCCESS
                : ReasonCode.PROTOCOL_ERROR; // [MQTT-3.14.2-1]
    }

    /** The Reason Code: Normal disconnection where it is left out, and always in 3.1.1. */
    public int reasonCode() {
        return reasonCode;
    }

    public PropertyList properties() {
        return properties;
    }
}
