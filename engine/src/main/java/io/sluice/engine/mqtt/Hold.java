package io.sluice.engine.mqtt;

/** Why a session reads nothing for a while. */
enum Hold {
    /** There is no memory for its message, not even to wait in. */
    ROOM,
    /**
     * Too many of its messages await their acknowledgement, its version has no limit, and it owes
     * no acknowledgement of a queue's message itself.
     */
    WINDOW;

    int bit() {
        return 1 << ordinal();
    }
}
