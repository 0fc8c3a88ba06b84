package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Walks the properties of a list in the order they were sent. The list was checked when its packet
 * was wrapped: nothing is checked again here. Owned by whoever walks.
 */
public final class PropertyCursor {
    private final Slice name = new Slice();
    private final Slice value = new Slice();
    private DirectBuffer buffer;
    private int limit;
    private int position;
    private int id;
    private int valueOffset;

    /** Begins before the first property of a list that was wrapped. */
    public PropertyCursor wrap(final PropertyList list) {
        buffer = list.buffer();
        position = list.offset();
        limit = list.limit();
        return this;
    }

    /** Steps to the next property; false when there is none. */
    public boolean next() {
        if (position >= limit) {
            return false;
        }
        id = buffer.getByte(position);
        valueOffset = position + 1;
        position =
                switch (PropertyId.type(id)) {
                    case PropertyId.ONE_BYTE -> valueOffset + 1;
                    case PropertyId.TWO_BYTE -> valueOffset + 2;
                    case PropertyId.FOUR_BYTE -> valueOffset + 4;
                    case PropertyId.VARIABLE ->
                            valueOffset
                                    + VariableByteInteger.length(
                                            VariableByteInteger.decode(buffer, valueOffset, limit));
                    case PropertyId.STRING, PropertyId.BINARY ->
                            FieldReader.end(buffer, valueOffset, limit);
                    case PropertyId.STRING_PAIR ->
                            FieldReader.end(
                                    buffer, FieldReader.end(buffer, valueOffset, limit), limit);
                    default -> throw new AssertionError("an unknown property was let in: " + id);
                };
        return true;
    }

    /** Steps to the next property with this identifier; false when there is none. */
    public boolean next(final int wantedId) {
        while (next()) {
            if (id == wantedId) {
                return true;
            }
        }
        return false;
    }

    public int id() {
        return id;
    }

    /** The number of a one, two, four byte or variable property. */
    public long number() {
        return switch (PropertyId.type(id)) {
            case PropertyId.ONE_BYTE -> buffer.getByte(valueOffset) & 0xFF;
            case PropertyId.TWO_BYTE -> FieldReader.unsignedShort(buffer, valueOffset);
            case PropertyId.FOUR_BYTE -> buffer.getInt(valueOffset, BIG_ENDIAN) & 0xFFFF_FFFFL;
            case PropertyId.VARIABLE ->
                    VariableByteInteger.value(
                            VariableByteInteger.decode(buffer, valueOffset, limit));
            default -> throw new AssertionError("not a number: " + id);
        };
    }

    /** The name of a User Property; good until the next call. */
    public Slice name() {
        assert id == PropertyId.USER_PROPERTY;
        return field(name, valueOffset);
    }

    /** The value of a string, binary or User Property; good until the next call. */
    public Slice value() {
        return field(
                value,
                id == PropertyId.USER_PROPERTY
                        ? FieldReader.end(buffer, valueOffset, limit)
                        : valueOffset);
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    /** Where this property begins, its identifier included. */
    public int offset() {
        return valueOffset - 1;
    }

    /** The absolute end of this property. */
    public int limit() {
        return position;
    }

    private Slice field(final Slice slice, final int offset) {
        return slice.wrap(buffer, offset + 2, FieldReader.unsignedShort(buffer, offset));
    }
}
