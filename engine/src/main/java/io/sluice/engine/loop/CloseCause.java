package io.sluice.engine.loop;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;

/** Who ended a connection, and how. */
public enum CloseCause {
    /** The protocol asked for it by {@link Wire#close}. */
    LOCAL,
    /** The peer ended its side. */
    PEER,
    /** The socket failed: reset, unreachable. */
    FAILED,
    /**
     * The peer did not take what was written before the close in time, or stood still within a
     * packet while others waited for its memory.
     */
    STUCK,
    /** An exception left the protocol: our fault; this connection alone pays. */
    INTERNAL,
    /** The daemon ends. */
    SHUTDOWN;

    /** Counts a connection that has ended so. */
    void count(final Counters counters) {
        counters.increment(Counter.CONNECTIONS_CLOSED);
        if (this == FAILED) {
            counters.increment(Counter.CONNECTIONS_FAILED);
        } else if (this == STUCK) {
            counters.increment(Counter.CONNECTIONS_STUCK);
        }
    }
}
