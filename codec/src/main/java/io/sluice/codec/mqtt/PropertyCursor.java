package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Walks the properties of a list in the order they were sent; owned by whoever walks. The list was
 * checked when its packet was wrapped: nothing is checked again here.
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
        position = end(buffer, position, limit);
        assert position != FieldReader.CUT : "a list that was not checked";
        return true;
    }

    /**
     * Where the property that begins here ends, or {@link FieldReader#CUT} if it is unknown or does
     * not end before the limit. {@link PropertyList} tells lengths again where it checks values: it
     * is passed by every property of every packet, and does both in one step.
     */
    static int end(final DirectBuffer buffer, final int offset, final int limit) {
        final int value = offset + 1;
        return switch (PropertyId.type(buffer.getByte(offset) & 0xFF)) {
            case PropertyId.ONE_BYTE -> within(value + 1, limit);
            case PropertyId.TWO_BYTE -> within(value + 2, limit);
            case PropertyId.FOUR_BYTE -> within(value + 4, limit);
            case PropertyId.VARIABLE -> {
                final long decoded = VariableByteInteger.decode(buffer, value, limit);
                yield decoded < 0 ? FieldReader.CUT : value + VariableByteInteger.length(decoded);
            }
            case PropertyId.STRING, PropertyId.BINARY -> FieldReader.end(buffer, value, limit);
            case PropertyId.STRING_PAIR -> {
                final int name = FieldReader.end(buffer, value, limit);
                yield name == FieldReader.CUT ? name : FieldReader.end(buffer, name, limit);
            }
            default -> FieldReader.CUT;
        };
    }

    private static int within(final int end, final int limit) {
        return end > limit ? FieldReader.CUT : end;
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
        return number(buffer, id, valueOffset, limit);
    }

    /** The number of a property whose value, checked before, begins at this offset. */
    static long number(final DirectBuffer buffer, final int id, final int offset, final int limit) {
        return switch (PropertyId.type(id)) {
            case PropertyId.ONE_BYTE -> buffer.getByte(offset) & 0xFF;
            case PropertyId.TWO_BYTE -> FieldReader.unsignedShort(buffer, offset);
            case PropertyId.FOUR_BYTE -> buffer.getInt(offset, BIG_ENDIAN) & 0xFFFF_FFFFL;
            case PropertyId.VARIABLE ->
                    VariableByteInteger.value(VariableByteInteger.decode(buffer, offset, limit));
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
