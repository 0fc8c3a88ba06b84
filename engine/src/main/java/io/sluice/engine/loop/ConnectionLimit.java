package io.sluice.engine.loop;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections there may be at once, over all loops and listeners that share it: one number
 * that any loop may take from and give back to.
 */
public final class ConnectionLimit {
    private final AtomicInteger open = new AtomicInteger();
    private final int max;

    public ConnectionLimit(final int max) {
        if (max < 1) {
            throw new IllegalArgumentException("connections: at least 1");
        }
        this.max = max;
    }

    /** Takes a place, unless there is none. */
    boolean take() {
        if (open.incrementAndGet() <= max) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    void giveBack() {
        open.decrementAndGet();
    }

    /** How many are open. */
    public int open() {
        return open.get();
    }
}
