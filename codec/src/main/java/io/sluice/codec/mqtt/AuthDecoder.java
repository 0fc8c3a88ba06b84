package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads AUTH (MQTT 5.0 section 3.15), which 3.1.1 does not have; one per loop and sender.
 *
 * <pre>
 *  +----+--------+-------------+------------+
 *  | F0 | length | reason code | properties |
 *  +----+--------+-------------+------------+
 *         0        both left out: Success
 *         2 ...    both there
 * </pre>
 */
public final class AuthDecoder implements PacketDecoder {
    private final PropertyList properties = new PropertyList();
    private final PacketSender sender;
    private int reasonCode;

    /**
     * @param sender who sends the packets read here: each has reason codes of its own
     */
    public AuthDecoder(final PacketSender sender) {
        this.sender = sender;
    }

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int limit = offset + length;
        final int first = ControlPacketType.firstByte(ControlPacketType.AUTH);
        final int body = FieldReader.bodyOffset(buffer, offset, length, first);
        if (body == FieldReader.CUT || version != MqttVersion.V5) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.15.1-1]; type 15 is reserved in 3.1.1
        }
        reasonCode = ReasonCode.SUCCESS;
        properties.clear(buffer, limit);
        if (body < limit) {
            reasonCode = buffer.getByte(body) & 0xFF;
            final int reason = wrapProperties(buffer, body + 1, limit);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
        }
        return AllowedReasonCodes.maySend(sender, ControlPacketType.AUTH, reasonCode)
                ? ReasonCode.SUCCESS
                : ReasonCode.PROTOCOL_ERROR; // [MQTT-3.15.2-1]
    }

    private int wrapProperties(final DirectBuffer buffer, final int offset, final int limit) {
        final int reason = properties.wrapToEnd(buffer, offset, limit, PropertyId.IN_AUTH);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        return properties.has(PropertyId.AUTHENTICATION_METHOD)
                ? ReasonCode.SUCCESS
                : ReasonCode.PROTOCOL_ERROR; // section 3.15.2.2.2
    }

    /** The Reason Code: Success where it is left out. */
    public int reasonCode() {
        return reasonCode;
    }

    public PropertyList properties() {
        return properties;
    }
}
