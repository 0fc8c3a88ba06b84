package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * Walks the pairs of a checked map in place, or finds one of them (AMQP 1.0 part 1 section 1.6.23);
 * owned by whoever walks.
 *
 * <pre>
 *   while (pairs.next()) { read(pairs.key(), pairs.value()); }
 *   if (pairs.find(key)) { read(pairs.value()); }
 * </pre>
 */
public final class MapCursor {
    private final TypedValue key = new TypedValue();
    private final TypedValue value = new TypedValue();

    private DirectBuffer buffer;
    private int first;
    private int pairs;
    private int position;
    private int remaining;

    /** Begins before the first pair. A map that is absent, of type NULL, has none. */
    public MapCursor wrap(final TypedValue map) {
        assert map.isNull() || map.type() == AmqpType.MAP;
        if (map.isNull()) {
            pairs = 0;
        } else {
            buffer = map.buffer();
            final int at = map.bodyOffset();
            final boolean isSmall = map.formatCode() == FormatCode.MAP8;
            final int count =
                    isSmall
                            ? buffer.getByte(at + 1) & 0xFF
                            : buffer.getInt(at + Integer.BYTES, BIG_ENDIAN);
            first = at + (isSmall ? 2 : 2 * Integer.BYTES);
            pairs = count / 2;
        }
        rewind();
        return this;
    }

    /** Goes before the first pair. */
    public void rewind() {
        position = first;
        remaining = pairs;
    }

    /** Moves to the next pair; false behind the last one. */
    public boolean next() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        key.wrap(buffer, position);
        value.wrap(buffer, key.end());
        position = value.end();
        return true;
    }

    /**
     * Moves to the first pair of the map, wherever the cursor was, whose key is a string or symbol
     * of these bytes; behind the last pair, and false, if there is none.
     */
    public boolean find(final Slice text) {
        rewind();
        while (next()) {
            if (key.isText(text)) {
                return true;
            }
        }
        return false;
    }

    /** The key of the pair that was moved to: the same object again and again. */
    public TypedValue key() {
        return key;
    }

    /** The value of the pair that was moved to: the same object again and again. */
    public TypedValue value() {
        return value;
    }

    /** Pairs still to come. */
    public int remaining() {
        return remaining;
    }
}
