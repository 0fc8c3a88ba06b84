package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.engine.store.DeadReason;
import io.sluice.engine.store.ModelStore;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.Store;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreSnapshot;
import io.sluice.engine.store.StoreWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LMDB and the model are told the same, at random, and say the same after each commit. */
class LmdbAgainstModelTest {
    private static final int STEPS = Integer.getInteger("sluice.model.steps", 2_500);
    private static final int NODES = 4;
    private static final int CLASSES = 3;
    private static final int IDENTITIES = 120;

    @TempDir Path directory;

    private final ModelStore model = new ModelStore(Long.MAX_VALUE, TestStores.IDENTITIES_MAX);
    private final long[] lastSequence = new long[NODES];
    private final byte[] bytes = new byte[50_000];
    private final UnsafeBuffer into = new UnsafeBuffer(new byte[bytes.length]);
    private SplittableRandom random;
    private LmdbStore lmdb;
    private int nodes;
    private int nodesSynced;

    @Test
    void saysTheSame() throws Exception {
        final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
        System.out.println("LmdbAgainstModelTest: -Dsluice.seed=" + seed);
        random = new SplittableRandom(seed);
        new SplittableRandom(seed).nextBytes(bytes);
        lmdb = TestStores.open(directory);
        for (int step = 0; step < STEPS; step++) {
            step("seed " + seed + ", step " + step);
        }
        lmdb.close();
    }

    private void step(final String when) throws Exception {
        final int node = random.nextInt(NODES);
        final int what = random.nextInt(100);
        if (what < 40) {
            persist(node);
        } else if (what < 60) {
            final long sequence = any(node);
            final int priorityClass = random.nextInt(CLASSES);
            model.writer().complete(number(node), priorityClass, sequence);
            lmdb.writer().complete(number(node), priorityClass, sequence);
        } else if (what < 68) {
            final long sequence = any(node);
            final int priorityClass = random.nextInt(CLASSES);
            model.writer().attempted(number(node), priorityClass, sequence, what);
            lmdb.writer().attempted(number(node), priorityClass, sequence, what);
        } else if (what < 74) {
            final long sequence = any(node);
            final int priorityClass = random.nextInt(CLASSES);
            final DeadReason reason = DeadReason.values()[what % 4];
            model.writer().bury(number(node), priorityClass, sequence, reason, what);
            lmdb.writer().bury(number(node), priorityClass, sequence, reason, what);
        } else if (what < 88) {
            remember(node, when);
        } else {
            end(what, when);
        }
    }

    /** Small ones, and the largest that there are. */
    private static int number(final int node) {
        return node % 2 == 0 ? node + StoreWriter.FIRST_NODE : -node;
    }

    private long any(final int node) {
        return random.nextLong(Math.max(0, lastSequence[node] - 40), lastSequence[node] + 2);
    }

    private void persist(final int node) throws StoreFullException {
        lastSequence[node] += random.nextInt(1, 3);
        final int length =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(33, 200);
                    case 1 -> random.nextInt(1_960, 2_040);
                    case 2 -> random.nextInt(33, 4_100);
                    default -> random.nextInt(33, random.nextInt(34, 40_000));
                };
        final int offset = random.nextInt(bytes.length - length);
        final UnsafeBuffer record = new UnsafeBuffer(bytes);
        final int priorityClass = random.nextInt(CLASSES);
        for (final Store store : List.of(model, lmdb)) {
            store.writer()
                    .persist(
                            number(node),
                            priorityClass,
                            lastSequence[node],
                            record,
                            offset,
                            length);
        }
    }

    private void remember(final int node, final String when) throws StoreFullException {
        final UnsafeBuffer id = new UnsafeBuffer(bytes, random.nextInt(IDENTITIES), 12);
        assertEquals(
                model.writer().remember(number(node), id, 0, 12),
                lmdb.writer().remember(number(node), id, 0, 12),
                when);
    }

    private void end(final int what, final String when) throws Exception {
        if (what < 90) {
            model.writer().rollback();
            lmdb.writer().rollback();
            nodes = nodesSynced;
        } else if (what < 98) {
            putNodes();
            model.writer().sync();
            lmdb.writer().sync();
            nodesSynced = nodes;
        } else if (what < 99) {
            model.crash();
            lmdb.abandon();
            lmdb = TestStores.open(directory);
            nodes = nodesSynced;
        } else {
            model.crash();
            lmdb.close();
            lmdb = TestStores.open(directory);
            nodes = nodesSynced;
        }
        assertEquals(told(model), told(lmdb), when);
    }

    private void putNodes() throws StoreFullException {
        final NodeState state = new NodeState();
        state.lastSequence = random.nextLong();
        state.bytes = random.nextLong();
        final boolean isNew = nodes < NODES && random.nextInt(4) == 0;
        final UnsafeBuffer address = new UnsafeBuffer(bytes, 0, random.nextInt(1, 100));
        for (final Store store : List.of(model, lmdb)) {
            if (isNew) {
                store.writer().createNode(number(nodes), address, 0, address.capacity());
            }
            if (nodes > 0) {
                store.writer().putNode(number(nodes - 1), state);
            }
        }
        nodes += isNew ? 1 : 0;
    }

    private List<String> told(final Store store) {
        final List<String> told = new ArrayList<>();
        store.writer()
                .forEachNode(
                        (node, address, offset, length, state) ->
                                told.add(
                                        node
                                                + " "
                                                + length
                                                + " "
                                                + state.lastSequence
                                                + " "
                                                + state.bytes));
        final StoreSnapshot reader = store.reader();
        reader.renew();
        for (int node = 0; node < NODES; node++) {
            for (int priorityClass = 0; priorityClass < CLASSES; priorityClass++) {
                tell(reader, number(node), priorityClass, told);
            }
        }
        reader.dead(
                0,
                (number, node, sequence, reasonCode, atMs, length) -> {
                    final int read = reader.readDead(number, into, 0, into.capacity());
                    told.add(
                            Arrays.toString(
                                    new long[] {
                                        number, node, sequence, reasonCode, atMs, length, sum(read)
                                    }));
                    return true;
                });
        reader.release();
        return told;
    }

    private void tell(
            final StoreSnapshot reader,
            final int node,
            final int priorityClass,
            final List<String> told) {
        reader.index(
                node,
                priorityClass,
                0,
                (found, sequence, length, count) -> {
                    final int read = reader.read(node, found, sequence, into, 0, into.capacity());
                    told.add(
                            Arrays.toString(
                                    new long[] {node, found, sequence, length, count, sum(read)}));
                    return true;
                });
    }

    private int sum(final int length) {
        return Arrays.hashCode(Arrays.copyOf(into.byteArray(), length));
    }
}
