package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Judges a whole PUBLISH by its raw bytes before any decoder sees it, and cuts a User Property list
 * that is too long, so that no later step pays for it; one per loop and set of caps. Looks at
 * lengths alone as far as it can: a property list is walked only if it is long enough to break a
 * cap. What it cannot make sense of it leaves as it is, for the decoder to refuse; the text of what
 * it cuts off is never looked at.
 *
 * <p>The cut leaves the first cap + 1 User Properties and every other property in their order. The
 * payload stays where it is: what stands before it moves up against it, so that the packet begins
 * later than it did and the cost does not depend on the payload.
 *
 * <pre>
 *  before  | first | remaining | topic, id | length | properties .............. | payload |
 *  after                     | first | rem. | topic, id | length | first cap + 1 | payload |
 * </pre>
 */
public final class PublishGuard {
    private final PublishCaps caps;
    private final PropertyGuard properties;

    /**
     * A packet of no more bytes than this breaks no cap at all: no part is larger than the whole.
     */
    private final int harmlessBytesMax;

    // Of the packet last inspected.
    private int packetOffset;
    private int packetLength;
    private int userPropertiesCut;

    public PublishGuard(final PublishCaps caps) {
        this.caps = caps;
        properties = new PropertyGuard(caps);
        harmlessBytesMax =
                Math.min(
                        Math.min(caps.topicBytesMax(), caps.topicLevelsMax()),
                        Math.min(properties.harmlessBytesMax(), caps.payloadBytesMax()));
    }

    /**
     * Judges a PUBLISH as the framer found it and cuts it if its User Properties are too many.
     *
     * <p>After a cut the packet to decode is the {@link #packetLength()} bytes at {@link
     * #packetOffset()}. It still ends where it ended: the next packet begins at {@code offset +
     * length}, with the length that the framer told, not with the one told here.
     *
     * @param offset the packet's first byte, whose type is PUBLISH: other packets are not this
     *     guard's
     * @return the first cap that the packet breaks, in the order of {@link IngressCap}
     */
    public IngressCap inspect(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        assert ControlPacketType.of(buffer.getByte(offset)) == ControlPacketType.PUBLISH;
        packetOffset = offset;
        packetLength = length;
        userPropertiesCut = 0;
        return length <= harmlessBytesMax
                ? IngressCap.NONE
                : inspectParts(buffer, offset, length, version);
    }

    private IngressCap inspectParts(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = offset + FieldReader.headerLength(length);
        final int limit = offset + length;
        final int topicEnd = FieldReader.end(buffer, body, limit);
        if (topicEnd == FieldReader.CUT) {
            return IngressCap.NONE;
        }
        final boolean hasPacketId = PublishFlags.hasPacketId(buffer.getByte(offset));
        int payloadOffset = topicEnd + (hasPacketId ? 2 : 0);
        IngressCap broken = caps.judgeTopic(buffer, body + 2, topicEnd - body - 2);
        if (version == MqttVersion.V5) {
            final int lengthOffset = payloadOffset;
            final IngressCap byProperties = properties.inspect(buffer, lengthOffset, limit);
            payloadOffset = properties.limit();
            if (payloadOffset == FieldReader.CUT) {
                return broken;
            }
            if (properties.cutOffset() != FieldReader.CUT) {
                cut(buffer, lengthOffset);
            }
            broken = broken == IngressCap.NONE ? byProperties : broken;
        }
        if (broken == IngressCap.NONE && limit - payloadOffset > caps.payloadBytesMax()) {
            return IngressCap.PAYLOAD_BYTES;
        }
        return broken;
    }

    private void cut(final MutableDirectBuffer buffer, final int lengthOffset) {
        final int listOffset = properties.offset();
        final int kept = keptEnd(buffer) - listOffset;
        userPropertiesCut = properties.userPropertiesBehindCut();
        // From the payload backwards: properties, their length, topic and packet id, header.
        int start = properties.limit() - kept;
        buffer.putBytes(start, buffer, listOffset, kept);
        start -= VariableByteInteger.encodedLength(kept);
        VariableByteInteger.encode(buffer, start, kept);
        final int packetEnd = packetOffset + packetLength;
        final int bodyOffset = packetOffset + FieldReader.headerLength(packetLength);
        final byte first = buffer.getByte(packetOffset);
        start -= lengthOffset - bodyOffset;
        buffer.putBytes(start, buffer, bodyOffset, lengthOffset - bodyOffset);
        final int remaining = packetEnd - start;
        start -= VariableByteInteger.encodedLength(remaining);
        VariableByteInteger.encode(buffer, start, remaining);
        buffer.putByte(--start, first);
        packetLength = packetEnd - start;
        packetOffset = start;
    }

    /** Drops the User Properties from the cut on and returns where the kept list ends. */
    private int keptEnd(final MutableDirectBuffer buffer) {
        int keptEnd = properties.cutOffset();
        if (!properties.othersFollowCut()) {
            return keptEnd;
        }
        final int limit = properties.limit();
        int position = keptEnd;
        while (position < limit) {
            final int end = PropertyCursor.end(buffer, position, limit);
            if (buffer.getByte(position) != PropertyId.USER_PROPERTY) {
                buffer.putBytes(keptEnd, buffer, position, end - position);
                keptEnd += end - position;
            }
            position = end;
        }
        return keptEnd;
    }

    /** Where the packet begins now: later than before if it was cut. */
    public int packetOffset() {
        return packetOffset;
    }

    /** Bytes of the packet now. */
    public int packetLength() {
        return packetLength;
    }

    /**
     * How many User Properties were cut off; with those that the decoder still finds, the true
     * count.
     */
    public int userPropertiesCut() {
        return userPropertiesCut;
    }
}
