package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes PUBLISH (MQTT 5.0 section 3.3); one per loop. Filled in, then encoded once or more; {@link
 * #reset} before the next packet.
 */
public final class PublishEncoder implements PacketEncoder {
    private final Slice topic = new Slice();
    private PropertyWriter properties;
    private int flags;
    private int packetId;
    private final Slice payload = new Slice();

    /** An empty topic and payload, QoS 0, no flags, no properties. */
    public PublishEncoder reset() {
        topic.clear();
        payload.clear();
        properties = null;
        flags = 0;
        packetId = 0;
        return this;
    }

    public PublishEncoder dup(final boolean dup) {
        flags = PublishFlags.set(flags, PublishFlags.DUP, dup);
        return this;
    }

    /** QoS 1 or 2 with the packet's identifier, or QoS 0 with 0. */
    public PublishEncoder qos(final int qos, final int packetId) {
        assert qos >= 0 && qos <= 2;
        assert qos == 0 ? packetId == 0 : PacketIds.isValid(packetId); // [MQTT-2.2.1-2]
        flags = PublishFlags.withQos(flags, qos);
        this.packetId = packetId;
        return this;
    }

    public PublishEncoder retain(final boolean retain) {
        flags = PublishFlags.set(flags, PublishFlags.RETAIN, retain);
        return this;
    }

    public PublishEncoder topic(final Slice topic) {
        this.topic.wrap(topic);
        return this;
    }

    /** The properties, which must stay as they are until the packet is encoded; null for none. */
    public PublishEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_PUBLISH);
        this.properties = properties;
        return this;
    }

    public PublishEncoder payload(final Slice payload) {
        this.payload.wrap(payload);
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(remainingLength(version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        final int headerLength = encodeHeader(buffer, offset, version);
        return headerLength + payload.copyTo(buffer, offset + headerLength);
    }

    /**
     * Writes all but the payload, whose bytes follow from elsewhere (a gathering write), and
     * returns the length of what was written.
     */
    public int encodeHeader(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert PublishFlags.hasPacketId(flags)
                || (flags & PublishFlags.DUP) == 0; // [MQTT-3.3.1-2] [MQTT-4.3.1-1]
        assert isTopicAllowed(version);
        final int first = ControlPacketType.PUBLISH << 4 | flags;
        int at = FieldWriter.fixedHeader(buffer, offset, first, remainingLength(version));
        at = FieldWriter.field(buffer, at, topic);
        if (PublishFlags.hasPacketId(flags)) {
            at = FieldWriter.unsignedShort(buffer, at, packetId);
        }
        if (version == MqttVersion.V5) {
            at = FieldWriter.properties(buffer, at, properties);
        }
        return at - offset;
    }

    /** Whether there is a topic without wildcards, or in MQTT 5 an alias alone. [MQTT-3.3.2-2] */
    private boolean isTopicAllowed(final MqttVersion version) {
        return topic.isEmpty()
                ? version == MqttVersion.V5
                        && PropertyWriter.has(properties, PropertyId.TOPIC_ALIAS)
                : TopicName.check(topic.buffer(), topic.offset(), topic.length())
                        == ReasonCode.SUCCESS;
    }

    private int remainingLength(final MqttVersion version) {
        return 2
                + topic.length()
                + (PublishFlags.hasPacketId(flags) ? 2 : 0)
                + (version == MqttVersion.V5 ? FieldWriter.propertiesLength(properties) : 0)
                + payload.length();
    }
}
