package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads SUBACK and UNSUBACK, which have one shape (MQTT 5.0 sections 3.9 and 3.11); one per loop.
 * The UNSUBACK of 3.1.1 has no reason codes.
 *
 * <pre>
 *  +-------+--------+-----------+------------+-------------+---
 *  | 90 B0 | length | packet id | properties | reason code | ...
 *  +-------+--------+-----------+------------+-------------+---
 *                                 MQTT 5
 * </pre>
 */
public final class SubackDecoder implements PacketDecoder {
    private static final int TYPES =
            1 << ControlPacketType.SUBACK | 1 << ControlPacketType.UNSUBACK;

    private final PropertyList properties = new PropertyList();
    private DirectBuffer buffer;
    private int type;
    private int packetId;
    private int packetIdOffset;
    private int codesOffset;
    private int limit;

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.packetIdOffset(buffer, offset, length, TYPES);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-2.1.3-1]
        }
        type = ControlPacketType.of(buffer.getByte(offset));
        this.buffer = buffer;
        limit = offset + length;
        packetIdOffset = body;
        packetId = FieldReader.unsignedShort(buffer, body);
        if (packetId == 0) {
            return ReasonCode.PROTOCOL_ERROR; // [MQTT-2.2.1-6]: no SUBSCRIBE has this one
        }
        codesOffset = body + 2;
        properties.clear(buffer, codesOffset);
        if (version == MqttVersion.V5) {
            final int reason = properties.wrap(buffer, codesOffset, limit, PropertyId.IN_ACK);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            codesOffset = properties.limit();
        } else if (type == ControlPacketType.UNSUBACK) {
            return codesOffset == limit ? ReasonCode.SUCCESS : ReasonCode.MALFORMED_PACKET;
        }
        return checkCodes(version);
    }

    private int checkCodes(final MqttVersion version) {
        if (codesOffset == limit) {
            return ReasonCode.PROTOCOL_ERROR; // [MQTT-3.8.4-6]: it answers at least one filter
        }
        for (int i = 0; i < count(); i++) {
            if (!isAllowed(reasonCode(i), version)) {
                return ReasonCode.PROTOCOL_ERROR; // [MQTT-3.9.3-2] [MQTT-3.11.3-2]
            }
        }
        return ReasonCode.SUCCESS;
    }

    private boolean isAllowed(final int reasonCode, final MqttVersion version) {
        return version == MqttVersion.V5
                ? AllowedReasonCodes.mayCarry(type, reasonCode)
                : reasonCode <= ReasonCode.GRANTED_QOS_2
                        || reasonCode == ReasonCode.UNSPECIFIED_ERROR;
    }

    /** {@link ControlPacketType#SUBACK} or {@link ControlPacketType#UNSUBACK}. */
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

    public PropertyList properties() {
        return properties;
    }

    /** How many reason codes there are: at least one, but none in a 3.1.1 UNSUBACK. */
    public int count() {
        return limit - codesOffset;
    }

    /** The answer to the filter with this index. */
    public int reasonCode(final int index) {
        assert index >= 0 && index < count();
        return buffer.getByte(codesOffset + index) & 0xFF;
    }
}
