package io.sluice.engine.broker;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Source;

/**
 * Events as one consumer sees them. Live: what finds no demand waits in a short line if the
 * consumer has one, and else passes by, counted and told.
 */
final class EventSource implements Source {
    private final BrokerLoop broker;
    private final Consumer consumer;
    private final Interest interest;

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

    /** An event that the filter matches; whether it is for the consumer. */
    boolean onEvent(final Parcel parcel) {
        if (closed || consumer.isOwn(parcel.producer())) {
            return false;
        }
        if (demand > 0 && (broker.mayPin() || !consumer.isBehind())) {
            demand--;
            parcel.retain();
            consumer.onOutgoing(parcel);
        } else {
            consumer.onShed(1);
        }
        return true;
    }

    @Override
    public void demand(final int count) {
        assert count >= 0 && !closed;
        demand = count;
    }

    @Override
    public void drain() {
        demand = 0; // whatever there was has been handed over within the demand
        consumer.onDrained();
    }

    @Override
    public void close() {
        closed = true;
        broker.unsubscribe(this);
    }
}
