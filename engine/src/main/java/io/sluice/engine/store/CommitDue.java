package io.sluice.engine.store;

import io.sluice.engine.agent.EngineAgent;

/**
 * When something that nobody waits for starts a commit itself: a while after the first of it has
 * come, so that it mostly rides on a commit that happens anyway. Owned by {@link StoreLoop}; all
 * times are of its clock, in nanoseconds.
 */
final class CommitDue {
    /** Completions that each began a commit would be half of all writes at low load. */
    private static final long LINGER_NS = 20_000_000;

    private boolean waits;
    private long dueNs;

    CommitDue() {}

    /** Something came that can wait. */
    void linger(final long nowNs) {
        if (!waits) {
            waits = true;
            dueNs = nowNs + LINGER_NS;
        }
    }

    /** What is there, if anything, has waited long enough. */
    void hurry(final long nowNs) {
        waits = true;
        dueNs = nowNs;
    }

    /** Nothing waits any more. */
    void clear() {
        waits = false;
    }

    boolean isDue(final long nowNs) {
        return waits && nowNs - dueNs >= 0;
    }

    /** {@link EngineAgent#NEVER} if nothing waits. */
    long deadlineNs() {
        return waits ? dueNs : EngineAgent.NEVER;
    }
}
