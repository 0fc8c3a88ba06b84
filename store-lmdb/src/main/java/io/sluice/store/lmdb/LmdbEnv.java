package io.sluice.store.lmdb;

import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.DirectBufferProxy;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Stat;
import org.lmdbjava.Txn;

/**
 * The environment and its tables: one leaf path of a tree for each purpose. Owned by its store; the
 * writer and the reader have a transaction each, and there is no other while they work.
 */
final class LmdbEnv implements AutoCloseable {
    static final String DATA_FILE = "data.mdb";

    static final String RECORDS = "records";
    static final String STATE = "state";

    private static final int TABLES_MAX = 16;
    private static final int READERS_MAX = 4;

    /** Pages of the file that are never free: the two meta pages. */
    private static final int META_PAGES = 2;

    final Dbi<DirectBuffer> records;
    final Dbi<DirectBuffer> blobs;
    final Dbi<DirectBuffer> attempts;
    final Dbi<DirectBuffer> nodes;
    final Dbi<DirectBuffer> state;
    final Dbi<DirectBuffer> dlq;
    final Dbi<DirectBuffer> dedup;
    private final Dbi<DirectBuffer> names;
    private final Env<DirectBuffer> env;
    private final DataFile dataFile;
    private final long mapPages;
    private final int pageSize;

    /**
     * Opens the environment in a directory. The file's limit is the map's, never moved while it is
     * open; it is written with pwrite, never through the map, where a full disk would be a SIGBUS.
     */
    LmdbEnv(final Path directory, final long mapBytes, final DbiFlags... create) {
        env =
                Env.create(DirectBufferProxy.PROXY_DB)
                        .setMapSize(mapBytes)
                        .setMaxDbs(TABLES_MAX)
                        .setMaxReaders(READERS_MAX)
                        .open(directory.toFile(), EnvFlags.MDB_NOTLS);
        try {
            records = env.openDbi(RECORDS, create);
            blobs = env.openDbi("blobs", create);
            attempts = env.openDbi("attempts", create);
            nodes = env.openDbi("nodes", create);
            state = env.openDbi(STATE, create);
            dlq = env.openDbi("dlq", create);
            dedup = env.openDbi("dedup", create);
            names = env.openDbi((byte[]) null);
            pageSize = env.stat().pageSize;
            mapPages = env.info().mapSize / pageSize;
            dataFile = new DataFile(directory.resolve(DATA_FILE), StandardOpenOption.READ);
        } catch (final RuntimeException e) {
            env.close();
            throw e;
        }
    }

    int pageSize() {
        return pageSize;
    }

    Txn<DirectBuffer> read() {
        return env.txnRead();
    }

    Txn<DirectBuffer> write() {
        return env.txnWrite();
    }

    /** The number of the newest commit. */
    long lastTransaction() {
        return env.info().lastTransactionId;
    }

    /** Rows of the table of records, as its tree counts them. */
    long records(final Txn<DirectBuffer> txn) {
        return records.stat(txn).entries;
    }

    /** Pages behind the last one that was ever used: a bound that is cheap to have. */
    long neverUsedPages() {
        return mapPages - 1 - dataFile.lastPage(pageSize);
    }

    /**
     * Pages that hold nothing: all but those of the trees, of the free list itself and the metas.
     * What the last commits freed is among them, though the next one cannot use it yet.
     */
    long freePages(final Txn<DirectBuffer> txn) {
        final long used =
                pages(records.stat(txn))
                        + pages(blobs.stat(txn))
                        + pages(attempts.stat(txn))
                        + pages(nodes.stat(txn))
                        + pages(state.stat(txn))
                        + pages(dlq.stat(txn))
                        + pages(dedup.stat(txn))
                        + pages(names.stat(txn))
                        + dataFile.freeListPages();
        return mapPages - META_PAGES - used;
    }

    private static long pages(final Stat stat) {
        return stat.branchPages + stat.leafPages + stat.overflowPages;
    }

    @Override
    public void close() {
        dataFile.close();
        env.close();
    }
}
