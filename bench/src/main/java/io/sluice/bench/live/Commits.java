package io.sluice.bench.live;

import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreWriter;
import io.sluice.store.lmdb.LmdbOptions;
import io.sluice.store.lmdb.LmdbStore;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.lmdbjava.DirectBufferProxy;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/** The store alone: synced commits of one record each, without a daemon around it. */
final class Commits implements AutoCloseable {
    private static final long MAP_BYTES = 1L << 30;
    private static final int PRIORITY_CLASS = 5;

    private final LmdbStore store;
    private final StoreWriter writer;
    private final UnsafeBuffer record;
    private final NodeState state = new NodeState();
    private final Histogram commitNs = new Histogram(60_000_000_000L, 3);

    Commits(final Path directory, final int recordBytes) throws IOException {
        try {
            store = LmdbStore.open(directory, LmdbOptions.of(MAP_BYTES, 1));
            writer = store.writer();
            record = new UnsafeBuffer(ByteBuffer.allocateDirect(recordBytes));
            writer.createNode(StoreWriter.FIRST_NODE, record, 0, 1);
            writer.sync();
        } catch (final StoreOpenException | StoreFullException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** So many commits; the times of each. */
    Histogram run(final int commits) throws IOException {
        commitNs.reset();
        try {
            for (int i = 0; i < commits; i++) {
                final long fromNs = System.nanoTime();
                state.lastSequence++;
                state.messages++;
                final long sequence = state.lastSequence;
                final int node = StoreWriter.FIRST_NODE;
                writer.persist(node, PRIORITY_CLASS, sequence, record, 0, record.capacity());
                writer.putNode(node, state);
                writer.sync();
                commitNs.recordValue(System.nanoTime() - fromNs);
            }
        } catch (final StoreFullException e) {
            throw new IOException(e.getMessage(), e);
        }
        return commitNs;
    }

    /** How many commits the store in the directory has seen, while another process has it open. */
    static long of(final Path directory) {
        try (Env<?> env =
                Env.create(DirectBufferProxy.PROXY_DB)
                        .open(directory.toFile(), EnvFlags.MDB_RDONLY_ENV, EnvFlags.MDB_NOLOCK)) {
            return env.info().lastTransactionId;
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
