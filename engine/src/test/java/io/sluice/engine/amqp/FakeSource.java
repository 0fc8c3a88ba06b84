package io.sluice.engine.amqp;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Source;
import java.util.ArrayDeque;

/** What a test's link draws from: a queue's messages, or events that do not wait. */
final class FakeSource implements Source {
    final String name;
    final Consumer consumer;
    final boolean queue;
    final Runnable onReady;
    private final ArrayDeque<FakeMessage> stored = new ArrayDeque<>();
    int demand;
    int drains;
    boolean answersDrain = true;
    private boolean handing;
    boolean closed;

    FakeSource(
            final String name,
            final Consumer consumer,
            final boolean queue,
            final Runnable onReady) {
        this.name = name;
        this.consumer = consumer;
        this.queue = queue;
        this.onReady = onReady;
    }

    /** A message has come: it goes out within demand. */
    void put(final FakeMessage message) {
        if (queue) {
            stored.add(message.handedTo(consumer));
            handOver();
        } else if (demand > 0) {
            demand--;
            consumer.onOutgoing(message);
        } else {
            consumer.onShed(1);
        }
    }

    private void handOver() {
        if (handing) {
            return; // asked from within: the loop below sees it
        }
        handing = true;
        while (demand > 0 && !stored.isEmpty()) {
            demand--;
            consumer.onOutgoing(stored.poll());
        }
        handing = false;
    }

    int stored() {
        return stored.size();
    }

    @Override
    public void demand(final int count) {
        assert !closed;
        demand = count;
        handOver();
    }

    @Override
    public void drain() {
        assert !closed;
        drains++;
        if (answersDrain) {
            drained();
        }
    }

    /** All there was has been handed over. */
    void drained() {
        demand = 0;
        consumer.onDrained();
    }

    @Override
    public void close() {
        assert !closed;
        closed = true;
        demand = 0;
    }
}
