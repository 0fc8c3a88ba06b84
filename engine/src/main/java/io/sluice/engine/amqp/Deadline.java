package io.sluice.engine.amqp;

import io.sluice.engine.agent.Timer;
import java.util.function.LongConsumer;

/** A timer of a connection that runs one of its methods. */
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
