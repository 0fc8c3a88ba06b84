package io.sluice.engine.broker;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.SlabPool;
import io.sluice.engine.link.Target;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.store.NodeRef;
import io.sluice.engine.store.StoreLoop;
import java.util.Arrays;

/**
 * A queue as the producers of one loop see it: straight to the store, whose commit is its
 * acceptance. A full queue keeps what it was offered, so one may have no more out than a third of
 * what is free beside it: a quarter of the loop's deliveries and memory when it is the only one
 * that is full, and less for each when more are. Whatever number of them is full, there is room for
 * others.
 */
final class QueueTarget implements Target {
    private static final int SHARE = 3;

    /** What nobody waits for comes home at once when the queue is full: it needs room to do so. */
    private static final int SHARE_AT_QOS_0 = 1;

    private final Home home;
    private final StoreLoop store;
    private final NodeRef ref;
    private final byte[] address;
    private int out;
    private long bytesOut;

    QueueTarget(final Home home, final StoreLoop store, final NodeRef ref, final byte[] address) {
        this.home = home;
        this.store = store;
        this.ref = ref;
        this.address = address;
    }

    /** The same queue, though it was forgotten meanwhile: who waits for one waits for the other. */
    @Override
    public boolean equals(final Object other) {
        return other instanceof QueueTarget target && Arrays.equals(address, target.address);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(address);
    }

    /** Whether nothing is under way to it. */
    boolean isIdle() {
        return out == 0;
    }

    @Override
    public boolean hasRoom(final int length, final boolean waits) {
        return hasRoom(waits, home.ingress().available(), SlabPool.bytesAtMost(length));
    }

    private boolean hasRoom(final boolean waits, final int available, final int bytesToCome) {
        final int share = waits ? SHARE : SHARE_AT_QOS_0;
        return out == 0
                || out * share < available
                        && bytesOut * share < home.ingressBytesFree() - bytesToCome;
    }

    @Override
    public boolean offer(final Delivery delivery) {
        final boolean waits = Record.qos(delivery.buffer(), delivery.offset()) > 0;
        if (!hasRoom(waits, home.ingress().available() + 1, 0)) { // this one is taken already
            return false;
        }
        out++;
        bytesOut += delivery.length();
        delivery.takenBy(this);
        delivery.node(ref);
        delivery.sendTo(store.mailbox(), store.inserts());
        return true;
    }

    @Override
    public void onFreed(final Delivery delivery) {
        out--;
        bytesOut -= delivery.length();
        final Outcome outcome = delivery.outcome();
        if (outcome == Outcome.ACCEPTED || outcome == Outcome.DUPLICATE) {
            if (Record.qos(delivery.buffer(), delivery.offset()) == 0) {
                home.counters().increment(Counter.STORED_ONCE_ACCEPTED);
            }
            home.counters().increment(Counter.STORED_ACCEPTED);
        }
    }
}
