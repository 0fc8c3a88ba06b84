package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the fields that every packet is made of; each method returns where it ended. Stateless.
 */
final class FieldWriter {
    /** What two bytes of length can say. [MQTT-4.7.3-3] */
    private static final int FIELD_BYTES_MAX = 0xFFFF;

    private FieldWriter() {}

    /**
     * A string or binary field: two bytes of length, then the bytes.
     *
     * @throws IllegalArgumentException if there are more than 65,535 bytes, of which nothing is
     *     written: see {@link PacketEncoder}
     */
    static int field(final MutableDirectBuffer buffer, final int offset, final Slice value) {
        if (value.length() > FIELD_BYTES_MAX) {
            throw new IllegalArgumentException("a field of " + value.length() + " bytes");
        }
        buffer.putShort(offset, (short) value.length(), BIG_ENDIAN);
        return offset + 2 + value.copyTo(buffer, offset + 2);
    }

    static int unsignedShort(final MutableDirectBuffer buffer, final int offset, final int value) {
        assert value >= 0 && value <= 0xFFFF;
        buffer.putShort(offset, (short) value, BIG_ENDIAN);
        return offset + 2;
    }

    /** The fixed header. */
    static int fixedHeader(
            final MutableDirectBuffer buffer,
            final int offset,
            final int first,
            final int remaining) {
        buffer.putByte(offset, (byte) first);
        return offset + 1 + VariableByteInteger.encode(buffer, offset + 1, remaining);
    }

    /** Bytes of a whole packet with this remaining length. */
    static int packetLength(final int remaining) {
        return 1 + VariableByteInteger.encodedLength(remaining) + remaining;
    }

    /** A property list, null for the empty one. */
    static int properties(
            final MutableDirectBuffer buffer, final int offset, final PropertyWriter properties) {
        if (properties == null) {
            buffer.putByte(offset, (byte) 0); // [MQTT-2.2.2-1]
            return offset + 1;
        }
        return properties.encode(buffer, offset);
    }

    /** Bytes of a property list with its length in front, null for the empty one. */
    static int propertiesLength(final PropertyWriter properties) {
        return properties == null ? 1 : properties.encodedLength();
    }

    /** Bytes that {@link #tail} writes. */
    static int tailLength(
            final int reasonCode, final PropertyWriter properties, final MqttVersion version) {
        if (version != MqttVersion.V5) {
            return 0;
        }
        if (properties != null && properties.length() > 0) {
            return 1 + properties.encodedLength();
        }
        return reasonCode == ReasonCode.SUCCESS ? 0 : 1;
    }

    /** A reason code and properties at the end of a packet, each left out where it may be. */
    static int tail(
            final MutableDirectBuffer buffer,
            final int offset,
            final int reasonCode,
            final PropertyWriter properties,
            final MqttVersion version) {
        final int length = tailLength(reasonCode, properties, version);
        if (length > 0) {
            buffer.putByte(offset, (byte) reasonCode);
        }
        return length > 1 ? properties.encode(buffer, offset + 1) : offset + length;
    }
}
