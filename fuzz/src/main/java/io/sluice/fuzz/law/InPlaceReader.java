package io.sluice.fuzz.law;

import org.agrona.MutableDirectBuffer;

/**
 * A decoder of a stream as the laws see it: it turns each range, in place, into what the range
 * carries, and remembers where the range broke off. None of its methods but {@link #begin} may
 * allocate.
 */
public interface InPlaceReader {
    /** Begins a stream: nothing of the one before is remembered. */
    void begin();

    /** Hands over the range that comes next. */
    void wrap(MutableDirectBuffer buffer, int offset, int limit);

    /** Goes on in the range and returns a verdict. */
    int next();

    /** Whether this verdict says that the range is used up. */
    boolean isConsumed(int verdict);

    /** Whether this verdict is an event, after which the range goes on; else it is a failure. */
    boolean isEvent(int verdict);

    /** Where the payload of the range lies. */
    int payloadOffset();

    /** How much payload the range has given so far. */
    int payloadLength();

    /** Tells everything that the accessors say about an event. */
    void tell(int event, Transcript transcript);
}
