package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes SUBSCRIBE and UNSUBSCRIBE (MQTT 5.0 sections 3.8 and 3.10); one per loop. The filters are
 * gathered in a region of its own, whose size is their limit: one past it throws {@link
 * IndexOutOfBoundsException}, which is our fault and not the peer's.
 */
public final class SubscribeEncoder implements PacketEncoder {
    private final MutableDirectBuffer region;
    private int filtersLength;
    private PropertyWriter properties;
    private int type;
    private int packetId;

    public SubscribeEncoder(final MutableDirectBuffer region) {
        this.region = region;
    }

    /** A packet of this type without filters, which it still needs, and without properties. */
    public SubscribeEncoder reset(final int type, final int packetId) {
        assert type == ControlPacketType.SUBSCRIBE || type == ControlPacketType.UNSUBSCRIBE;
        assert PacketIds.isValid(packetId); // [MQTT-2.2.1-3]
        this.type = type;
        this.packetId = packetId;
        filtersLength = 0;
        properties = null;
        return this;
    }

    /** The properties; null for none, and 3.1.1 leaves them out. */
    public SubscribeEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, allowedProperties());
        this.properties = properties;
        return this;
    }

    private long allowedProperties() {
        return type == ControlPacketType.SUBSCRIBE
                ? PropertyId.IN_SUBSCRIBE
                : PropertyId.IN_UNSUBSCRIBE;
    }

    /** Adds a filter to a SUBSCRIBE, with its {@link SubscriptionOptions}. */
    public SubscribeEncoder add(final Slice topicFilter, final int options) {
        assert type == ControlPacketType.SUBSCRIBE;
        assert SubscriptionOptions.check(options, MqttVersion.V5) == ReasonCode.SUCCESS;
        assert !SubscriptionOptions.noLocal(options)
                || !TopicFilter.isShared(
                        topicFilter.buffer(),
                        topicFilter.offset(),
                        topicFilter.length()); // [MQTT-3.8.3-4]
        final int at = FieldWriter.field(region, filtersLength, topicFilter);
        region.putByte(at, (byte) options);
        filtersLength = at + 1;
        return this;
    }

    /** Adds a filter to an UNSUBSCRIBE. */
    public SubscribeEncoder add(final Slice topicFilter) {
        assert type == ControlPacketType.UNSUBSCRIBE;
        filtersLength = FieldWriter.field(region, filtersLength, topicFilter);
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(remainingLength(version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert filtersLength > 0; // [MQTT-3.8.3-2] [MQTT-3.10.3-2]
        final int first = ControlPacketType.firstByte(type);
        int at = FieldWriter.fixedHeader(buffer, offset, first, remainingLength(version));
        at = FieldWriter.unsignedShort(buffer, at, packetId);
        if (version == MqttVersion.V5) {
            at = FieldWriter.properties(buffer, at, properties);
        }
        buffer.putBytes(at, region, 0, filtersLength);
        if (version == MqttVersion.V3_1_1 && type == ControlPacketType.SUBSCRIBE) {
            keepQosAlone(buffer, at, at + filtersLength);
        }
        return at + filtersLength - offset;
    }

    private static void keepQosAlone(
            final MutableDirectBuffer buffer, final int offset, final int limit) {
        int at = offset;
        while (at < limit) {
            at = FieldReader.end(buffer, at, limit);
            buffer.putByte(at, (byte) SubscriptionOptions.qos(buffer.getByte(at)));
            at++;
        }
    }

    private int remainingLength(final MqttVersion version) {
        return 2
                + (version == MqttVersion.V5 ? FieldWriter.propertiesLength(properties) : 0)
                + filtersLength;
    }
}
