package io.sluice.store.lmdb;

import org.agrona.DirectBuffer;
import org.lmdbjava.Txn;

/** The disk as far as a store asks it and waits for it: where a test lets it fail. */
interface Disk {
    /** What can still be written on it. */
    long usableBytes();

    /** Writes a transaction and waits until the disk has it. */
    void commit(Txn<DirectBuffer> txn);
}
