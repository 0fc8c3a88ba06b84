package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/**
 * The property list of one packet, owned by the decoder that wraps it. Checked whole by {@link
 * #wrap}, then read by identifier; the repeatable ones are walked with a {@link PropertyCursor}.
 *
 * <pre>
 *  +-----------------+----+---------+----+---------+---
 *  | property length | id |  value  | id |  value  | ...
 *  +-----------------+----+---------+----+---------+---
 *    1 to 4 bytes
 * </pre>
 */
public final class PropertyList {
    private static final long REPEATABLE =
            PropertyId.mask(PropertyId.USER_PROPERTY, PropertyId.SUBSCRIPTION_IDENTIFIER);

    /** Where each property's value begins; an entry counts only while its bit is in seen. */
    private final int[] valueOffsets = new int[PropertyId.MAX + 1];

    /** One for each property that is text or binary: reading one leaves the others as they are. */
    private final Slice[] slices = slices();

    private DirectBuffer buffer;
    private int offset;
    private int limit;
    private long seen;
    private int userPropertyCount;
    private int subscriptionIdentifierCount;

    private static Slice[] slices() {
        final Slice[] slices = new Slice[PropertyId.MAX + 1];
        for (int id = 0; id <= PropertyId.MAX; id++) {
            if (PropertyId.isBytes(id)) {
                slices[id] = new Slice();
            }
        }
        return slices;
    }

    /** Makes the list empty: what a 3.1.1 packet has, and a packet that leaves its list out. */
    void clear(final DirectBuffer buffer, final int offset) {
        this.buffer = buffer;
        this.offset = offset;
        this.limit = offset;
        seen = 0;
        userPropertyCount = 0;
        subscriptionIdentifierCount = 0;
    }

    /**
     * Checks the list whose length begins at {@code offset}: it ends where its length says and
     * before {@code packetLimit}, each property is known, allowed in this packet, there once unless
     * it may repeat, and has a legal value.
     *
     * @param allowed the mask of identifiers that this packet may carry
     * @return {@link ReasonCode#SUCCESS}, or the reason code for the peer
     */
    int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int packetLimit,
            final long allowed) {
        final long length = VariableByteInteger.decode(buffer, offset, packetLimit);
        if (length < 0) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-2.2.2-1]
        }
        final int start = offset + VariableByteInteger.length(length);
        clear(buffer, start);
        if (VariableByteInteger.value(length) > packetLimit - start) {
            return ReasonCode.MALFORMED_PACKET; // property length past the packet
        }
        limit = start + VariableByteInteger.value(length);
        return wrapAll(buffer, start, limit, allowed);
    }

    /** As {@link #wrap}, of a packet that ends where its list does. */
    int wrapToEnd(
            final DirectBuffer buffer,
            final int offset,
            final int packetLimit,
            final long allowed) {
        final int reason = wrap(buffer, offset, packetLimit, allowed);
        return reason == ReasonCode.SUCCESS && limit != packetLimit
                ? ReasonCode.MALFORMED_PACKET // bytes after the list
                : reason;
    }

    private int wrapAll(
            final DirectBuffer buffer, final int start, final int limit, final long allowed) {
        int userProperties = 0;
        long seen = 0;
        int position = start;
        while (position < limit) {
            final int id = buffer.getByte(position) & 0xFF;
            if (id == PropertyId.USER_PROPERTY) { // which every packet with a list may carry
                userProperties++;
                position = userProperty(buffer, position + 1, limit);
            } else if (id > PropertyId.MAX || (allowed & 1L << id) == 0) {
                return ReasonCode.MALFORMED_PACKET; // MQTT 5.0 section 2.2.2.2
            } else if ((seen & ~REPEATABLE & 1L << id) != 0) {
                return ReasonCode.PROTOCOL_ERROR; // "more than once" of each property's section
            } else {
                seen |= 1L << id;
                valueOffsets[id] = position + 1;
                position = value(id, position + 1);
            }
            if (position < 0) {
                return -position;
            }
        }
        this.seen = userProperties == 0 ? seen : seen | 1L << PropertyId.USER_PROPERTY;
        userPropertyCount = userProperties;
        return ReasonCode.SUCCESS;
    }

    /**
     * Checks a name and a value, both against the limit before the text of either is looked at, and
     * returns where they end, or the negated reason code.
     */
    private static int userProperty(
            final DirectBuffer buffer, final int position, final int limit) {
        final int name = position + 2;
        if (name > limit) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        final int nameLength = FieldReader.unsignedShort(buffer, position);
        final int value = name + nameLength + 2;
        if (value > limit) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        final int valueLength = FieldReader.unsignedShort(buffer, value - 2);
        final int end = value + valueLength;
        return end <= limit
                        && Utf8.isMqttString(buffer, name, nameLength)
                        && Utf8.isMqttString(buffer, value, valueLength)
                ? end
                : -ReasonCode.MALFORMED_PACKET; // [MQTT-1.5.7-1]
    }

    /** Checks a value and returns where it ends, or the negated reason code. */
    private int value(final int id, final int position) {
        return switch (PropertyId.type(id)) {
            case PropertyId.ONE_BYTE -> oneByte(position);
            case PropertyId.TWO_BYTE -> twoByte(id, position);
            case PropertyId.FOUR_BYTE -> fourByte(id, position);
            case PropertyId.VARIABLE -> subscriptionIdentifier(position);
            case PropertyId.BINARY -> binary(position);
            case PropertyId.STRING ->
                    id == PropertyId.RESPONSE_TOPIC
                            ? responseTopic(position)
                            : string(buffer, position, limit);
            default -> throw new AssertionError("a property without a type was allowed: " + id);
        };
    }

    /** All properties of one byte are a yes or a no. */
    private int oneByte(final int position) {
        if (position + 1 > limit) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        if ((buffer.getByte(position) & ~1) != 0) {
            return -ReasonCode.PROTOCOL_ERROR; // sections 3.1.2.11.6, .7, 3.2.2.3.4, .5, .11 to .13
        }
        return position + 1;
    }

    private int twoByte(final int id, final int position) {
        if (position + 2 > limit) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        if (buffer.getShort(position) == 0) {
            if (id == PropertyId.TOPIC_ALIAS) {
                return -ReasonCode.TOPIC_ALIAS_INVALID; // [MQTT-3.3.2-8]
            }
            if (id == PropertyId.RECEIVE_MAXIMUM) {
                return -ReasonCode.PROTOCOL_ERROR; // sections 3.1.2.11.3, 3.2.2.3.3
            }
        }
        return position + 2;
    }

    private int fourByte(final int id, final int position) {
        if (position + 4 > limit) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        if (id == PropertyId.MAXIMUM_PACKET_SIZE && buffer.getInt(position) == 0) {
            return -ReasonCode.PROTOCOL_ERROR; // sections 3.1.2.11.4, 3.2.2.3.6
        }
        return position + 4;
    }

    private int subscriptionIdentifier(final int position) {
        final long value = VariableByteInteger.decode(buffer, position, limit);
        if (value < 0) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        if (VariableByteInteger.value(value) == 0) {
            return -ReasonCode.PROTOCOL_ERROR; // sections 3.3.2.3.8, 3.8.2.1.2
        }
        subscriptionIdentifierCount++;
        return position + VariableByteInteger.length(value);
    }

    private int binary(final int position) {
        final int end = FieldReader.end(buffer, position, limit);
        return end < 0 ? -ReasonCode.MALFORMED_PACKET : end;
    }

    private static int string(final DirectBuffer buffer, final int position, final int limit) {
        final int end = FieldReader.end(buffer, position, limit);
        if (end < 0 || !Utf8.isMqttString(buffer, position + 2, end - position - 2)) {
            // [MQTT-1.5.4-1] [MQTT-1.5.4-2], for the Content Type [MQTT-3.3.2-19]
            return -ReasonCode.MALFORMED_PACKET;
        }
        return end;
    }

    private int responseTopic(final int position) {
        final int end = FieldReader.end(buffer, position, limit);
        if (end < 0) {
            return -ReasonCode.MALFORMED_PACKET;
        }
        final int reason = TopicName.check(buffer, position + 2, end - position - 2);
        if (reason == ReasonCode.SUCCESS) {
            return end;
        }
        return reason == ReasonCode.MALFORMED_PACKET
                ? -ReasonCode.MALFORMED_PACKET // [MQTT-3.3.2-13]
                : -ReasonCode.PROTOCOL_ERROR; // [MQTT-3.3.2-14] [MQTT-4.7.3-1]
    }

    /** Whether there is Authentication Data without the Authentication Method it belongs to. */
    boolean hasAuthenticationDataAlone() {
        return has(PropertyId.AUTHENTICATION_DATA) && !has(PropertyId.AUTHENTICATION_METHOD);
    }

    /** The mask of the identifiers in the list. */
    long ids() {
        return seen;
    }

    /** Whether the packet carries this property at all. */
    public boolean has(final int id) {
        return (seen & 1L << id) != 0;
    }

    /**
     * The value of a property that is a number, or {@code absent} where it is not there. Of several
     * Subscription Identifiers, which only PUBLISH may carry, it is the last.
     */
    public long number(final int id, final long absent) {
        return has(id) ? PropertyCursor.number(buffer, id, valueOffsets[id], limit) : absent;
    }

    /**
     * The value of a string or binary property, empty where it is not there. Each property has a
     * slice of its own, which is good until the next {@code wrap} or until the bytes move.
     */
    public Slice bytes(final int id) {
        final Slice slice = slices[id];
        assert slice != null : "neither a string nor binary: " + id;
        if (!has(id)) {
            return slice.wrap(buffer, offset, 0);
        }
        final int at = valueOffsets[id];
        return slice.wrap(buffer, at + 2, FieldReader.unsignedShort(buffer, at));
    }

    /**
     * Where this property's value begins, for one that is there once: {@link
     * PropertyWriter#putNumber} rewrites a number there.
     */
    public int valueOffset(final int id) {
        assert has(id) && (REPEATABLE & 1L << id) == 0;
        return valueOffsets[id];
    }

    public int userPropertyCount() {
        return userPropertyCount;
    }

    public int subscriptionIdentifierCount() {
        return subscriptionIdentifierCount;
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    /** Where the first identifier is: after the property length. */
    public int offset() {
        return offset;
    }

    /** The absolute end of the list. */
    public int limit() {
        return limit;
    }

    /** Bytes of all properties, without the length in front of them. */
    public int length() {
        return limit - offset;
    }
}
