package io.sluice.engine.link;

import org.agrona.DirectBuffer;

/**
 * What addresses mean, on one loop. An address and a topic are the same bytes: {@code
 * queues/orders}, {@code events/a/b}.
 */
public interface Directory {
    /** Where messages to this address go, or null: nothing may be sent there. */
    Target target(DirectBuffer address, int offset, int length);

    /** A queue's messages for a consumer that competes for them, or null: it is no queue. */
    Source queue(DirectBuffer address, int offset, int length, Consumer consumer);

    /**
     * The events whose topics match the filter. The consumer may rely on what is published after
     * {@code onReady} has run, wherever it is published.
     */
    Source events(DirectBuffer filter, int offset, int length, Consumer consumer, Runnable onReady);

    /** Whether the address or filter names a queue, which no wildcard reaches. */
    boolean isQueue(DirectBuffer address, int offset, int length);

    /**
     * The producer is gone: what targets keep of its deliveries without having begun with it comes
     * home {@link Outcome#RELEASED}, to be counted.
     */
    default void recall(final Receiver owner) {
        // a directory whose targets keep nothing
    }
}
