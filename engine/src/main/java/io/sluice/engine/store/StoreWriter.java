package io.sluice.engine.store;

import org.agrona.DirectBuffer;

/**
 * The writing half of a store, owned by {@link StoreLoop}. Transitions are gathered in a batch,
 * which {@link #sync} makes durable as a whole or not at all. A record's place is its node, its
 * priority class (nine minus the priority) and its sequence; sequences of a node never come twice.
 */
public interface StoreWriter {
    /** Nodes are numbered from here; below it is the store's own. */
    int FIRST_NODE = 1;

    /**
     * Every node that was committed, in the order of their numbers; once, before the first batch.
     */
    void forEachNode(NodeVisitor visitor);

    /**
     * Whether a batch of so many records and bytes fits and leaves the reserve alone, which belongs
     * to completions, positions and counts. To be asked before the first {@link #persist} of a
     * batch.
     */
    boolean hasRoom(int records, long bytes);

    /** A new node. */
    void createNode(int node, DirectBuffer address, int offset, int length)
            throws StoreFullException;

    /** A record at a place that is free. */
    void persist(
            int node, int priorityClass, long sequence, DirectBuffer record, int offset, int length)
            throws StoreFullException;

    /** The record is done with and goes; nothing if it is not there. */
    void complete(int node, int priorityClass, long sequence) throws StoreFullException;

    /** The record was tried in vain so many times by now. */
    void attempted(int node, int priorityClass, long sequence, int deliveryCount)
            throws StoreFullException;

    /** The record leaves its node and is kept among the dead letters, for the reason. */
    void bury(int node, int priorityClass, long sequence, DeadReason reason, long atMs)
            throws StoreFullException;

    /**
     * The identity is remembered from now on, within the store's horizon: false if it was before,
     * and nothing happens. Part of the batch: forgotten again by {@link #rollback}.
     */
    boolean remember(int node, DirectBuffer id, int offset, int length) throws StoreFullException;

    /** The node's row, once in each batch that changes it. */
    void putNode(int node, NodeState state) throws StoreFullException;

    /**
     * Makes the batch durable. When it returns, the batch survives what {@link Store#durability}
     * says.
     *
     * @throws StoreFullException nothing of the batch has happened
     * @throws StoreFailedException it may have happened; the store must not be used again
     */
    void sync() throws StoreFullException;

    /** Forgets the batch. */
    void rollback();
}
