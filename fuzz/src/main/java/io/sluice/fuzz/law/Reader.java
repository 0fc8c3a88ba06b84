package io.sluice.fuzz.law;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A decoder as the laws see it: it judges a range of bytes and tells what it found there. Neither
 * may allocate.
 */
public interface Reader {
    /** What {@link #encode} answers where there is no encoder. */
    int NO_ENCODER = -1;

    /** Reads the range and returns a verdict; what the numbers mean is the decoder's business. */
    int read(DirectBuffer buffer, int offset, int length);

    /** Whether this verdict says that the range holds something valid. */
    default boolean accepts(final int verdict) {
        return verdict == 0;
    }

    /** Tells everything that the accessors say about what was read; called whatever the verdict. */
    void tell(int verdict, Transcript transcript);

    /** Writes again what was read and accepted, and returns how many bytes that took. */
    default int encode(final MutableDirectBuffer buffer, final int offset) {
        return NO_ENCODER;
    }

    /** How many bytes the encoder said, beforehand, that it would write. */
    default int encodedLength() {
        return NO_ENCODER;
    }

    /** Whether there is only one way to write what can be read: then bytes must come back as is. */
    default boolean isCanonical() {
        return true;
    }
}
