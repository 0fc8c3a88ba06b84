package io.sluice.engine.store;

/** What a commit survives. */
public enum Durability {
    /** The end of the process. */
    PROCESS,
    /** The loss of power. */
    POWER,
    /** The loss of machines. */
    REPLICATED
}
