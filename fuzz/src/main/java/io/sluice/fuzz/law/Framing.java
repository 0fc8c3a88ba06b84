package io.sluice.fuzz.law;

import org.agrona.DirectBuffer;

/** A framer as the laws see it: it looks for a whole unit at the head of a stream. */
public interface Framing {
    /** Looks at {@code offset} and returns a verdict. */
    int next(DirectBuffer buffer, int offset, int limit);

    /** Whether this verdict asks for more bytes. */
    boolean isIncomplete(int verdict);

    /** Whether this verdict says that a whole unit lies there. */
    boolean isWhole(int verdict);

    /** Bytes of the whole unit that was last found. */
    int length();

    /** Tells everything else that the framer says about what it last saw. */
    void tell(int verdict, Transcript transcript);
}
