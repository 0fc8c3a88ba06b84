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
