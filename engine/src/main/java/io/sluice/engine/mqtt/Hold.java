package io.sluice.engine.mqtt;

/** Why a session reads nothing for a while. */
enum Hold {
    /** There is no room for its message, here or where it goes. */
    ROOM,
    /** Too many of its messages await their acknowledgement, and its version has no limit. */
    WINDOW;

    int bit() {
        return 1 << ordinal();
    }
}
