package io.sluice.engine.mqtt;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Source;
import java.util.ArrayDeque;

/** What a test's subscription draws from: a queue's messages, or events that do not wait. */
final class FakeSource implements Source {
    final String name;
    final Consumer consumer;
    final boolean queue;
    final Runnable onReady;
    private final ArrayDeque<FakeMessage> stored = new ArrayDeque<>();
    int demand;
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
            stored.add(message);
            handOver();
        } else if (demand > 0) {
            demand--;
            consumer.onOutgoing(message);
        } else {
            consumer.onShed(1);
        }
    }

    private void handOver() {
        while (demand > 0 && !stored.isEmpty()) {
            demand--;
            consumer.onOutgoing(stored.poll());
        }
    }

    @Override
    public void demand(final int count) {
        assert !closed;
        demand = count;
        handOver();
    }

    @Override
    public void drain() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        assert !closed;
        closed = true;
        demand = 0;
    }
}
