package io.sluice.engine.amqp;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;

/**
 * How the messages that were matched to a link are counted at their end. A queue's are settled,
 * dead or returned; an event's are settled or dropped, with the cause.
 */
final class MatchedBooks {
    private final Counters counters;
    private final boolean isQueue;

    MatchedBooks(final Counters counters, final boolean isQueue) {
        this.counters = counters;
        this.isQueue = isQueue;
    }

    /** The source has handed one over. */
    void matched() {
        counters.increment(Counter.MATCHED);
        if (isQueue) {
            counters.increment(Counter.QUEUE_MATCHED);
        }
    }

    /** So many events passed by. */
    void shed(final long count) {
        counters.add(Counter.MATCHED, count);
        counters.add(Counter.MATCHED_DROPPED_SLOW, count);
    }

    /** The peer has one, by its own word or since it wanted it settled. */
    void settled() {
        if (isQueue) {
            counters.increment(Counter.QUEUE_SETTLED);
        }
        counters.increment(Counter.MATCHED_SETTLED);
    }

    /** It cannot be sent to this peer, now or later; dropped, if it is an event, by this cause. */
    void dead(final Counter cause) {
        counters.increment(isQueue ? Counter.MATCHED_DEAD : cause);
    }

    /** It was not settled here; dropped, if it is an event, by this cause. */
    void returned(final Counter cause) {
        counters.increment(isQueue ? Counter.MATCHED_RETURNED : cause);
    }

    /** The peer has said what becomes of one. */
    void said(final Outcome outcome) {
        switch (outcome) {
            case ACCEPTED -> settled();
            case REJECTED -> dead(Counter.MATCHED_DROPPED_REJECTED);
            default -> returned(Counter.MATCHED_DROPPED_REJECTED);
        }
    }
}
