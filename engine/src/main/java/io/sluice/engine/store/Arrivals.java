package io.sluice.engine.store;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.agent.Mailbox;
import java.util.Arrays;

/**
 * What one commit brought to the nodes of one loop: the records in the order of their sequences.
 * Goes back to {@link StoreLoop} when the loop has read it; while all of a loop's are out, the next
 * ones only say how far a node has come, and the node reads the rest from the store.
 */
public final class Arrivals extends Mail {
    /** Who is told on the loop. */
    public interface Listener {
        /** To be read at once: what it says is gone when this returns. */
        void onArrivals(Arrivals arrivals);
    }

    /** The length of an entry that says only how far its node has come. */
    public static final int UP_TO = -1;

    private final Mailbox loop;
    private final Listener listener;
    private final Mailbox store;
    private final StoreLoop storeLoop;
    private final int loopIndex;
    private boolean goingHome;

    private int count;
    private StoreNode[] nodes = new StoreNode[64];
    private byte[] classes = new byte[64];
    private long[] sequences = new long[64];
    private int[] lengths = new int[64];

    Arrivals(final Port port, final int loopIndex, final StoreLoop storeLoop) {
        this.loop = port.mailbox();
        this.listener = port.listener();
        this.store = storeLoop.mailbox();
        this.loopIndex = loopIndex;
        this.storeLoop = storeLoop;
    }

    /** One loop, as the store reports to it. */
    public record Port(Mailbox mailbox, Listener listener) {}

    void add(final StoreNode node, final int priorityClass, final long sequence, final int length) {
        if (count == nodes.length) {
            final int capacity = count * 2;
            nodes = Arrays.copyOf(nodes, capacity);
            classes = Arrays.copyOf(classes, capacity);
            sequences = Arrays.copyOf(sequences, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
        }
        nodes[count] = node;
        classes[count] = (byte) priorityClass;
        sequences[count] = sequence;
        lengths[count] = length;
        count++;
    }

    void send() {
        goingHome = false;
        loop.post(this);
    }

    @Override
    protected void onArrival() {
        if (goingHome) {
            storeLoop.onArrivalsBack(this);
        } else {
            listener.onArrivals(this);
            count = 0;
            goingHome = true;
            store.post(this);
        }
    }

    int loopIndex() {
        return loopIndex;
    }

    /** Entries; they are numbered from 0. */
    public int count() {
        return count;
    }

    /** Whose record it is. */
    public StoreNode node(final int index) {
        return nodes[index];
    }

    /** Nine minus the record's priority; means nothing where the length is {@link #UP_TO}. */
    public int priorityClass(final int index) {
        return classes[index];
    }

    /** The record's own, or the last one of the node if the length is {@link #UP_TO}. */
    public long sequence(final int index) {
        return sequences[index];
    }

    /** Of the record in bytes, header included, or {@link #UP_TO}. */
    public int length(final int index) {
        return lengths[index];
    }
}
