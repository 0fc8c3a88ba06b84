package io.sluice.engine.loop;

/** Where a connection is in its life. */
enum ConnectionState {
    /** On its way to its loop. */
    ARRIVING,
    /** Read and written. */
    OPEN,
    /** What was written is sent, nothing is read. */
    CLOSING,
    /** All is sent and the protocol told; the peer's end is waited for, lest a reset overtake. */
    LINGERING,
    /** To be ended at the end of this cycle. */
    ABORTING,
    /** The socket and all that was borrowed are gone. */
    CLOSED,
    /** Another connection has the socket. */
    MOVED
}
