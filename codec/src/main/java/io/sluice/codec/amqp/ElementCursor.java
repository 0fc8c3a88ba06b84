package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Walks the elements of a checked list, map (key, value, key, ...) or array in place (AMQP 1.0 part
 * 1 sections 1.6.22 to 1.6.24); owned by whoever walks. A map's pairs are easier with a {@link
 * MapCursor}.
 *
 * <pre>
 *   while (elements.next()) { read(elements.value()); }
 * </pre>
 */
public final class ElementCursor {
    private static final int OWN_CONSTRUCTOR = -1;

    private final TypedValue value = new TypedValue();

    private DirectBuffer buffer;
    private int position;
    private int remaining;
    private int elementCode;

    /**
     * Begins before the first element. A value that is no compound is its own and only element, as
     * a "multiple" field may be written (section 1.4); null has none.
     */
    public ElementCursor wrap(final TypedValue compound) {
        if (buffer != compound.buffer()) {
            buffer = compound.buffer();
        }
        elementCode = OWN_CONSTRUCTOR;
        final int code = compound.formatCode();
        final int at = compound.bodyOffset();
        if (code < FormatCode.LIST8) {
            remaining = code == FormatCode.NULL || code == FormatCode.LIST0 ? 0 : 1;
            position = at - 1;
        } else if (!FormatCode.isLarge(code)) {
            remaining = buffer.getByte(at + 1) & 0xFF;
            position = at + 2;
        } else {
            remaining = buffer.getInt(at + Integer.BYTES, BIG_ENDIAN);
            position = at + 2 * Integer.BYTES;
        }
        if (code >= FormatCode.ARRAY8) {
            readConstructor();
        }
        return this;
    }

    /** Moves to the next element; false behind the last one. */
    public boolean next() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        if (elementCode == OWN_CONSTRUCTOR) {
            value.wrap(buffer, position);
        } else {
            value.wrapElement(buffer, elementCode, position);
        }
        position = value.end();
        return true;
    }

    /** The element that {@link #next} moved to: the same object again and again. */
    public TypedValue value() {
        return value;
    }

    /**
     * Whether one of the elements still to come, which a "multiple" field has, is this symbol:
     *
     * <pre>
     *   if (elements.wrap(open.desiredCapabilities()).contains(ANONYMOUS_RELAY)) ...
     * </pre>
     */
    public boolean contains(final Slice symbol) {
        while (next()) {
            if (value.type() == AmqpType.SYMBOL && value.bytes().contentEquals(symbol)) {
                return true;
            }
        }
        return false;
    }

    /** Elements still to come; a map counts keys and values. */
    public int remaining() {
        return remaining;
    }

    /** Whether the constructor of an array, even of none, is of this type; true of no array. */
    boolean mayHave(final AmqpType type) {
        return elementCode == OWN_CONSTRUCTOR || type.isEncodedAs(elementCode);
    }

    /** The elements of an array of described values are read as what is behind the descriptor. */
    private void readConstructor() {
        elementCode = buffer.getByte(position++) & 0xFF;
        while (elementCode == FormatCode.DESCRIBED) {
            position = TypedValue.endOf(buffer, position);
            elementCode = buffer.getByte(position++) & 0xFF;
        }
    }
}
