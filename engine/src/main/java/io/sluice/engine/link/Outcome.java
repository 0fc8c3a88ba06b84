package io.sluice.engine.link;

/** What became of a delivery. */
public enum Outcome {
    /** Under way. */
    PENDING,
    /** Where it was to go: committed, settled by the consumer, or handed over. */
    ACCEPTED,
    /** It is already there: the same identity was accepted before. */
    DUPLICATE,
    /** Not wanted, and never will be: a dead letter. */
    REJECTED,
    /** Back where it came from, as if it had not been sent. */
    RELEASED,
    /** Back where it came from, and this attempt counts. */
    FAILED,
    /** Not taken: it was not to wait, and there was no room. */
    NO_ROOM,
    /** Its time was over before anyone took it. */
    EXPIRED,
    /** The stored bytes are not what was written, or are not there. */
    UNREADABLE,
    /**
     * It may be there or not: the store ended before it could tell. Never acknowledged, never
     * refused.
     */
    UNKNOWN
}
