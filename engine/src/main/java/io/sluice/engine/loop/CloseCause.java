package io.sluice.engine.loop;

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
    SHUTDOWN
}
