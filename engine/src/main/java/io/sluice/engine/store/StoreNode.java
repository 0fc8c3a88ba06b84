package io.sluice.engine.store;

import io.sluice.engine.link.Delivery;
import java.util.ArrayDeque;

/**
 * A node as the store knows it. Number and address never change and anyone may read them; the rest
 * belongs to {@link StoreLoop}.
 */
public final class StoreNode {
    private final int id;
    private final byte[] address;
    private final int ownerLoop;

    /** As it was committed last. */
    final NodeState committed;

    /** As the batch under way leaves it. */
    final NodeState staged = new NodeState();

    /** Inserts that have their room and wait for a batch. */
    private long queuedMessages;

    private long queuedBytes;

    /** Inserts that wait for room at this node, in their order. */
    final ArrayDeque<Delivery> parked = new ArrayDeque<>();

    long messagesMax = Long.MAX_VALUE;
    long bytesMax = Long.MAX_VALUE;

    /** In the batch's list of nodes that it changes. */
    boolean changed;

    StoreNode(final int id, final byte[] address, final int ownerLoop, final NodeState committed) {
        this.id = id;
        this.address = address;
        this.ownerLoop = ownerLoop;
        this.committed = committed;
        staged.copy(committed);
    }

    public int id() {
        return id;
    }

    /** The bytes themselves: not to be written to. */
    public byte[] address() {
        return address;
    }

    /** As it was committed last; before the agents start. */
    public NodeState recovered() {
        return committed;
    }

    /** The loop that its node lives on. */
    public int ownerLoop() {
        return ownerLoop;
    }

    /**
     * Whether a record of so many bytes, header included, has room; one always has where no other
     * is, or it would wait for ever.
     */
    boolean hasRoom(final int length) {
        final long messages = staged.messages + queuedMessages;
        return messages == 0
                || messages < messagesMax && staged.bytes + queuedBytes + length <= bytesMax;
    }

    /** Those in front that have room now go on. */
    void unpark(final ArrayDeque<Delivery> inserts) {
        while (!parked.isEmpty() && hasRoom(parked.peek().length())) {
            reserve(parked.peek().length());
            inserts.add(parked.poll());
        }
    }

    /** An insert has its room. */
    void reserve(final int length) {
        queuedMessages++;
        queuedBytes += length;
    }

    /** It is applied now, or found not to need its room. */
    void unreserve(final int length) {
        queuedMessages--;
        queuedBytes -= length;
    }

    @Override
    public String toString() {
        return id + "=" + new String(address, java.nio.charset.StandardCharsets.UTF_8);
    }
}
