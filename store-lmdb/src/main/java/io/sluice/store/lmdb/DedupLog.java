package io.sluice.store.lmdb;

import io.sluice.engine.store.StoreWriter;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * Identities that were seen, as a log on the disk and an index of their hashes in memory: a tree
 * keyed by random identities would cost twenty times the flash. A hit of the index is nothing
 * before the log has confirmed it by the whole identity, since a collision would lose a message.
 * Owned by the writer.
 */
final class DedupLog {
    /** Rows that one new identity may push over the horizon, when the horizon was lowered. */
    private static final int EXPIRED_MAX = 4;

    private static final PutFlags[] LAST_PLACE = {PutFlags.MDB_APPEND};

    private static final int NODE_LENGTH = Integer.BYTES;

    private final LmdbEnv env;
    private final Keys keys;
    private final int entriesMax;
    private final SipHash sipHash;
    private final HashIndex index = new HashIndex();

    // Of the batch: hash and number, hash and number ...
    private final LongArrayList added = new LongArrayList();
    private final LongArrayList expired = new LongArrayList();
    private long firstSynced = 1;
    private long first = 1;

    DedupLog(final LmdbEnv env, final Keys keys, final int entriesMax, final long seed) {
        this.env = env;
        this.keys = keys;
        this.entriesMax = entriesMax;
        this.sipHash = new SipHash(seed, Long.rotateLeft(seed * 0x9E3779B97F4A7C15L, 29));
    }

    /** Builds the index; the number behind the last is the next. */
    void load(final Txn<DirectBuffer> txn, final long next) {
        firstSynced = next;
        try (Cursor<DirectBuffer> cursor = env.dedup.openCursor(txn)) {
            for (boolean found = cursor.first(); found; found = cursor.next()) {
                final long number = Keys.number(cursor.key());
                firstSynced = Math.min(firstSynced, number);
                index.add(hash(cursor.val()), number);
            }
        }
        first = firstSynced;
    }

    private long hash(final DirectBuffer row) {
        return sipHash.of(
                row.getInt(0, Rows.ORDER), row, NODE_LENGTH, row.capacity() - NODE_LENGTH);
    }

    int count() {
        return index.count();
    }

    /** Remembers an identity under the next number, or says false: it is there. */
    boolean add(
            final Txn<DirectBuffer> txn,
            final long next,
            final int node,
            final DirectBuffer id,
            final int offset,
            final int length) {
        assert length <= StoreWriter.IDENTITY_BYTES_MAX;
        final long hash = sipHash.of(node, id, offset, length);
        for (int slot = index.first(hash); slot != HashIndex.NONE; slot = index.next(slot, hash)) {
            final DirectBuffer row = env.dedup.get(txn, keys.number(index.number(slot)));
            if (row != null && isEqual(row, node, id, offset, length)) {
                return false;
            }
        }
        for (int i = 0; i < EXPIRED_MAX && next - first >= entriesMax; i++) {
            expire(txn);
        }
        final MutableDirectBuffer row =
                (UnsafeBuffer)
                        env.dedup.reserve(
                                txn, keys.number(next), NODE_LENGTH + length, PutFlags.MDB_APPEND);
        row.putInt(0, node, Rows.ORDER);
        row.putBytes(NODE_LENGTH, id, offset, length);
        index.add(hash, next);
        added.addLong(hash);
        added.addLong(next);
        return true;
    }

    private static boolean isEqual(
            final DirectBuffer row,
            final int node,
            final DirectBuffer id,
            final int offset,
            final int length) {
        if (row.capacity() != NODE_LENGTH + length || row.getInt(0, Rows.ORDER) != node) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (row.getByte(NODE_LENGTH + i) != id.getByte(offset + i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The oldest row goes; the index keeps it until the batch is synced, and it confirms nothing.
     */
    private void expire(final Txn<DirectBuffer> txn) {
        final DirectBuffer row = env.dedup.get(txn, keys.number(first));
        if (row != null) {
            expired.addLong(hash(row));
            expired.addLong(first);
            env.dedup.delete(txn, keys.number(first));
        }
        first++;
    }

    void synced() {
        removeAll(expired);
        added.clear();
        firstSynced = first;
    }

    void rolledBack() {
        removeAll(added);
        expired.clear();
        first = firstSynced;
    }

    private void removeAll(final LongArrayList pairs) {
        for (int i = 0; i < pairs.size(); i += 2) {
            index.remove(pairs.getLong(i), pairs.getLong(i + 1));
        }
        pairs.clear();
    }
}
