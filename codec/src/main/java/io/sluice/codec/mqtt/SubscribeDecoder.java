package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/**
 * Reads SUBSCRIBE and UNSUBSCRIBE, which have one shape but for the options behind each filter
 * (MQTT 5.0 sections 3.8 and 3.10); one per loop. The filters are walked with {@link #next()}.
 *
 * <p>A filter that is no MQTT string breaks the packet. One that is, but breaks the rules for
 * filters, is the business of its own reason code in SUBACK or UNSUBACK: {@link #isValid()} tells.
 *
 * <pre>
 *  +-------+--------+-----------+------------+--------------+---------+---
 *  | 82 A2 | length | packet id | properties | topic filter | options | ...
 *  +-------+--------+-----------+------------+--------------+---------+---
 *                                 MQTT 5                    SUBSCRIBE
 * </pre>
 */
public final class SubscribeDecoder implements PacketDecoder {
    private static final int TYPES =
            1 << ControlPacketType.SUBSCRIBE | 1 << ControlPacketType.UNSUBSCRIBE;

    private final PropertyList properties = new PropertyList();
    private final Slice topicFilter = new Slice();
    private final Slice shareName = new Slice();
    private final Slice matchedFilter = new Slice();

    // Of the packet.
    private DirectBuffer buffer;
    private int type;
    private int packetId;
    private int packetIdOffset;
    private int payloadOffset;
    private int limit;
    private int count;

    // Of the filter that the walk stands on.
    private int position;
    private int filterOffset;
    private int filterLimit;
    private int matchedOffset;
    private int options;
    private boolean valid;

    @Override
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.packetIdOffset(buffer, offset, length, TYPES);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.8.1-1] [MQTT-3.10.1-1]
        }
        type = ControlPacketType.of(buffer.getByte(offset));
        this.buffer = buffer;
        limit = offset + length;
        packetIdOffset = body;
        packetId = FieldReader.unsignedShort(buffer, body);
        if (packetId == 0) {
            return ReasonCode.PROTOCOL_ERROR; // [MQTT-2.2.1-3]
        }
        payloadOffset = body + 2;
        if (version == MqttVersion.V5) {
            final int reason = wrapProperties();
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
        } else {
            properties.clear(buffer, payloadOffset);
        }
        return wrapFilters(version);
    }

    private int wrapProperties() {
        final long allowed =
                type == ControlPacketType.SUBSCRIBE
                        ? PropertyId.IN_SUBSCRIBE
                        : PropertyId.IN_UNSUBSCRIBE;
        final int reason = properties.wrap(buffer, payloadOffset, limit, allowed);
        payloadOffset = properties.limit();
        return reason == ReasonCode.SUCCESS && properties.subscriptionIdentifierCount() > 1
                ? ReasonCode.PROTOCOL_ERROR // section 3.8.2.1.2
                : reason;
    }

    private int wrapFilters(final MqttVersion version) {
        count = 0;
        int at = payloadOffset;
        while (at < limit) {
            final int end = FieldReader.end(buffer, at, limit);
            if (end == FieldReader.CUT || !Utf8.isMqttString(buffer, at + 2, end - at - 2)) {
                return ReasonCode.MALFORMED_PACKET; // [MQTT-3.8.3-1] [MQTT-3.10.3-1]
            }
            if (type == ControlPacketType.SUBSCRIBE) {
                final int reason = checkOptions(at + 2, end, version);
                if (reason != ReasonCode.SUCCESS) {
                    return reason;
                }
            }
            at = afterFilter(end);
            count++;
        }
        rewind();
        return count == 0
                ? ReasonCode.PROTOCOL_ERROR // [MQTT-3.8.3-2] [MQTT-3.10.3-2]
                : ReasonCode.SUCCESS;
    }

    private int checkOptions(final int textOffset, final int end, final MqttVersion version) {
        if (end == limit) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final int sent = buffer.getByte(end) & 0xFF;
        final int reason = SubscriptionOptions.check(sent, version);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        return SubscriptionOptions.noLocal(sent)
                        && TopicFilter.isShared(buffer, textOffset, end - textOffset)
                ? ReasonCode.PROTOCOL_ERROR // [MQTT-3.8.3-4]
                : ReasonCode.SUCCESS;
    }

    /** Where the field after a filter that ends here begins. */
    private int afterFilter(final int filterEnd) {
        return type == ControlPacketType.SUBSCRIBE ? filterEnd + 1 : filterEnd;
    }

    /** {@link ControlPacketType#SUBSCRIBE} or {@link ControlPacketType#UNSUBSCRIBE}. */
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

    /** The Subscription Identifier, 0 where there is none. */
    public int subscriptionIdentifier() {
        return (int) properties.number(PropertyId.SUBSCRIPTION_IDENTIFIER, 0);
    }

    /** How many topic filters there are: at least one. */
    public int count() {
        return count;
    }

    /** Stands before the first filter again, as after {@link #wrap}. */
    public void rewind() {
        position = payloadOffset;
    }

    /** Steps to the next filter; false when there is none. */
    public boolean next() {
        if (position >= limit) {
            return false;
        }
        final int end = FieldReader.end(buffer, position, limit);
        filterOffset = position + 2;
        filterLimit = end;
        matchedOffset = TopicFilter.filterOffset(buffer, filterOffset, end - filterOffset);
        valid =
                matchedOffset >= 0
                        && TopicFilter.isValidUnshared(buffer, matchedOffset, end - matchedOffset);
        options = type == ControlPacketType.SUBSCRIBE ? buffer.getByte(end) & 0xFF : 0;
        position = afterFilter(end);
        return true;
    }

    /**
     * Whether the filter is one: {@link ReasonCode#TOPIC_FILTER_INVALID} is the answer to one that
     * is not (0x80 in a 3.1.1 SUBACK).
     */
    public boolean isValid() {
        return valid;
    }

    /** Whether the filter asks for a Shared Subscription. */
    public boolean isShared() {
        return matchedOffset != filterOffset; // -1 where it asks invalidly
    }

    /** The filter as it was sent, share name included: what names the subscription. */
    public Slice topicFilter() {
        return topicFilter.wrap(buffer, filterOffset, filterLimit - filterOffset);
    }

    /** The share name of a valid filter, empty if it is not shared. */
    public Slice shareName() {
        assert valid;
        if (!isShared()) {
            return shareName.wrap(buffer, filterOffset, 0);
        }
        final int nameOffset = TopicFilter.shareNameOffset(filterOffset);
        return shareName.wrap(buffer, nameOffset, matchedOffset - 1 - nameOffset);
    }

    /** The part of a valid filter that is matched against topic names. */
    public Slice matchedFilter() {
        assert valid;
        return matchedFilter.wrap(buffer, matchedOffset, filterLimit - matchedOffset);
    }

    /** The options of a SUBSCRIBE's filter, to be read with {@link SubscriptionOptions}. */
    public int options() {
        assert type == ControlPacketType.SUBSCRIBE;
        return options;
    }
}
