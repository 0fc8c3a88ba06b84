package io.sluice.engine.observe;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the counters say together: whatever came in and has not ended is on its way. Exact when
 * nothing moves; meanwhile a message may be counted at its end and not yet at its beginning, so the
 * ends are read first.
 */
public final class Books {
    private static final List<String> ENDS_OF_MESSAGES =
            List.of(
                    "messages_accepted",
                    "messages_refused",
                    "messages_dropped",
                    "messages_returned");
    private static final List<String> ENDS_OF_MATCHED =
            List.of("matched_settled", "matched_dead", "matched_returned", "matched_dropped");

    private Books() {}

    /** Messages received from a producer whose end is not known: not committed, say. */
    public static long messagesHeld(final ToLongFunction<Counter> counters) {
        return held(counters, Counter.MESSAGES_RECEIVED, ENDS_OF_MESSAGES);
    }

    /** Messages matched to a consumer that it has not settled. */
    public static long matchedHeld(final ToLongFunction<Counter> counters) {
        return held(counters, Counter.MATCHED, ENDS_OF_MATCHED);
    }

    private static long held(
            final ToLongFunction<Counter> counters,
            final Counter beginning,
            final List<String> ends) {
        long ended = 0;
        for (final Counter counter : Counter.values()) {
            // By the beginning of the label: a cause of a drop that is new is an end, too.
            if (ends.stream().anyMatch(counter.label()::startsWith)) {
                ended += counters.applyAsLong(counter);
            }
        }
        return Math.max(0, counters.applyAsLong(beginning) - ended);
    }
}
