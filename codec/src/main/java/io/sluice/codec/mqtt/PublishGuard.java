package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;
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
    /** An identifier and two empty strings. */
    private static final int USER_PROPERTY_BYTES_MIN = 5;

    private final PublishCaps caps;

    /** A property list of no more bytes than this breaks no cap on single properties. */
    private final int unwalkedBytesMax;

    /**
     * A packet of no more bytes than this breaks no cap at all: no part is larger than the whole.
     */
    private final int harmlessBytesMax;

    // Of the packet last inspected.
    private MutableDirectBuffer buffer;
    private int packetOffset;
    private int packetLength;
    private int listOffset;
    private int payloadOffset;
    private int correlationDataBytes;
    private int userPropertyCount;
    private int userPropertiesCut;
    private int cutOffset;
    private boolean othersFollowCut;

    public PublishGuard(final PublishCaps caps) {
        this.caps = caps;
        final long userPropertyBytesMin = (caps.userPropertiesMax() + 1L) * USER_PROPERTY_BYTES_MIN;
        unwalkedBytesMax = (int) Math.min(caps.correlationDataBytesMax(), userPropertyBytesMin - 1);
        harmlessBytesMax =
                Math.min(
                        Math.min(caps.topicBytesMax(), caps.topicLevelsMax()),
                        Math.min(
                                Math.min(unwalkedBytesMax, caps.propertyBytesMax()),
                                caps.payloadBytesMax()));
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
        payloadOffset = topicEnd + (hasPacketId ? 2 : 0);
        IngressCap broken = topic(buffer, body + 2, topicEnd);
        if (version == MqttVersion.V5) {
            final IngressCap byProperties = properties(buffer, limit);
            broken = broken == IngressCap.NONE ? byProperties : broken;
        }
        if (broken == IngressCap.NONE && limit - payloadOffset > caps.payloadBytesMax()) {
            return IngressCap.PAYLOAD_BYTES;
        }
        return broken;
    }

    private IngressCap topic(final DirectBuffer buffer, final int topicOffset, final int topicEnd) {
        final int topicBytes = topicEnd - topicOffset;
        if (topicBytes > caps.topicBytesMax()) {
            return IngressCap.TOPIC_BYTES;
        }
        // Only a topic of at least as many bytes as levels are allowed can have one level more.
        if (topicBytes >= caps.topicLevelsMax()
                && TopicName.levels(buffer, topicOffset, topicBytes) > caps.topicLevelsMax()) {
            return IngressCap.TOPIC_LEVELS;
        }
        return IngressCap.NONE;
    }

    private IngressCap properties(final MutableDirectBuffer buffer, final int limit) {
        final int lengthOffset = payloadOffset;
        final long decoded = VariableByteInteger.decode(buffer, lengthOffset, limit);
        if (decoded < 0) {
            return IngressCap.NONE;
        }
        final int bytes = VariableByteInteger.value(decoded);
        listOffset = lengthOffset + VariableByteInteger.length(decoded);
        if (bytes > limit - listOffset) {
            return IngressCap.NONE;
        }
        payloadOffset = listOffset + bytes;
        if (bytes <= unwalkedBytesMax) {
            return bytes > caps.propertyBytesMax() ? IngressCap.PROPERTY_BYTES : IngressCap.NONE;
        }
        this.buffer = buffer;
        return longProperties(bytes, lengthOffset);
    }

    private IngressCap longProperties(final int bytes, final int lengthOffset) {
        final boolean walked = walk();
        if (walked && userPropertyCount > caps.userPropertiesMax() + 1) {
            cut(lengthOffset);
        }
        if (bytes > caps.propertyBytesMax()) {
            return IngressCap.PROPERTY_BYTES;
        }
        if (walked && userPropertyCount > caps.userPropertiesMax()) {
            return IngressCap.USER_PROPERTIES;
        }
        return walked && correlationDataBytes > caps.correlationDataBytesMax()
                ? IngressCap.CORRELATION_DATA_BYTES
                : IngressCap.NONE;
    }

    /** Counts what is capped and notes where a cut would begin; false if the list is malformed. */
    private boolean walk() {
        userPropertyCount = 0;
        correlationDataBytes = 0;
        cutOffset = payloadOffset;
        othersFollowCut = false;
        int position = listOffset;
        while (position < payloadOffset) {
            final int end = PropertyCursor.end(buffer, position, payloadOffset);
            if (end == FieldReader.CUT) {
                return false;
            }
            final byte id = buffer.getByte(position);
            if (id == PropertyId.USER_PROPERTY) {
                if (++userPropertyCount == caps.userPropertiesMax() + 2) {
                    cutOffset = position;
                }
            } else {
                othersFollowCut |= cutOffset != payloadOffset;
                if (id == PropertyId.CORRELATION_DATA) {
                    correlationDataBytes = Math.max(correlationDataBytes, end - position - 3);
                }
            }
            position = end;
        }
        return true;
    }

    private void cut(final int lengthOffset) {
        final int kept = (othersFollowCut ? keepOthers() : cutOffset) - listOffset;
        userPropertiesCut = userPropertyCount - caps.userPropertiesMax() - 1;
        // From the payload backwards: properties, their length, topic and packet id, header.
        int start = payloadOffset - kept;
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
    private int keepOthers() {
        int keptEnd = cutOffset;
        int position = cutOffset;
        while (position < payloadOffset) {
            final int end = PropertyCursor.end(buffer, position, payloadOffset);
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
