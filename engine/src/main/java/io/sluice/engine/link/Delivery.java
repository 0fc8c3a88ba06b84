package io.sluice.engine.link;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.agent.Mailbox;
import org.agrona.MutableDirectBuffer;

/**
 * A round-trip ticket for one record: leaves its home loop, and comes home with an outcome, always.
 * One that does not is a bug that {@link Home#isComplete} shows. Owned by the agent that it was
 * posted to last.
 */
public final class Delivery extends Mail implements Outgoing {
    // For life.
    private final DeliveryPool pool;

    // Of one trip.
    private Receiver owner;
    private Receiver receiver;
    private int slab = SlabPool.NONE;
    private int length;
    private Outcome outcome = Outcome.PENDING;
    private long takenNs;

    /** Of one that comes in: who has to know when it is over. */
    private Target target;

    private boolean unmatched;

    /** What its owner calls it: a packet identifier, a delivery-id. */
    private long tag;

    // Of the record in its node.
    private Object node;
    private int priorityClass;
    private long sequence;
    private int deliveryCount;
    private boolean redelivered;

    /** Of one that goes out: its consumer has had it in hand. */
    private boolean handedOver;

    private boolean notHere;

    // Where the consumer's outcome goes, of one that goes out.
    private Mailbox settleMailbox;
    private Receiver settleReceiver;

    Delivery(final DeliveryPool pool) {
        this.pool = pool;
    }

    void begin(final Receiver newOwner, final int newSlab, final int newLength) {
        owner = newOwner;
        slab = newSlab;
        length = newLength;
        takenNs = home().nowNs();
        outcome = Outcome.PENDING;
        tag = 0;
        target = null;
        unmatched = false;
        node = null;
        priorityClass = 0;
        sequence = 0;
        deliveryCount = 0;
        redelivered = false;
        handedOver = false;
        notHere = false;
    }

    void end() {
        owner = null;
        target = null;
        receiver = null;
        node = null;
        settleMailbox = null;
        settleReceiver = null;
        slab = SlabPool.NONE;
    }

    /** Whom it comes home to. */
    public Receiver owner() {
        return owner;
    }

    /** Of an event: nobody was there whom it was for. */
    public void unmatched() {
        unmatched = true;
    }

    public boolean isUnmatched() {
        return unmatched;
    }

    /** The loop that it belongs to. */
    public Home home() {
        return pool.home();
    }

    /** Sends it to another agent, whose receiver is told. */
    public void sendTo(final Mailbox mailbox, final Receiver to) {
        receiver = to;
        mailbox.post(this);
    }

    /** Sends it home with an outcome; its owner is told there. */
    public void goHome(final Outcome how) {
        assert how != Outcome.PENDING;
        outcome = how;
        receiver = owner;
        home().mailbox().post(this);
    }

    @Override
    protected void onArrival() {
        receiver.onDelivery(this);
    }

    /** The outcome that a consumer will tell goes to this receiver. */
    public void settleTo(final Mailbox mailbox, final Receiver node) {
        settleMailbox = mailbox;
        settleReceiver = node;
    }

    @Override
    public void settle(final Outcome how) {
        assert how != Outcome.PENDING;
        outcome = how;
        releaseSlab(); // the bytes are not needed on the rest of the way
        sendTo(settleMailbox, settleReceiver);
    }

    @Override
    public void settle(final Outcome how, final boolean isNotHere, final long newTag) {
        notHere = isNotHere;
        tag = newTag;
        settle(how);
    }

    /** Of one that comes back: its consumer is not to have it again. */
    public boolean isNotHere() {
        return notHere;
    }

    @Override
    public void written() {
        releaseSlab();
    }

    void releaseSlab() {
        if (slab != SlabPool.NONE) {
            home().slabs().free(slab);
            slab = SlabPool.NONE;
            home().madeRoom();
        }
    }

    /** At home, by its owner: it is over, delivery and slab are free again. */
    public void free() {
        assert !isPosted();
        if (target != null) {
            target.onFreed(this);
        }
        if (node != null && outcome != Outcome.NO_ROOM) { // of a queue, and not turned away at once
            home().counters().latencies().record(pool.latency(), home().nowNs() - takenNs);
        }
        pool.free(this);
    }

    /** The target that has taken it. */
    public void takenBy(final Target newTarget) {
        target = newTarget;
    }

    /** Its bytes belong to someone else from now on, who frees the slab at this offset. */
    public int surrenderSlab() {
        final int surrendered = slab;
        slab = SlabPool.NONE;
        return surrendered;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return home().slabs().buffer();
    }

    @Override
    public int offset() {
        return slab;
    }

    @Override
    public int length() {
        return length;
    }

    public Outcome outcome() {
        return outcome;
    }

    public long tag() {
        return tag;
    }

    public void tag(final long newTag) {
        tag = newTag;
    }

    /** What {@link #node(Object)} was told; the store's or the node's own object for it. */
    public Object node() {
        return node;
    }

    /** The node that it is for, or of. */
    public void node(final Object newNode) {
        node = newNode;
    }

    /** Nine minus the priority: what comes first has the smaller one. */
    public int priorityClass() {
        return priorityClass;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    /** Its place in its node. */
    public void place(final int newPriorityClass, final long newSequence) {
        priorityClass = newPriorityClass;
        sequence = newSequence;
    }

    @Override
    public int deliveryCount() {
        return deliveryCount;
    }

    @Override
    public boolean isRedelivered() {
        return redelivered;
    }

    /** Of one that goes out: the consumer gets it, and may have seen it from now on. */
    public void handOver() {
        handedOver = true;
    }

    public boolean isHandedOver() {
        return handedOver;
    }

    /** Of one that goes out: how it was tried before. */
    public void attempts(final int newDeliveryCount, final boolean newRedelivered) {
        deliveryCount = newDeliveryCount;
        redelivered = newRedelivered;
    }
}
