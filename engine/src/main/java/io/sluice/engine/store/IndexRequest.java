package io.sluice.engine.store;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.agent.Mailbox;

/**
 * A page of a node's index, read for the node by {@link StoreReader}; embedded in the node, which
 * has one under way at most.
 */
public abstract class IndexRequest extends Mail implements StoreSnapshot.IndexVisitor {
    /** Entries of one page. */
    public static final int PAGE = 512;

    private final Mailbox home;
    private final StoreReader reader;

    private int node;
    private int priorityClass;
    private long from;
    private boolean answered;

    private int count;
    private final long[] sequences = new long[PAGE];
    private final int[] lengths = new int[PAGE];
    private final int[] deliveryCounts = new int[PAGE];

    protected IndexRequest(final Mailbox home, final StoreReader reader) {
        this.home = home;
        this.reader = reader;
    }

    /** Asks for the entries of a class from a sequence on. */
    public final void send(final int newNode, final int newClass, final long fromSequence) {
        node = newNode;
        priorityClass = newClass;
        from = fromSequence;
        count = 0;
        answered = false;
        reader.mailbox().post(this);
    }

    @Override
    protected final void onArrival() {
        if (answered) {
            onPage();
        } else {
            reader.snapshot().index(node, priorityClass, from, this);
            answered = true;
            home.post(this);
        }
    }

    @Override
    public final boolean onRecord(
            final int itsClass, final long sequence, final int length, final int deliveryCount) {
        sequences[count] = sequence;
        lengths[count] = length;
        deliveryCounts[count] = deliveryCount;
        count++;
        return count < PAGE;
    }

    /** The page is there; on the node's loop. */
    protected abstract void onPage();

    public final int priorityClass() {
        return priorityClass;
    }

    /** Fewer than {@link #PAGE} when nothing more was committed. */
    public final int count() {
        return count;
    }

    public final long sequence(final int index) {
        return sequences[index];
    }

    public final int length(final int index) {
        return lengths[index];
    }

    public final int deliveryCount(final int index) {
        return deliveryCounts[index];
    }
}
