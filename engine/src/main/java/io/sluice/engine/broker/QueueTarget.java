package io.sluice.engine.broker;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Target;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.store.NodeRef;
import io.sluice.engine.store.StoreLoop;

/**
 * A queue as the producers of one loop see it: straight to the store, whose commit is its
 * acceptance. One queue may have no more than a quarter of the loop's deliveries out, so that a
 * full one leaves room for the others.
 */
final class QueueTarget implements Target {
    private final Home home;
    private final StoreLoop store;
    private final NodeRef ref;
    private int out;

    QueueTarget(final Home home, final StoreLoop store, final NodeRef ref) {
        this.home = home;
        this.store = store;
        this.ref = ref;
    }

    @Override
    public boolean offer(final Delivery delivery) {
        if (out >= Math.max(1, home.ingress().capacity() >>> 2)) {
            return false;
        }
        out++;
        delivery.takenBy(this);
        delivery.node(ref);
        delivery.sendTo(store.mailbox(), store.inserts());
        return true;
    }

    @Override
    public void onFreed(final Delivery delivery) {
        out--;
        final Outcome outcome = delivery.outcome();
        if (outcome == Outcome.ACCEPTED || outcome == Outcome.DUPLICATE) {
            if (Record.qos(delivery.buffer(), delivery.offset()) == 0) {
                home.counters().increment(Counter.STORED_ONCE_ACCEPTED);
            }
            home.counters().increment(Counter.STORED_ACCEPTED);
        }
    }
}
