package io.sluice.engine.store;

/** Why a record is among the dead letters; the code is what is stored. */
public enum DeadReason {
    /** The consumer rejected it. */
    REJECTED(1),
    /** It was tried as often as its node allows. */
    DELIVERIES(2),
    /** Its time was over. */
    EXPIRED(3),
    /** Its bytes are not what was written. */
    UNREADABLE(4);

    private final int code;

    DeadReason(final int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
