package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads CONNACK (MQTT 5.0 section 3.2, MQTT 3.1.1 section 3.2); one per loop. The return codes of
 * 3.1.1 are read as the reason codes that say the same.
 *
 * <pre>
 *  +----+--------+---------------------+-------------+------------+
 *  | 20 | length | 0 0 0 0 0 0 0 : SP  | reason code | properties |
 *  +----+--------+---------------------+-------------+------------+
 *                                                        MQTT 5
 * </pre>
 */
public final class ConnackDecoder implements PacketDecoder {
    private final PropertyList properties = new PropertyList();
    private boolean sessionPresent;
    private int reasonCode;

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int limit = offset + length;
        final int first = ControlPacketType.firstByte(ControlPacketType.CONNACK);
        final int body = FieldReader.bodyOffset(buffer, offset, length, first);
        if (body == FieldReader.CUT || limit - body < 2) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final byte flags = buffer.getByte(body);
        if ((flags & ~1) != 0) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.2.2-1]
        }
        sessionPresent = flags == 1;
        final int code = buffer.getByte(body + 1) & 0xFF;
        final int reason =
                version == MqttVersion.V5
                        ? wrapReasonCode(code, buffer, body + 2, limit)
                        : wrapReturnCode(code, buffer, body + 2, limit);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        return sessionPresent && reasonCode != ReasonCode.SUCCESS
                ? ReasonCode.PROTOCOL_ERROR // [MQTT-3.2.2-6]
                : ReasonCode.SUCCESS;
    }

    private int wrapReasonCode(
            final int code, final DirectBuffer buffer, final int offset, final int limit) {
        final int reason = properties.wrapToEnd(buffer, offset, limit, PropertyId.IN_CONNACK);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        if (!AllowedReasonCodes.mayCarry(ControlPacketType.CONNACK, code)) {
            return ReasonCode.PROTOCOL_ERROR; // [MQTT-3.2.2-8]
        }
        reasonCode = code;
        return ReasonCode.SUCCESS;
    }

    private int wrapReturnCode(
            final int code, final DirectBuffer buffer, final int offset, final int limit) {
        properties.clear(buffer, offset);
        reasonCode = ConnectReturnCode.toReasonCode(code);
        if (offset != limit) {
            return ReasonCode.MALFORMED_PACKET;
        }
        return reasonCode < 0 ? ReasonCode.PROTOCOL_ERROR : ReasonCode.SUCCESS;
    }

    public boolean sessionPresent() {
        return sessionPresent;
    }

    public int reasonCode() {
        return reasonCode;
    }

    public PropertyList properties() {
        return properties;
    }
}
