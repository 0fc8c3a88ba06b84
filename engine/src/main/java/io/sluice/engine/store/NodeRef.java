package io.sluice.engine.store;

import io.sluice.engine.link.Delivery;

/**
 * A node as one loop names it towards the store; made by that loop, which needs no number for it:
 * {@link StoreLoop} is the only one that creates nodes, so there is nothing to race for.
 */
public final class NodeRef {
    private final byte[] address;
    private final int ownerLoop;
    private final long messagesMax;
    private final long bytesMax;

    /** Of {@link StoreLoop} alone, once it has seen this reference. */
    StoreNode resolved;

    /**
     * @param messagesMax records that the node may hold
     * @param bytesMax bytes of records, headers included, that it may hold; one record alone may be
     *     longer
     */
    public NodeRef(
            final byte[] address,
            final int ownerLoop,
            final long messagesMax,
            final long bytesMax) {
        this.address = address.clone();
        this.ownerLoop = ownerLoop;
        this.messagesMax = messagesMax;
        this.bytesMax = bytesMax;
    }

    /** The node of a delivery to a reference that was resolved. */
    static StoreNode nodeOf(final Delivery delivery) {
        return ((NodeRef) delivery.node()).resolved;
    }

    byte[] address() {
        return address;
    }

    int ownerLoop() {
        return ownerLoop;
    }

    long messagesMax() {
        return messagesMax;
    }

    long bytesMax() {
        return bytesMax;
    }
}
