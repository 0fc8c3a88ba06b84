package io.sluice.engine.link;

import org.agrona.DirectBuffer;

/**
 * A message that a source has handed to a consumer: a {@link Record} in reach of the consumer's
 * loop, until the consumer settles it. Each is settled exactly once, also when its connection ends.
 */
public interface Outgoing {
    /** Where the record lies. */
    DirectBuffer buffer();

    /** Of the record's header in {@link #buffer()}. */
    int offset();

    /** Of header and body. */
    int length();

    /** Its place in its node; 0 for an event, which has none. */
    long sequence();

    /** How often it was tried before in vain. */
    int deliveryCount();

    /** Whether somebody may have seen it before, though it was not settled. */
    boolean isRedelivered();

    /**
     * The consumer has copied the bytes, or will not: it may not look at them any more. Called
     * once, before {@link #settle}, and as soon as possible: what one consumer holds is memory of
     * all.
     */
    void written();

    /**
     * The consumer is done with it, after {@link #written}: {@link Outcome#ACCEPTED}, {@link
     * Outcome#REJECTED}, {@link Outcome#RELEASED} or {@link Outcome#FAILED}.
     */
    void settle(Outcome outcome);

    /**
     * The same with what a queue can do besides; an event has nowhere else to go, and nothing of it
     * is written.
     *
     * @param notHere it comes back, and this consumer is not to have it again
     * @param tag if it is not 0, {@link Consumer#onDone} is called with it once what the outcome
     *     means is done for good
     */
    default void settle(final Outcome outcome, final boolean notHere, final long tag) {
        settle(outcome);
    }
}
