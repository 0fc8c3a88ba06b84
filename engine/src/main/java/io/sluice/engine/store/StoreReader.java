package io.sluice.engine.store;

import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.agent.Parking;
import io.sluice.engine.link.Checksum;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.Arrays;
import org.agrona.concurrent.NanoClock;

/**
 * The one agent that reads the store: a loop never waits for a page of the disk. It copies records
 * into the slabs of deliveries and sends them home; a snapshot is held for one round of mail only.
 */
public final class StoreReader implements EngineAgent {
    /** Of one snapshot: bounds how long it keeps pages from being used again. */
    private static final int MAIL_MAX = 256;

    private final StoreSnapshot snapshot;
    private final Counters counters;
    private final Parking parking;
    private final Receiver fetchReceiver = this::onFetch;

    /** Of each loop, made when its first delivery comes. */
    private Checksum[] checksums = new Checksum[4];

    public StoreReader(
            final StoreSnapshot snapshot, final NanoClock clock, final Counters counters) {
        this.snapshot = snapshot;
        this.counters = counters;
        this.parking = new Parking(clock, 0);
    }

    public Mailbox mailbox() {
        return parking.mailbox();
    }

    StoreSnapshot snapshot() {
        return snapshot;
    }

    /**
     * Takes deliveries with a {@link StoreNode}, a place and a slab; they come home {@link
     * Outcome#ACCEPTED} with the record in the slab, or {@link Outcome#UNREADABLE}.
     */
    public Receiver fetches() {
        return fetchReceiver;
    }

    private void onFetch(final Delivery delivery) {
        final int length =
                snapshot.read(
                        ((StoreNode) delivery.node()).id(),
                        delivery.priorityClass(),
                        delivery.sequence(),
                        delivery.buffer(),
                        delivery.offset(),
                        delivery.length());
        final boolean intact =
                length == delivery.length()
                        && Record.isIntact(
                                delivery.buffer(), delivery.offset(), length, checksumOf(delivery));
        if (!intact) {
            counters.increment(Counter.STORE_CORRUPT);
        }
        delivery.goHome(intact ? Outcome.ACCEPTED : Outcome.UNREADABLE);
    }

    private Checksum checksumOf(final Delivery delivery) {
        final int loop = delivery.home().index();
        if (loop >= checksums.length) {
            checksums = Arrays.copyOf(checksums, loop * 2);
        }
        if (checksums[loop] == null) {
            checksums[loop] = new Checksum(delivery.home().slabs());
        }
        return checksums[loop];
    }

    @Override
    public int doWork() {
        // Only what is there before the snapshot is taken: what is posted while it is held may ask
        // for records that were committed later, and would be told that there are none.
        final int waiting = Math.min(mailbox().size(), MAIL_MAX);
        if (waiting == 0) {
            return 0;
        }
        snapshot.renew();
        try {
            return mailbox().drain(waiting);
        } finally {
            snapshot.release();
        }
    }

    @Override
    public long nextDeadlineNs() {
        return NEVER;
    }

    @Override
    public void awaitWork() {
        parking.await(NEVER);
    }

    @Override
    public void wake() {
        parking.unpark();
    }

    @Override
    public String roleName() {
        return "reader";
    }
}
