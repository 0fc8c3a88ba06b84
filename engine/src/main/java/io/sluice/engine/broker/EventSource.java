package io.sluice.engine.broker;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Source;
import io.sluice.engine.observe.Counter;
import java.util.ArrayDeque;

/**
 * Events as one consumer sees them. Live: what finds no demand waits in a short line if the
 * consumer has one, and else passes by, counted and told.
 */
final class EventSource implements Source {
    private final BrokerLoop broker;
    private final Consumer consumer;
    private final Interest interest;
    private final ArrayDeque<Parcel> backlog = new ArrayDeque<>(0);

    private int demand;
    private boolean closed;

    EventSource(final BrokerLoop broker, final Consumer consumer, final Interest interest) {
        this.broker = broker;
        this.consumer = consumer;
        this.interest = interest;
    }

    Interest interest() {
        return interest;
    }

    /** An event that the filter matches. */
    void onEvent(final Parcel parcel) {
        if (closed) {
            return;
        }
        broker.home().counters().increment(Counter.MATCHED);
        if (demand > 0 && backlog.isEmpty()) {
            demand--;
            parcel.retain();
            consumer.onOutgoing(parcel);
        } else if (backlog.size() < consumer.backlogMax() && broker.mayPin()) {
            parcel.retain();
            backlog.add(parcel);
        } else {
            broker.home().counters().increment(Counter.MATCHED_DROPPED_SLOW);
            consumer.onShed(1);
        }
    }

    @Override
    public void demand(final int count) {
        assert count >= 0 && !closed;
        demand = count;
        while (demand > 0 && !backlog.isEmpty() && !closed) {
            demand--;
            consumer.onOutgoing(backlog.poll());
        }
    }

    @Override
    public void drain() {
        demand = 0; // whatever there was has been handed over within the demand
        consumer.onDrained();
    }

    @Override
    public void close() {
        closed = true;
        while (!backlog.isEmpty()) {
            final Parcel parcel = backlog.poll();
            parcel.written();
            parcel.settle(Outcome.RELEASED);
        }
        broker.unsubscribe(this);
    }
}
