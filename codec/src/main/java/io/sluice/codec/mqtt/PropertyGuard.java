package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Judges a property list by its raw bytes, for the guards of the packets that carry one; one per
 * guard and set of caps. The list is walked only if it is long enough to break a cap on single
 * properties. A malformed list breaks only the cap on its bytes.
 */
final class PropertyGuard {
    /** An identifier and two empty strings. */
    private static final int USER_PROPERTY_BYTES_MIN = 5;

    private final int bytesMax;
    private final int userPropertiesMax;
    private final int correlationDataBytesMax;

    /** A list of no more bytes than this breaks no cap on single properties. */
    private final int unwalkedBytesMax;

    // Of the list last inspected.
    private int offset;
    private int limit;
    private int cutOffset;

    // Of the list last walked.
    private int userPropertyCount;
    private int correlationDataBytes;
    private boolean othersFollowCut;

    /** For the properties of a message. */
    PropertyGuard(final PublishCaps caps) {
        this(caps.propertyBytesMax(), caps.userPropertiesMax(), caps.correlationDataBytesMax());
    }

    /** For the properties of a packet that carries no Correlation Data. */
    PropertyGuard(final int bytesMax, final int userPropertiesMax) {
        this(bytesMax, userPropertiesMax, Integer.MAX_VALUE);
    }

    private PropertyGuard(
            final int bytesMax, final int userPropertiesMax, final int correlationDataBytesMax) {
        this.bytesMax = bytesMax;
        this.userPropertiesMax = userPropertiesMax;
        this.correlationDataBytesMax = correlationDataBytesMax;
        final long userPropertyBytesMin = (userPropertiesMax + 1L) * USER_PROPERTY_BYTES_MIN;
        unwalkedBytesMax = (int) Math.min(correlationDataBytesMax, userPropertyBytesMin - 1);
    }

    /** A list of no more bytes than this breaks no cap at all. */
    int harmlessBytesMax() {
        return Math.min(unwalkedBytesMax, bytesMax);
    }

    /**
     * Judges the list whose length begins at {@code lengthOffset}: the first cap that it breaks, in
     * the order of {@link IngressCap}.
     */
    IngressCap inspect(final DirectBuffer buffer, final int lengthOffset, final int packetLimit) {
        limit = FieldReader.CUT;
        cutOffset = FieldReader.CUT;
        final long decoded = VariableByteInteger.decode(buffer, lengthOffset, packetLimit);
        if (decoded < 0) {
            return IngressCap.NONE;
        }
        final int bytes = VariableByteInteger.value(decoded);
        offset = lengthOffset + VariableByteInteger.length(decoded);
        if (bytes > packetLimit - offset) {
            return IngressCap.NONE;
        }
        limit = offset + bytes;
        final boolean walked = bytes > unwalkedBytesMax && walk(buffer);
        if (bytes > bytesMax) {
            return IngressCap.PROPERTY_BYTES;
        }
        return walked ? judgeWalked() : IngressCap.NONE;
    }

    private IngressCap judgeWalked() {
        if (userPropertyCount > userPropertiesMax) {
            return IngressCap.USER_PROPERTIES;
        }
        return correlationDataBytes > correlationDataBytesMax
                ? IngressCap.CORRELATION_DATA_BYTES
                : IngressCap.NONE;
    }

    /** Counts what is capped and notes where a cut would begin; false if the list is malformed. */
    private boolean walk(final DirectBuffer buffer) {
        userPropertyCount = 0;
        correlationDataBytes = 0;
        othersFollowCut = false;
        int cut = FieldReader.CUT;
        int position = offset;
        while (position < limit) {
            final int end = PropertyCursor.end(buffer, position, limit);
            if (end == FieldReader.CUT) {
                return false;
            }
            final byte id = buffer.getByte(position);
            if (id == PropertyId.USER_PROPERTY) {
                if (++userPropertyCount == userPropertiesMax + 2) {
                    cut = position;
                }
            } else {
                othersFollowCut |= cut != FieldReader.CUT;
                if (id == PropertyId.CORRELATION_DATA) {
                    correlationDataBytes = Math.max(correlationDataBytes, end - position - 3);
                }
            }
            position = end;
        }
        cutOffset = cut;
        return true;
    }

    /** Where the list begins, behind its length. */
    int offset() {
        return offset;
    }

    /** Where the list ends, or {@link FieldReader#CUT} if it does not do so within the packet. */
    int limit() {
        return limit;
    }

    /**
     * Where the second User Property past the cap begins, from which on they are cut; {@link
     * FieldReader#CUT} if there is none, or the list is malformed.
     */
    int cutOffset() {
        return cutOffset;
    }

    /** Whether properties other than User Properties stand behind the cut that there is. */
    boolean othersFollowCut() {
        return othersFollowCut;
    }

    /** How many User Properties stand behind the cut that there is. */
    int userPropertiesBehindCut() {
        return userPropertyCount - userPropertiesMax - 1;
    }
}
