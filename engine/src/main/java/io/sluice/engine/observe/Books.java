package io.sluice.engine.observe;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the counters say together: whatever came in and has not ended is held. Exact, and never
 * below zero, for the counters of one agent between two of its duty cycles; a delivery is counted
 * on the loop that it came to, so that it holds for each agent by itself. Read meanwhile, the ends
 * are read first.
 */
public final class Books {
    // By the beginning of the label: a cause of a drop that is new is an end, too.
    private static final List<Counter> DROPPED = beginningWith("messages_dropped_");
    private static final List<Counter> MATCHED_DROPPED = beginningWith("matched_dropped_");

    private Books() {}

    private static List<Counter> beginningWith(final String label) {
        return Arrays.stream(Counter.values())
                .filter(counter -> counter.label().startsWith(label))
                .toList();
    }

    private static long sum(
            final ToLongFunction<Counter> counters, final Iterable<Counter> summands) {
        long sum = 0;
        for (final Counter counter : summands) {
            sum += counters.applyAsLong(counter);
        }
        return sum;
    }

    /** Received messages that were dropped, for whatever cause: none whose sender was told. */
    public static long messagesDropped(final ToLongFunction<Counter> counters) {
        return sum(counters, DROPPED);
    }

    /** Matched messages that were dropped, for whatever cause: events only. */
    public static long matchedDropped(final ToLongFunction<Counter> counters) {
        return sum(counters, MATCHED_DROPPED);
    }

    /** Received messages whose end is not counted; below zero if the law is broken. */
    public static long messagesUnended(final ToLongFunction<Counter> counters) {
        final long ended =
                messagesDropped(counters)
                        + counters.applyAsLong(Counter.MESSAGES_ACCEPTED)
                        + counters.applyAsLong(Counter.MESSAGES_REFUSED)
                        + counters.applyAsLong(Counter.MESSAGES_RETURNED);
        return counters.applyAsLong(Counter.MESSAGES_RECEIVED) - ended;
    }

    /** Of them, those whose sender awaits no answer: QoS 0, pre-settled, wills. */
    public static long onceUnended(final ToLongFunction<Counter> counters) {
        final long ended = messagesDropped(counters) + counters.applyAsLong(Counter.ONCE_ACCEPTED);
        return counters.applyAsLong(Counter.ONCE_RECEIVED) - ended;
    }

    /** Matched messages whose end is not counted; below zero if the law is broken. */
    public static long matchedUnended(final ToLongFunction<Counter> counters) {
        final long ended =
                matchedDropped(counters)
                        + counters.applyAsLong(Counter.MATCHED_SETTLED)
                        + counters.applyAsLong(Counter.MATCHED_DEAD)
                        + counters.applyAsLong(Counter.MATCHED_RETURNED);
        return counters.applyAsLong(Counter.MATCHED) - ended;
    }

    /** Of them, those of a queue, which delivers them again. */
    public static long queueUnended(final ToLongFunction<Counter> counters) {
        final long ended =
                counters.applyAsLong(Counter.QUEUE_SETTLED)
                        + counters.applyAsLong(Counter.MATCHED_DEAD)
                        + counters.applyAsLong(Counter.MATCHED_RETURNED);
        return counters.applyAsLong(Counter.QUEUE_MATCHED) - ended;
    }

    /** Messages received from a producer whose end is not known: not committed, say. */
    public static long messagesHeld(final ToLongFunction<Counter> counters) {
        return Math.max(0, messagesUnended(counters));
    }

    /** Messages matched to a consumer that it has not settled. */
    public static long matchedHeld(final ToLongFunction<Counter> counters) {
        return Math.max(0, matchedUnended(counters));
    }
}
