package io.sluice.fuzz.amqp;

import io.sluice.fuzz.law.Reader;

/** The decoder of a described value, alone in its range or with a payload behind it. */
interface DescribedReader extends Reader {
    /** Bytes of what was last read, of the length given, that are not payload. */
    default int requiredLength(final int length) {
        return length;
    }

    /** There are many ways to write a value. */
    @Override
    default boolean isCanonical() {
        return false;
    }
}
