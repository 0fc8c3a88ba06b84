package io.sluice.engine.store;

import io.sluice.engine.agent.EngineAgent;

/**
 * When the store may be tried again after it has had no room: inserts later than what may make
 * room. Owned by {@link StoreLoop}; all times are of its clock, in nanoseconds.
 */
final class StoreRoom {
    /** Until the next commit, whatever is in it. */
    private static final long COMMIT_NS = 20_000_000;

    /** Until inserts are tried, if nothing has gone meanwhile. */
    private static final long INSERTS_NS = 100_000_000;

    private boolean commitsWait;
    private long commitsFromNs;
    private boolean insertsWait;
    private long insertsFromNs;

    StoreRoom() {}

    /** Inserts do not fit; what has its place may go on. */
    void noneForInserts(final long nowNs) {
        insertsWait = true;
        insertsFromNs = nowNs + INSERTS_NS;
    }

    /** A batch did not fit: nothing is tried for a while. */
    void none(final long nowNs) {
        noneForInserts(nowNs);
        commitsWait = true;
        commitsFromNs = nowNs + COMMIT_NS;
    }

    /** Records have gone: there may be room by now. */
    void freed() {
        insertsWait = false;
    }

    /** Whatever waits may be tried at once. */
    void forget() {
        commitsWait = false;
        insertsWait = false;
    }

    boolean mayCommit(final long nowNs) {
        commitsWait = commitsWait && nowNs - commitsFromNs < 0;
        return !commitsWait;
    }

    /** Whether inserts wait; who does not want to wait is answered then. */
    boolean isFull(final long nowNs) {
        insertsWait = insertsWait && nowNs - insertsFromNs < 0;
        return insertsWait;
    }

    /** When inserts may be tried. */
    long insertsFromNs(final long nowNs) {
        return isFull(nowNs) ? insertsFromNs : nowNs;
    }

    /** The deadline, or when a commit may be tried at all, if that is later. */
    long notBefore(final long deadlineNs, final long nowNs) {
        return deadlineNs == EngineAgent.NEVER || mayCommit(nowNs)
                ? deadlineNs
                : Math.max(deadlineNs, commitsFromNs);
    }
}
