package io.sluice.engine.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketIds;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a record as a PUBLISH, straight from the record's bytes; one per loop. What the subscriber
 * gets is what was published, but for the packet identifier, the time that is left and its own
 * Subscription Identifier; a 3.1.1 subscriber gets no properties.
 */
final class OutgoingPublish {
    private static final int FIRST_BYTE = ControlPacketType.PUBLISH << 4;
    private static final int QOS_SHIFT = 1;
    private static final int RETAIN = 1;

    private final Mapping mapping;
    private final EngineTime time;
    private final MutableDirectBuffer mapped = new ExpandableArrayBuffer();

    /** Finds the expiry in what was written. */
    private final PublishDecoder written = new PublishDecoder(PacketSender.SERVER);

    // Of the record.
    private DirectBuffer buffer;
    private int topicOffset;
    private int topicEnd;
    private int propertiesOffset;
    private int payloadOffset;
    private int limit;
    private long expiresAtMs;

    // Of the subscriber.
    private MqttVersion version;
    private int qos;
    private boolean retain;
    private int subscriptionIdentifier;

    OutgoingPublish(final Mapping mapping, final EngineTime time) {
        this.mapping = mapping;
        this.time = time;
    }

    /** Reads the record; false if it is another protocol's and cannot be a PUBLISH. */
    boolean wrap(final Outgoing message) {
        final int record = message.offset();
        buffer = message.buffer();
        expiresAtMs = Record.expiresAtMs(buffer, record);
        int body = Record.bodyOffset(record);
        int length = Record.bodyLength(buffer, record);
        if (Record.format(buffer, record) != Record.FORMAT_MQTT) {
            length = mapping.toMqtt(buffer, record, mapped, 0);
            body = 0;
            buffer = mapped;
        }
        if (length == Mapping.NONE) {
            return false;
        }
        topicOffset = body;
        topicEnd = body + 2 + (buffer.getShort(body, BIG_ENDIAN) & 0xFFFF);
        limit = body + length;
        final long properties = VariableByteInteger.decode(buffer, topicEnd, limit);
        propertiesOffset = topicEnd + VariableByteInteger.length(properties);
        payloadOffset = propertiesOffset + VariableByteInteger.value(properties);
        return true;
    }

    /** How it is sent; a Subscription Identifier of 0 is none. */
    OutgoingPublish to(
            final MqttVersion newVersion,
            final int newQos,
            final boolean newRetain,
            final int newSubscriptionIdentifier) {
        version = newVersion;
        qos = newQos;
        retain = newRetain;
        subscriptionIdentifier = newSubscriptionIdentifier;
        return this;
    }

    /** Bytes of the whole packet. */
    int encodedLength() {
        final int remaining = remainingLength();
        return 1 + VariableByteInteger.encodedLength(remaining) + remaining;
    }

    private int remainingLength() {
        int remaining = topicEnd - topicOffset + limit - payloadOffset + (qos > 0 ? 2 : 0);
        if (version == MqttVersion.V5) {
            final int properties = propertiesLength();
            remaining += VariableByteInteger.encodedLength(properties) + properties;
        }
        return remaining;
    }

    private int propertiesLength() {
        final int identifier =
                subscriptionIdentifier == 0
                        ? 0
                        : 1 + VariableByteInteger.encodedLength(subscriptionIdentifier);
        return payloadOffset - propertiesOffset + identifier;
    }

    /** Writes the whole packet; the identifier is 0 at QoS 0. */
    void encode(
            final MutableDirectBuffer target,
            final int offset,
            final int packetId,
            final long nowNs) {
        assert qos == 0 ? packetId == 0 : PacketIds.isValid(packetId); // [MQTT-2.2.1-2]
        target.putByte(offset, (byte) (FIRST_BYTE | qos << QOS_SHIFT | (retain ? RETAIN : 0)));
        int at = offset + 1;
        at += VariableByteInteger.encode(target, at, remainingLength());
        at = copy(topicOffset, topicEnd, target, at);
        if (qos > 0) {
            PacketIds.put(target, at, packetId);
            at += 2;
        }
        if (version == MqttVersion.V5) {
            at += VariableByteInteger.encode(target, at, propertiesLength());
            at = copy(propertiesOffset, payloadOffset, target, at);
            at = putSubscriptionIdentifier(target, at); // [MQTT-3.3.4-3]
        }
        at = copy(payloadOffset, limit, target, at);
        if (version == MqttVersion.V5 && expiresAtMs != 0) {
            putExpiry(target, offset, at - offset, nowNs);
        }
    }

    private int putSubscriptionIdentifier(final MutableDirectBuffer target, final int offset) {
        if (subscriptionIdentifier == 0) {
            return offset;
        }
        final int id = PropertyId.SUBSCRIPTION_IDENTIFIER;
        target.putByte(offset, (byte) id);
        return PropertyWriter.putNumber(target, offset + 1, id, subscriptionIdentifier);
    }

    /** What was published less what has passed. [MQTT-3.3.2-6] */
    private void putExpiry(
            final MutableDirectBuffer target,
            final int offset,
            final int length,
            final long nowNs) {
        final int reason = written.wrap(target, offset, length, version);
        assert reason == ReasonCode.SUCCESS : ReasonCode.name(reason);
        final int id = PropertyId.MESSAGE_EXPIRY_INTERVAL;
        if (written.properties().has(id)) {
            final long leftMs = Math.max(0, expiresAtMs - time.ms(nowNs));
            final long leftSeconds = (leftMs + 999) / 1_000; // a part of one is not nothing
            final int at = written.properties().valueOffset(id);
            PropertyWriter.putNumber(target, at, id, leftSeconds);
        }
    }

    private int copy(
            final int from, final int to, final MutableDirectBuffer target, final int offset) {
        target.putBytes(offset, buffer, from, to - from);
        return offset + to - from;
    }
}
