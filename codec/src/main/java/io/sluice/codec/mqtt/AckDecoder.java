package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads PUBACK, PUBREC, PUBREL and PUBCOMP, which have one shape (MQTT 5.0 sections 3.4 to 3.7);
 * one per loop.
 *
 * <pre>
 *  +-------------+--------+-----------+-------------+------------+
 *  | 40 50 62 70 | length | packet id | reason code | properties |
 *  +-------------+--------+-----------+-------------+------------+
 *                  2                    MQTT 5, and there left out from behind:
 *                  3 or more            2: Success, 3: no properties
 * </pre>
 */
public final class AckDecoder implements PacketDecoder {
    private static final int TYPES =
            1 << ControlPacketType.PUBACK
                    | 1 << ControlPacketType.PUBREC
                    | 1 << ControlPacketType.PUBREL
                    | 1 << ControlPacketType.PUBCOMP;

    private final PropertyList properties = new PropertyList();
    private int type;
    private int packetId;
    private int packetIdOffset;
    private int reasonCode;

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int limit = offset + length;
        final int body = FieldReader.packetIdOffset(buffer, offset, length, TYPES);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.6.1-1] [MQTT-2.1.3-1]
        }
        type = ControlPacketType.of(buffer.getByte(offset));
        packetIdOffset = body;
        packetId = FieldReader.unsignedShort(buffer, body);
        reasonCode = ReasonCode.SUCCESS;
        properties.clear(buffer, limit);
        final int reason =
                version == MqttVersion.V5
                        ? wrapAfterPacketId(buffer, body + 2, limit)
                        : body + 2 == limit ? ReasonCode.SUCCESS : ReasonCode.MALFORMED_PACKET;
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        return packetId == 0
                ? ReasonCode.PROTOCOL_ERROR // [MQTT-2.2.1-5]: no PUBLISH has this one
                : ReasonCode.SUCCESS;
    }

    private int wrapAfterPacketId(final DirectBuffer buffer, final int offset, final int limit) {
        if (offset == limit) {
            return ReasonCode.SUCCESS;
        }
        reasonCode = buffer.getByte(offset) & 0xFF;
        if (offset + 1 < limit) {
            final int reason = properties.wrapToEnd(buffer, offset + 1, limit, PropertyId.IN_ACK);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
        }
        // [MQTT-3.4.2-1] [MQTT-3.5.2-1] [MQTT-3.6.2-1] [MQTT-3.7.2-1]
        return AllowedReasonCodes.mayCarry(type, reasonCode)
                ? ReasonCode.SUCCESS
                : ReasonCode.PROTOCOL_ERROR;
    }

    /** One of {@link ControlPacketType}'s PUBACK, PUBREC, PUBREL and PUBCOMP. */
    public int type() {
        return type;
    }

    public int packetId() {
        return packetId;
    }

    /** Where the Packet Identifier lies, for {@link PacketIds#put}. */
    public int packetIdOffset() {
        return packetIdOffset;
    }

    /** The Reason Code: Success where it is left out, and always in 3.1.1. */
    public int reasonCode() {
        return reasonCode;
    }

    public PropertyList properties() {
        return properties;
    }
}
