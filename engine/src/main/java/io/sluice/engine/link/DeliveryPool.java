package io.sluice.engine.link;

import io.sluice.engine.observe.Latency;

/**
 * The deliveries of one loop for one direction; owned by that loop. Each is built when it is needed
 * for the first time, and kept.
 */
public final class DeliveryPool {
    private final Home home;
    private final Latency latency;
    private final Delivery[] free;
    private int pooled;
    private int available;

    DeliveryPool(final Home home, final Latency latency, final int capacity) {
        this.home = home;
        this.latency = latency;
        home.counters().latencies().prepare(latency);
        free = new Delivery[capacity];
        available = capacity;
    }

    Home home() {
        return home;
    }

    /** What the time of a trip is called. */
    Latency latency() {
        return latency;
    }

    Delivery take(final Receiver owner, final int slab, final int length) {
        available--;
        final Delivery delivery = pooled > 0 ? free[--pooled] : new Delivery(this);
        delivery.begin(owner, slab, length);
        return delivery;
    }

    void free(final Delivery delivery) {
        assert available < free.length : "more came home than left";
        delivery.releaseSlab();
        delivery.end();
        free[pooled++] = delivery;
        available++;
        home.madeRoom();
    }

    public int available() {
        return available;
    }

    public int capacity() {
        return free.length;
    }
}
