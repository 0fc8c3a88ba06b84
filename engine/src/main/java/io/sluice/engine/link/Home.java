package io.sluice.engine.link;

import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.agent.Timers;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.Latency;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.concurrent.NanoClock;

/**
 * A loop as deliveries see it: where they come home to, and what they are made of. Owned by its
 * loop; of another loop's home only the mailbox may be touched.
 */
public final class Home {
    /** How many deliveries and bytes a loop has. */
    public record Limits(int ingressDeliveries, int egressDeliveries, int slabBytes) {
        public Limits {
            if (ingressDeliveries < 1 || egressDeliveries < 1 || slabBytes < SlabPool.BLOCK) {
                throw new IllegalArgumentException("a loop needs deliveries and a block of slabs");
            }
        }
    }

    /** As many deliveries a consumer may have though only the last quarter is left. */
    private static final int EGRESS_FEW = 4;

    private final int index;
    private final Mailbox mailbox;
    private final Counters counters;
    private final NanoClock clock;
    private final Timers timers;
    private final DeliveryPool ingress;
    private final DeliveryPool egress;
    private final SlabPool slabs;
    private final Checksum checksum;

    private final ArrayDeque<RoomWaiter> waiting = new ArrayDeque<>();
    private boolean roomMade;
    private long nowNs;

    public Home(
            final int index,
            final Mailbox mailbox,
            final Counters counters,
            final NanoClock clock,
            final Limits limits) {
        this.index = index;
        this.mailbox = Objects.requireNonNull(mailbox);
        this.counters = Objects.requireNonNull(counters);
        this.clock = Objects.requireNonNull(clock);
        this.timers = new Timers();
        // Apart, so that what fills the nodes can never starve what empties them.
        this.ingress = new DeliveryPool(this, Latency.ACKNOWLEDGE, limits.ingressDeliveries());
        this.egress = new DeliveryPool(this, Latency.SETTLE, limits.egressDeliveries());
        this.slabs = new SlabPool(limits.slabBytes());
        this.checksum = new Checksum(slabs);
    }

    /** From 0, as the loops are numbered. */
    public int index() {
        return index;
    }

    /** Of this loop; anyone may post. */
    public Mailbox mailbox() {
        return mailbox;
    }

    public Counters counters() {
        return counters;
    }

    /** Monotonic. */
    public NanoClock clock() {
        return clock;
    }

    /** When the duty cycle began; what happens in one cycle happens at one time. */
    public long nowNs() {
        return nowNs;
    }

    /** The loop, at the begin of a cycle. */
    public void cycle(final long cycleNs) {
        nowNs = cycleNs;
    }

    public Timers timers() {
        return timers;
    }

    public SlabPool slabs() {
        return slabs;
    }

    /** Over this loop's slabs, for this loop. */
    public Checksum checksum() {
        return checksum;
    }

    public DeliveryPool ingress() {
        return ingress;
    }

    public DeliveryPool egress() {
        return egress;
    }

    /**
     * A delivery with a slab for a record of so many bytes, that a producer sends; null when there
     * is none, see {@link #awaitRoom}. A quarter of the slabs is kept for what goes out.
     */
    public Delivery takeIngress(final Receiver owner, final int length) {
        if (ingressBytesFree() < length) {
            return null;
        }
        return take(ingress, owner, length);
    }

    /** Bytes of slabs that producers may still take; less than 0 where consumers have more. */
    public int ingressBytesFree() {
        return slabs.bytesFree() - (slabs.bytesTotal() >>> 2);
    }

    /** The same for a record that goes out to a consumer. */
    public Delivery takeEgress(final Receiver owner, final int length) {
        return take(egress, owner, length);
    }

    /**
     * How many more deliveries a consumer may have that has so many already. The last quarter is
     * for those who have few, so that many who settle nothing do not keep the others from theirs.
     */
    public int egressLeft(final int held) {
        final int available = egress.available();
        final int beyond = available - (egress.capacity() >>> 2);
        return Math.max(Math.min(available, EGRESS_FEW - held), Math.max(0, beyond));
    }

    private Delivery take(final DeliveryPool pool, final Receiver owner, final int length) {
        if (pool.available() == 0) {
            return null;
        }
        final int slab = slabs.allocate(length);
        if (slab == SlabPool.NONE) {
            return null;
        }
        return pool.take(owner, slab, length);
    }

    /** Puts the waiter in line, once for each time that it found no room. */
    public void awaitRoom(final RoomWaiter waiter) {
        waiting.add(waiter);
    }

    /** The waiter's owner is gone. */
    public void forgetWaiter(final RoomWaiter waiter) {
        waiting.removeIf(each -> each == waiter);
    }

    /** A delivery, a slab or a place at a target was given back. */
    public void madeRoom() {
        roomMade = true;
    }

    /** A duty of the loop: lets those in line try again, each once; returns how many did. */
    public int serveWaiters() {
        if (!roomMade) {
            return 0;
        }
        roomMade = false;
        final int count = waiting.size();
        for (int i = 0; i < count && !waiting.isEmpty(); i++) {
            waiting.poll().onRoom();
        }
        return count;
    }

    /** Whether a delivery of a producer is on its way. */
    public boolean isExpecting() {
        return ingress.available() < ingress.capacity();
    }

    /** Whether all that was taken has come home. */
    public boolean isComplete() {
        return ingress.available() == ingress.capacity()
                && egress.available() == egress.capacity()
                && slabs.bytesFree() == slabs.bytesTotal();
    }

    @Override
    public String toString() {
        return "home "
                + index
                + Arrays.asList(ingress.available(), egress.available(), slabs.bytesFree());
    }
}
