package io.sluice.engine.store;

import org.agrona.DirectBuffer;

/**
 * The writing half of a store, owned by {@link StoreLoop}. Transitions are gathered in a batch,
 * which {@link #sync} makes durable as a whole or not at all. A record's place is its node, its
 * priority class (nine minus the priority) and its sequence; sequences of a node never come twice.
 * Node numbers and sequences are unsigned where they are ordered.
 *
 * <p>Whatever throws {@link StoreFullException} has rolled the batch back before: the next call
 * begins a new one. Nothing of a batch is seen by the reader, or survives, before {@link #sync}.
 * After {@link StoreFailedException} everything throws it again, but for {@link #rollback}, which
 * does nothing.
 */
public interface StoreWriter {
    /** Nodes are numbered from here; below it is the store's own. */
    int FIRST_NODE = 1;

    /** No address of a node is longer: to be checked where a node is asked for. */
    int ADDRESS_BYTES_MAX = 1_500;

    /** Longer identities are not remembered, so that they are never taken for duplicates. */
    int IDENTITY_BYTES_MAX = 1_500;

    /**
     * Every node that was committed, in the order of their numbers; before the first batch.
     *
     * @throws StoreFailedException the row of a node is damaged
     */
    void forEachNode(NodeVisitor visitor);

    /** Reads the books as they were committed, all zero if they never were; outside of a batch. */
    void books(StoreBooks into);

    /** How many records are committed, over all nodes; outside of a batch. */
    long records();

    /**
     * Whether a batch of so many records and bytes fits and leaves the reserve alone, which belongs
     * to completions, positions and counts. To be asked before the first {@link #persist} of a
     * batch.
     */
    boolean hasRoom(int records, long bytes);

    /** A new node. Its row says zero until {@link #putNode}. */
    void createNode(int node, DirectBuffer address, int offset, int length)
            throws StoreFullException;

    /**
     * A record, no shorter than its header, at a place that is free.
     *
     * @throws IllegalStateException the place is taken, and one of two records would be lost
     */
    void persist(
            int node, int priorityClass, long sequence, DirectBuffer record, int offset, int length)
            throws StoreFullException;

    /** The record is done with and goes; false, and nothing happens, if it is not there. */
    boolean complete(int node, int priorityClass, long sequence) throws StoreFullException;

    /** The record was tried in vain so many times by now; nothing if it is not there. */
    void attempted(int node, int priorityClass, long sequence, int deliveryCount)
            throws StoreFullException;

    /**
     * The record leaves its node and is kept among the dead letters, for the reason; false, and
     * nothing happens, if it is not there.
     *
     * @param atMs when, in milliseconds since 1970, by the wall clock
     */
    boolean bury(int node, int priorityClass, long sequence, DeadReason reason, long atMs)
            throws StoreFullException;

    /**
     * The identity is remembered from now on, within the store's horizon: false if it was before,
     * and nothing happens. Part of the batch: forgotten again by {@link #rollback}. An identity is
     * remembered for its node alone.
     */
    boolean remember(int node, DirectBuffer id, int offset, int length) throws StoreFullException;

    /** The node's row, once in each batch that changes it. */
    void putNode(int node, NodeState state) throws StoreFullException;

    /** The books, once in each batch that changes them. */
    void putBooks(StoreBooks books) throws StoreFullException;

    /**
     * Makes the batch durable. When it returns, the batch survives what {@link Store#durability}
     * says. Nothing for an empty batch.
     *
     * @throws StoreFullException nothing of the batch has happened
     * @throws StoreFailedException it may have happened; the store must not be used again
     */
    void sync() throws StoreFullException;

    /** Forgets the batch; nothing if there is none. */
    void rollback();
}
