package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a property list into a region of its own; one per loop, cleared for each packet. So a
 * packet's length is known before its first byte is written; packet encoders copy the list. The
 * region's size is the limit: a property past it throws {@link IndexOutOfBoundsException}, which is
 * our fault and not the peer's. A property that could not be added, for this or because a string
 * does not fit MQTT (see {@link PacketEncoder}), leaves the list as it was.
 */
public final class PropertyWriter {
    private final MutableDirectBuffer region;

    /** The mask of the identifiers so far. */
    private long ids;

    private int length;

    public PropertyWriter(final MutableDirectBuffer region) {
        this.region = region;
    }

    /** Forgets all properties. */
    public PropertyWriter clear() {
        ids = 0;
        length = 0;
        return this;
    }

    /** Adds a property whose value is a number, in the width of its type. */
    public PropertyWriter add(final int id, final long value) {
        return end(id, putNumber(region, begin(id), id, value));
    }

    /**
     * Writes a number in the width of its property and returns where it ends: over the one at
     * {@link PropertyList#valueOffset}, to rewrite a Topic Alias or a Message Expiry Interval in
     * place.
     */
    public static int putNumber(
            final MutableDirectBuffer buffer, final int offset, final int id, final long value) {
        assert value >= 0 && value <= 0xFFFF_FFFFL;
        return switch (PropertyId.type(id)) {
            case PropertyId.ONE_BYTE -> {
                assert value <= 0xFF;
                buffer.putByte(offset, (byte) value);
                yield offset + 1;
            }
            case PropertyId.TWO_BYTE -> FieldWriter.unsignedShort(buffer, offset, (int) value);
            case PropertyId.FOUR_BYTE -> {
                buffer.putInt(offset, (int) value, BIG_ENDIAN);
                yield offset + 4;
            }
            case PropertyId.VARIABLE ->
                    offset + VariableByteInteger.encode(buffer, offset, (int) value);
            default -> throw new AssertionError("not a number: " + id);
        };
    }

    /** Adds a string or binary property. */
    public PropertyWriter add(final int id, final Slice value) {
        assert PropertyId.isBytes(id);
        return end(id, FieldWriter.field(region, begin(id), value));
    }

    /** Adds a User Property. */
    public PropertyWriter addUserProperty(final Slice name, final Slice value) {
        final int nameEnd = FieldWriter.field(region, begin(PropertyId.USER_PROPERTY), name);
        return end(PropertyId.USER_PROPERTY, FieldWriter.field(region, nameEnd, value));
    }

    /** Writes an identifier and returns where its value goes. */
    private int begin(final int id) {
        region.putByte(length, (byte) id);
        return length + 1;
    }

    /** Counts a property once it is written whole. */
    private PropertyWriter end(final int id, final int end) {
        ids |= 1L << id;
        length = end;
        return this;
    }

    /** Adds the property that the cursor stands on, byte for byte. */
    public PropertyWriter add(final PropertyCursor cursor) {
        final int bytes = cursor.limit() - cursor.offset();
        region.putBytes(length, cursor.buffer(), cursor.offset(), bytes);
        return end(cursor.id(), length + bytes);
    }

    /** Adds every property of a checked list, byte for byte. */
    public PropertyWriter addAll(final PropertyList list) {
        region.putBytes(length, list.buffer(), list.offset(), list.length());
        ids |= list.ids();
        length += list.length();
        return this;
    }

    /**
     * Whether a packet with this mask may carry every property in here; so may null, which is no
     * property at all.
     */
    static boolean isAllowed(final PropertyWriter properties, final long allowed) {
        return properties == null || (properties.ids & ~allowed) == 0;
    }

    /** Whether there is a list, and this property in it. */
    static boolean has(final PropertyWriter properties, final int id) {
        return properties != null && (properties.ids & 1L << id) != 0;
    }

    /** Bytes of the properties so far, without the length in front of them. */
    public int length() {
        return length;
    }

    /** Bytes of the list with its length in front. */
    int encodedLength() {
        return VariableByteInteger.encodedLength(length) + length;
    }

    /** Writes the list with its length in front and returns where it ends. */
    int encode(final MutableDirectBuffer buffer, final int offset) {
        final int at = offset + VariableByteInteger.encode(buffer, offset, length);
        buffer.putBytes(at, region, 0, length);
        return at + length;
    }
}
