package io.sluice.engine.mqtt;

import io.sluice.engine.agent.Timer;
import java.util.function.LongConsumer;

/** A timer of a session that runs one of the session's methods. */
final class Deadline extends Timer {
    private final LongConsumer action;

    Deadline(final LongConsumer action) {
        this.action = action;
    }

    @Override
    protected void onDeadline(final long nowNs) {
        action.accept(nowNs);
    }
}
