package io.sluice.engine.agent;

import java.util.function.LongConsumer;

/** A timer that runs one of its owner's methods. */
public final class Deadline extends Timer {
    private final LongConsumer action;

    public Deadline(final LongConsumer action) {
        this.action = action;
    }

    @Override
    protected void onDeadline(final long nowNs) {
        action.accept(nowNs);
    }
}
