package io.sluice.engine.store;

import org.agrona.MutableDirectBuffer;

/**
 * The reading half of a store, owned by {@link StoreReader}: what was committed when {@link #renew}
 * was called. Held shortly, since it keeps pages from being used again.
 */
public interface StoreSnapshot {
    /** What {@link #read} answers for a record that is not there. */
    int ABSENT = -1;

    /** What {@link #read} answers when the range is too short for the record. */
    int TOO_LONG = -2;

    /** Is told the records of a node, in order. */
    interface IndexVisitor {
        /**
         * One record; false to stop behind it.
         *
         * @param length in bytes, header included
         * @param deliveryCount how often it was tried in vain
         */
        boolean onRecord(int priorityClass, long sequence, int length, int deliveryCount);
    }

    /** Is told dead letters, in the order of their burial. */
    interface DeadVisitor {
        /**
         * One dead letter; false to stop behind it.
         *
         * @param node the number of the node that it has left, unsigned
         * @param reasonCode as {@link DeadReason#code}
         * @param atMs when it was buried, in milliseconds since 1970
         * @param length of its record, header included, in bytes
         */
        boolean onDead(long number, int node, long sequence, int reasonCode, long atMs, int length);
    }

    /** Looks at the newest commit from now on; also while one is held already. */
    void renew();

    /** Lets go of the commit; nothing if none is held. */
    void release();

    /**
     * Copies a record, returns its length, {@link #ABSENT} or {@link #TOO_LONG}. The bytes are
     * those that are stored: whether they are what was written, the record's checksum says.
     */
    int read(
            int node,
            int priorityClass,
            long sequence,
            MutableDirectBuffer into,
            int offset,
            int capacity);

    /** The records of one class of a node from a sequence on. */
    void index(int node, int priorityClass, long fromSequence, IndexVisitor visitor);

    /** Dead letters from a number on; numbers start at 1. */
    void dead(long fromNumber, DeadVisitor visitor);

    /** Copies a dead letter's record, as {@link #read} does. */
    int readDead(long number, MutableDirectBuffer into, int offset, int capacity);
}
