package io.sluice.store.lmdb;

import io.sluice.engine.store.DeadReason;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.NodeVisitor;
import io.sluice.engine.store.StoreBooks;
import io.sluice.engine.store.StoreFailedException;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreWriter;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.LmdbNativeException;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * The only write transaction: a batch is one of it, begun by the first call that needs it. Owned by
 * the writer's agent; begun and ended on one thread, since LMDB's lock is the thread's.
 */
final class LmdbWriter implements StoreWriter {
    /** What a record costs beside its bytes: keys, page headers, its identity, half-full pages. */
    private static final int RECORD_OVERHEAD = 128;

    /** Paths of trees that any commit writes anew, and what it frees for a later one only. */
    private static final int COMMIT_PAGES = 48;

    /**
     * A look at the disk is three calls of the system, a twentieth of a commit of one record, and
     * says the same for a long time. Others may fill the disk meanwhile: that is found by a commit,
     * which is then tried again.
     */
    private static final int BATCHES_FORESEEN = 64;

    // As arrays, so that none is made for each call.
    private static final PutFlags[] PLACE = {};
    private static final PutFlags[] NEW_PLACE = {PutFlags.MDB_NOOVERWRITE};
    private static final PutFlags[] LAST_PLACE = {PutFlags.MDB_APPEND};

    private static final int EIO = 5;
    private static final int ENOSPC = 28;
    private static final int EDQUOT = 122;

    private final LmdbEnv env;
    private final Disk disk;
    private final Ballast ballast;
    private final long reservePages;
    private final Keys keys = new Keys();
    private final DedupLog dedup;
    private final UnsafeBuffer row = Keys.direct(Rows.VALUE_MAX);
    private final NodeState state = new NodeState();

    // What the next commit row says; the synced ones come back with a rollback.
    private final Numbers synced = new Numbers();
    private final Numbers next = new Numbers();

    // The batch.
    private Txn<DirectBuffer> txn;
    private boolean changed;
    private long recordsOfBatch;
    private long bytesOfBatch;

    // What the last look at the disk found for the batches after it.
    private int batchesForeseen;
    private long pagesForeseen;

    private StoreFailedException failure;

    /** The numbers that are given out next. */
    private static final class Numbers {
        private long blob = 1;
        private long dead = 1;
        private long identity = 1;

        private void set(final Numbers other) {
            blob = other.blob;
            dead = other.dead;
            identity = other.identity;
        }
    }

    LmdbWriter(
            final LmdbEnv env, final Disk disk, final Ballast ballast, final LmdbOptions options) {
        this.env = env;
        this.disk = disk;
        this.ballast = ballast;
        this.reservePages = options.reserveBytes() / env.pageSize();
        this.dedup = new DedupLog(env, keys, options.dedupEntriesMax(), options.seed());
        try (Txn<DirectBuffer> read = env.read()) {
            final DirectBuffer commit = env.state.get(read, keys.state(Keys.STATE_COMMIT));
            synced.blob = commit.getLong(Rows.COMMIT_NEXT_BLOB, Rows.ORDER);
            synced.dead = commit.getLong(Rows.COMMIT_NEXT_DEAD, Rows.ORDER);
            synced.identity = commit.getLong(Rows.COMMIT_NEXT_IDENTITY, Rows.ORDER);
            next.set(synced);
            dedup.load(read, synced.identity);
        }
    }

    int identities() {
        return dedup.count();
    }

    /** Writes the rows that a store begins with. */
    static void putFirstRows(final LmdbEnv env) {
        final Keys keys = new Keys();
        final UnsafeBuffer row = Keys.direct(Rows.COMMIT_LENGTH);
        try (Txn<DirectBuffer> txn = env.write()) {
            row.putInt(0, Rows.LAYOUT_VERSION, Rows.ORDER);
            final UnsafeBuffer layout = new UnsafeBuffer(row, 0, Integer.BYTES);
            env.state.put(txn, keys.state(Keys.STATE_LAYOUT), layout);
            putCommit(env, txn, keys, row, new Numbers());
            txn.commit();
        }
    }

    private static void putCommit(
            final LmdbEnv env,
            final Txn<DirectBuffer> txn,
            final Keys keys,
            final UnsafeBuffer row,
            final Numbers numbers) {
        row.putLong(0, txn.getId(), Rows.ORDER);
        row.putLong(Rows.COMMIT_NEXT_BLOB, numbers.blob, Rows.ORDER);
        row.putLong(Rows.COMMIT_NEXT_DEAD, numbers.dead, Rows.ORDER);
        row.putLong(Rows.COMMIT_NEXT_IDENTITY, numbers.identity, Rows.ORDER);
        Rows.seal(row);
        final DirectBuffer key = keys.state(Keys.STATE_COMMIT);
        reserve(env.state, txn, key, Rows.COMMIT_LENGTH, PLACE)
                .putBytes(0, row, 0, Rows.COMMIT_LENGTH);
    }

    private static UnsafeBuffer reserve(
            final Dbi<DirectBuffer> table,
            final Txn<DirectBuffer> txn,
            final DirectBuffer key,
            final int length,
            final PutFlags[] flags) {
        return (UnsafeBuffer) table.reserve(txn, key, length, flags);
    }

    /** The batch's transaction, for a change. */
    private Txn<DirectBuffer> change() {
        begin();
        changed = true;
        return txn;
    }

    private void begin() {
        if (failure != null) {
            throw new StoreFailedException("the store has failed before", failure);
        }
        if (txn == null) {
            try {
                txn = env.write();
            } catch (final LmdbException e) {
                failure = new StoreFailedException("no transaction begins: " + e.getMessage(), e);
                throw failure;
            }
        }
    }

    @Override
    public void forEachNode(final NodeVisitor visitor) {
        try (Txn<DirectBuffer> read = env.read();
                Cursor<DirectBuffer> cursor = env.nodes.openCursor(read)) {
            for (boolean found = cursor.first(); found; found = cursor.next()) {
                final int node = Keys.node(cursor.key());
                if (!Rows.readState(env.state.get(read, keys.stateNode(node)), state)) {
                    throw new StoreFailedException("the state of a node is damaged: " + node, null);
                }
                final DirectBuffer address = cursor.val();
                visitor.onNode(node, address, 0, address.capacity(), state);
            }
        } catch (final LmdbException e) {
            throw new StoreFailedException("the nodes cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void books(final StoreBooks into) {
        try (Txn<DirectBuffer> read = env.read()) {
            if (!Rows.readBooks(env.state.get(read, keys.state(Keys.STATE_BOOKS)), into)) {
                throw new StoreFailedException("the row of the books is damaged", null);
            }
        } catch (final LmdbException e) {
            throw new StoreFailedException("the books cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public long records() {
        try (Txn<DirectBuffer> read = env.read()) {
            return env.records(read);
        } catch (final LmdbException e) {
            throw new StoreFailedException("records cannot be counted: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean hasRoom(final int records, final long bytes) {
        begin();
        final long batch = pages(records, bytes);
        if (batchesForeseen > 0 && batch <= pagesForeseen) {
            batchesForeseen--;
            pagesForeseen -= batch;
            return true;
        }
        final long needed = batch + reservePages;
        final long growth = ballast.roomFor(batch * env.pageSize()) / env.pageSize();
        final boolean mayGrow = growth >= batch;
        final long neverUsed = env.neverUsedPages();
        if (mayGrow && neverUsed >= needed) {
            batchesForeseen = BATCHES_FORESEEN;
            pagesForeseen = Math.min(neverUsed - needed, growth - batch) / 2;
            return true;
        }
        // Where the disk has no room, what is free within the file is room still.
        final long free = env.freePages(txn);
        return free - (mayGrow ? 0 : neverUsed) >= needed;
    }

    private long pages(final long records, final long bytes) {
        // Half-full pages at worst, and the branches above them.
        return COMMIT_PAGES + 2 * (bytes + records * RECORD_OVERHEAD) / env.pageSize();
    }

    @Override
    public void createNode(
            final int node, final DirectBuffer address, final int offset, final int length)
            throws StoreFullException {
        if (length > ADDRESS_BYTES_MAX) {
            throw new IllegalArgumentException("an address of " + length + " bytes");
        }
        try {
            reserve(env.nodes, change(), keys.node(node), length, NEW_PLACE)
                    .putBytes(0, address, offset, length);
        } catch (final Dbi.KeyExistsException e) {
            throw new IllegalArgumentException("a node that is there", e);
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public void persist(
            final int node,
            final int priorityClass,
            final long sequence,
            final DirectBuffer record,
            final int offset,
            final int length)
            throws StoreFullException {
        recordsOfBatch++;
        bytesOfBatch += length;
        final DirectBuffer key = keys.record(node, priorityClass, sequence);
        try {
            if (length <= Rows.VALUE_MAX) {
                reserve(env.records, change(), key, length, NEW_PLACE)
                        .putBytes(0, record, offset, length);
            } else {
                final UnsafeBuffer head =
                        reserve(env.records, change(), key, Rows.HEAD_LENGTH, NEW_PLACE);
                Rows.head(head, 0, length, next.blob);
                putChunks(record, offset, length);
            }
        } catch (final Dbi.KeyExistsException e) {
            throw new IllegalStateException("two records at one place", e);
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    /** Appends the chunks under the next number of a blob. */
    private void putChunks(final DirectBuffer record, final int offset, final int length) {
        for (int i = 0, chunks = Rows.chunks(length); i < chunks; i++) {
            final int chunkLength = Rows.chunkLength(length, i);
            final DirectBuffer key = keys.blob(next.blob, i);
            reserve(env.blobs, txn, key, chunkLength, LAST_PLACE)
                    .putBytes(0, record, offset + i * Rows.VALUE_MAX, chunkLength);
        }
        next.blob++;
    }

    @Override
    public boolean complete(final int node, final int priorityClass, final long sequence)
            throws StoreFullException {
        try {
            begin();
            final DirectBuffer record =
                    env.records.get(txn, keys.record(node, priorityClass, sequence));
            if (record == null) {
                return false;
            }
            if (Rows.isHead(record, 0)) {
                deleteChunks(Rows.headBlob(record, 0), Rows.headLength(record, 0));
            }
            delete(node, priorityClass, sequence);
            return true;
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    private void deleteChunks(final long blob, final int length) {
        for (int i = 0, chunks = Rows.chunks(length); i < chunks; i++) {
            env.blobs.delete(change(), keys.blob(blob, i));
        }
    }

    private void delete(final int node, final int priorityClass, final long sequence) {
        final DirectBuffer key = keys.record(node, priorityClass, sequence);
        env.records.delete(change(), key);
        env.attempts.delete(txn, key);
    }

    @Override
    public void attempted(
            final int node, final int priorityClass, final long sequence, final int deliveryCount)
            throws StoreFullException {
        try {
            begin();
            final DirectBuffer key = keys.record(node, priorityClass, sequence);
            if (env.records.get(txn, key) != null) {
                reserve(env.attempts, change(), key, Integer.BYTES, PLACE)
                        .putInt(0, deliveryCount, Rows.ORDER);
            }
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public boolean bury(
            final int node,
            final int priorityClass,
            final long sequence,
            final DeadReason reason,
            final long atMs)
            throws StoreFullException {
        try {
            begin();
            final DirectBuffer record =
                    env.records.get(txn, keys.record(node, priorityClass, sequence));
            if (record == null) {
                return false;
            }
            // Copied before anything is written: the row may lie on a page that moves.
            final int length = record.capacity();
            row.putBytes(0, record, 0, length);
            delete(node, priorityClass, sequence);
            final boolean fits = Rows.DEAD_HEADER + length <= Rows.VALUE_MAX;
            final int rest = fits ? length : Rows.HEAD_LENGTH;
            final UnsafeBuffer letter =
                    reserve(
                            env.dlq,
                            change(),
                            keys.number(next.dead),
                            Rows.DEAD_HEADER + rest,
                            LAST_PLACE);
            Rows.dead(letter, node, priorityClass, sequence, reason.code(), atMs);
            if (fits) {
                letter.putBytes(Rows.DEAD_HEADER, row, 0, length);
            } else {
                Rows.head(letter, Rows.DEAD_HEADER, length, next.blob);
                putChunks(row, 0, length);
            }
            next.dead++;
            return true;
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public boolean remember(
            final int node, final DirectBuffer id, final int offset, final int length)
            throws StoreFullException {
        if (length > IDENTITY_BYTES_MAX) {
            return true;
        }
        try {
            begin();
            final boolean isNew = dedup.add(txn, next.identity, node, id, offset, length);
            if (isNew) {
                changed = true;
                next.identity++;
            }
            return isNew;
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public void putNode(final int node, final NodeState nodeState) throws StoreFullException {
        try {
            final DirectBuffer key = keys.stateNode(node);
            Rows.state(reserve(env.state, change(), key, Rows.STATE_LENGTH, PLACE), nodeState);
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public void putBooks(final StoreBooks books) throws StoreFullException {
        try {
            final DirectBuffer key = keys.state(Keys.STATE_BOOKS);
            Rows.books(reserve(env.state, change(), key, Rows.BOOKS_LENGTH, PLACE), books);
        } catch (final LmdbException e) {
            throw fault(e);
        }
    }

    @Override
    public void sync() throws StoreFullException {
        if (changed) {
            commit();
        } else {
            rollback();
        }
    }

    private void commit() throws StoreFullException {
        try {
            putCommit(env, txn, keys, row, next);
            disk.commit(txn);
        } catch (final LmdbException e) {
            throw fault(e);
        }
        endTransaction();
        synced.set(next);
        dedup.synced();
    }

    @Override
    public void rollback() {
        if (txn != null) {
            endTransaction();
        }
        next.set(synced);
        dedup.rolledBack();
    }

    private void endTransaction() {
        txn.close();
        txn = null;
        changed = false;
        recordsOfBatch = 0;
        bytesOfBatch = 0;
    }

    /** Full, where nothing has happened; everything else is the end of the store. */
    private StoreFullException fault(final LmdbException e) {
        // Completions cost more than their batch tells: the ballast is larger than any commit.
        final long batchBytes = pages(recordsOfBatch, bytesOfBatch) * env.pageSize();
        final long needed = Math.max(batchBytes, ballast.length());
        rollback();
        batchesForeseen = 0;
        if (e instanceof Env.MapFullException || e instanceof Txn.TxFullException) {
            return new StoreFullException("the store has reached its limit", e);
        }
        if (isDiskFull(e, needed) && isAlive()) {
            ballast.remove();
            return new StoreFullException("the disk is full", e);
        }
        failure = new StoreFailedException("the store failed: " + e.getMessage(), e);
        throw failure;
    }

    /** A short write is an EIO in LMDB, and so is a dying disk: what is free tells them apart. */
    private boolean isDiskFull(final LmdbException e, final long needed) {
        final int code = e instanceof LmdbNativeException n ? n.getResultCode() : 0;
        return code == ENOSPC || code == EDQUOT || code == EIO && disk.usableBytes() < needed;
    }

    /** After a failed meta write LMDB refuses every transaction; then the result is unknown. */
    private boolean isAlive() {
        try (Txn<DirectBuffer> probe = env.write()) {
            return probe.getId() > 0;
        } catch (final LmdbException e) {
            return false;
        }
    }

    /** Forgets the batch for good. */
    void abandon() {
        rollback();
        failure = new StoreFailedException("the store is closed", null);
    }

    boolean hasFailed() {
        return failure != null;
    }
}
