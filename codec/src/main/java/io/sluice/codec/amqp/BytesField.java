package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/** Bytes that an encoder is to write, or null; its own view of what the caller owns. */
final class BytesField {
    private final Slice slice = new Slice();
    private boolean present;

    void set(final Slice bytes) {
        slice.wrap(bytes);
        present = true;
    }

    /** A value that is encoded already, of this type. */
    void setEncoded(final AmqpType type, final Slice encoded) {
        assert startsAs(type, encoded) : "no " + type;
        set(encoded);
    }

    /** A "multiple" field of symbols that is encoded already: one, or an array of them. */
    void setSymbols(final Slice encoded) {
        assert startsAs(AmqpType.SYMBOL, encoded)
                || startsAs(AmqpType.ARRAY, encoded)
                || startsAs(AmqpType.LIST, encoded);
        set(encoded);
    }

    private static boolean startsAs(final AmqpType type, final Slice encoded) {
        return !encoded.isEmpty() && type.isEncodedAs(encoded.byteAt(0) & 0xFF);
    }

    void clear() {
        slice.clear();
        present = false;
    }

    boolean isPresent() {
        return present;
    }

    Slice slice() {
        return slice;
    }
}
