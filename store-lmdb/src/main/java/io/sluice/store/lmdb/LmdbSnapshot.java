package io.sluice.store.lmdb;

import io.sluice.engine.store.StoreFailedException;
import io.sluice.engine.store.StoreSnapshot;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * The only read transaction while the store is open: nobody else pins pages. Owned by the reader's
 * agent; what it hands out is copied.
 */
final class LmdbSnapshot implements StoreSnapshot, AutoCloseable {
    private final LmdbEnv env;
    private final Keys keys = new Keys();
    private final Txn<DirectBuffer> txn;
    private boolean held;

    // Of the index, opened once: a page of a backlog is read for each few hundred messages.
    private final Cursor<DirectBuffer> records;
    private final Cursor<DirectBuffer> attempts;

    LmdbSnapshot(final LmdbEnv env) {
        this.env = env;
        txn = env.read();
        records = env.records.openCursor(txn);
        attempts = env.attempts.openCursor(txn);
        txn.reset();
    }

    @Override
    public void renew() {
        release();
        try {
            txn.renew();
        } catch (final LmdbException e) {
            throw failed(e);
        }
        held = true;
    }

    @Override
    public void release() {
        if (held) {
            held = false;
            txn.reset();
        }
    }

    private void needCommit() {
        if (!held) {
            throw new IllegalStateException("no commit is held: renew comes first");
        }
    }

    private static StoreFailedException failed(final RuntimeException cause) {
        return new StoreFailedException("the store cannot be read: " + cause.getMessage(), cause);
    }

    @Override
    public int read(
            final int node,
            final int priorityClass,
            final long sequence,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        final DirectBuffer key = keys.record(node, priorityClass, sequence);
        return read(env.records, key, 0, into, offset, capacity);
    }

    @Override
    public int readDead(
            final long number,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        return read(env.dlq, keys.number(number), Rows.DEAD_HEADER, into, offset, capacity);
    }

    private int read(
            final Dbi<DirectBuffer> table,
            final DirectBuffer key,
            final int rowOffset,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        needCommit();
        try {
            final DirectBuffer row = table.get(txn, key);
            if (row == null) {
                return ABSENT;
            }
            final int length = Rows.recordLength(row, rowOffset);
            if (length > capacity) {
                return TOO_LONG;
            }
            if (Rows.isHead(row, rowOffset)) {
                readChunks(Rows.headBlob(row, rowOffset), into, offset, length);
            } else {
                into.putBytes(offset, row, rowOffset, length);
            }
            return length;
        } catch (final LmdbException | IndexOutOfBoundsException e) {
            throw failed(e); // the tree is damaged: a length that lies, a page that is none
        }
    }

    private void readChunks(
            final long blob, final MutableDirectBuffer into, final int offset, final int length) {
        for (int i = 0, chunks = Rows.chunks(length); i < chunks; i++) {
            final int chunkOffset = offset + i * Rows.VALUE_MAX;
            final int chunkLength = Rows.chunkLength(length, i);
            final DirectBuffer chunk = env.blobs.get(txn, keys.blob(blob, i));
            if (chunk != null && chunk.capacity() == chunkLength) {
                into.putBytes(chunkOffset, chunk, 0, chunkLength);
            } else {
                // Damaged: the record's checksum is to say so, not bytes that lay here before.
                into.setMemory(chunkOffset, chunkLength, (byte) 0);
            }
        }
    }

    @Override
    public void index(
            final int node,
            final int priorityClass,
            final long fromSequence,
            final IndexVisitor visitor) {
        needCommit();
        try {
            records.renew(txn);
            attempts.renew(txn);
            final DirectBuffer from = keys.record(node, priorityClass, fromSequence);
            boolean tried =
                    attempts.get(from, GetOp.MDB_SET_RANGE)
                            && Keys.isRecordOf(attempts.key(), node, priorityClass);
            boolean more = records.get(from, GetOp.MDB_SET_RANGE);
            while (more && Keys.isRecordOf(records.key(), node, priorityClass)) {
                final long sequence = Keys.sequence(records.key());
                while (tried && Long.compareUnsigned(Keys.sequence(attempts.key()), sequence) < 0) {
                    tried = attempts.next() && Keys.isRecordOf(attempts.key(), node, priorityClass);
                }
                final int count =
                        tried && Keys.sequence(attempts.key()) == sequence
                                ? attempts.val().getInt(0, Rows.ORDER)
                                : 0;
                final int length = Rows.recordLength(records.val(), 0);
                more = visitor.onRecord(priorityClass, sequence, length, count) && records.next();
            }
        } catch (final LmdbException | IndexOutOfBoundsException e) {
            throw failed(e);
        }
    }

    @Override
    public void dead(final long fromNumber, final DeadVisitor visitor) {
        needCommit();
        try (Cursor<DirectBuffer> letters = env.dlq.openCursor(txn)) {
            boolean more = letters.get(keys.number(fromNumber), GetOp.MDB_SET_RANGE);
            while (more) {
                final DirectBuffer row = letters.val();
                more =
                        visitor.onDead(
                                        Keys.number(letters.key()),
                                        Rows.deadNode(row),
                                        Rows.deadSequence(row),
                                        Rows.deadReason(row),
                                        Rows.deadAtMs(row),
                                        Rows.recordLength(row, Rows.DEAD_HEADER))
                                && letters.next();
            }
        } catch (final LmdbException | IndexOutOfBoundsException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        attempts.close();
        records.close();
        txn.close();
    }
}
