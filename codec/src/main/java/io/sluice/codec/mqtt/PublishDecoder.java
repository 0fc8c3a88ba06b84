package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Reads PUBLISH (MQTT 5.0 section 3.3, MQTT 3.1.1 section 3.3); one per loop and sender.
 *
 * <pre>
 *  +------------------+--------+------------+-----------+------------+---------
 *  | 3 | DUP QoS RTN  | length | topic name | packet id | properties | payload
 *  +------------------+--------+------------+-----------+------------+---------
 *                                            QoS 1, 2     MQTT 5
 * </pre>
 */
public final class PublishDecoder implements PacketDecoder {
    private final PropertyList properties = new PropertyList();
    private final Slice topic = new Slice();
    private final Slice payload = new Slice();
    private final boolean fromClient;

    private DirectBuffer buffer;
    private int flags;
    private int topicOffset;
    private int topicLength;
    private int packetId;
    private int payloadOffset;
    private int limit;

    /**
     * @param sender who sends the packets read here: a client must not send Subscription
     *     Identifiers
     */
    public PublishDecoder(final PacketSender sender) {
        fromClient = sender == PacketSender.CLIENT;
    }

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.bodyOffset(buffer, offset, length);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final byte first = buffer.getByte(offset);
        if (ControlPacketType.of(first) != ControlPacketType.PUBLISH) {
            return ReasonCode.MALFORMED_PACKET;
        }
        this.buffer = buffer;
        flags = first;
        limit = offset + length;
        if (qos() == 3) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.3.1-4]
        }
        if (qos() == 0 && dup()) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.3.1-2]
        }
        final int topicEnd = FieldReader.end(buffer, body, limit);
        if (topicEnd == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.3.2-1]
        }
        topicOffset = body + 2;
        topicLength = topicEnd - topicOffset;
        final int reason = checkTopic(version);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        return wrapAfterTopic(topicEnd, version);
    }

    private int checkTopic(final MqttVersion version) {
        if (topicLength == 0) {
            // A v5 topic may be left out where an alias stands for it: decided with the properties.
            return version == MqttVersion.V5 ? ReasonCode.SUCCESS : ReasonCode.MALFORMED_PACKET;
        }
        return TopicName.check(buffer, topicOffset, topicLength); // [MQTT-3.3.2-2]
    }

    private int wrapAfterTopic(final int topicEnd, final MqttVersion version) {
        int position = topicEnd;
        packetId = 0;
        if (qos() > 0) {
            if (limit - position < 2) {
                return ReasonCode.MALFORMED_PACKET;
            }
            packetId = FieldReader.unsignedShort(buffer, position);
            position += 2;
            if (packetId == 0) {
                return ReasonCode.PROTOCOL_ERROR; // [MQTT-2.2.1-3] [MQTT-2.2.1-4]
            }
        }
        if (version == MqttVersion.V5) {
            final int reason = properties.wrap(buffer, position, limit, PropertyId.IN_PUBLISH);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            position = properties.limit();
            if (topicLength == 0 && !properties.has(PropertyId.TOPIC_ALIAS)) {
                return ReasonCode.PROTOCOL_ERROR; // section 3.3.2.1
            }
            if (fromClient && properties.subscriptionIdentifierCount() > 0) {
                return ReasonCode.PROTOCOL_ERROR; // [MQTT-3.3.4-6]
            }
        } else {
            properties.clear(buffer, position);
        }
        payloadOffset = position;
        return ReasonCode.SUCCESS;
    }

    /** The DUP flag; {@link PublishFlags#putDup} rewrites it in place. */
    public boolean dup() {
        return (flags & PublishFlags.DUP) != 0;
    }

    public int qos() {
        return PublishFlags.qos(flags);
    }

    public boolean retain() {
        return (flags & PublishFlags.RETAIN) != 0;
    }

    /** The Topic Name; empty where a topic alias stands for it. */
    public Slice topic() {
        return topic.wrap(buffer, topicOffset, topicLength);
    }

    /** The Packet Identifier, 0 at QoS 0. */
    public int packetId() {
        return packetId;
    }

    /** Where the Packet Identifier lies, for {@link PacketIds#put}; only at QoS 1 and 2. */
    public int packetIdOffset() {
        assert qos() > 0;
        return topicOffset + topicLength;
    }

    /** The Topic Alias, 0 where there is none. */
    public int topicAlias() {
        return (int) properties.number(PropertyId.TOPIC_ALIAS, 0);
    }

    public PropertyList properties() {
        return properties;
    }

    public Slice payload() {
        return payload.wrap(buffer, payloadOffset, limit - payloadOffset);
    }
}
