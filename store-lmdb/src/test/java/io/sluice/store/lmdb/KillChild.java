package io.sluice.store.lmdb;

import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A process that persists and completes records until it is killed. It prints {@code try LOW LAST}
 * before a sync, with which all records up to LOW are completed and all up to LAST persisted, and
 * {@code ack LOW LAST} after it.
 */
final class KillChild {
    static final LmdbOptions OPTIONS =
            new LmdbOptions(256L << 20, 4 << 20, 0, 500, Long.MAX_VALUE, 7);

    private static final int BATCH_MAX = 40;
    private static final int BACKLOG = 300;

    private KillChild() {}

    /** The identity of a record, as it is remembered with it. */
    static UnsafeBuffer identity(final long sequence) {
        return new UnsafeBuffer(ByteBuffer.allocate(Long.BYTES).putLong(sequence).array());
    }

    public static void main(final String[] arguments) throws Exception {
        final SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[1]));
        final LmdbStore store = LmdbStore.open(Path.of(arguments[0]), OPTIONS);
        final TestRecords records = new TestRecords();
        final StoreWriter writer = store.writer();
        final NodeState state = new NodeState();
        writer.forEachNode(
                (node, address, offset, length, found) -> {
                    state.lastSequence = found.lastSequence;
                    state.transferredHigh = found.transferredHigh;
                });
        if (state.lastSequence == 0) {
            final UnsafeBuffer address = new UnsafeBuffer("queues/killed".getBytes());
            writer.createNode(TestRecords.NODE, address, 0, address.capacity());
        }
        System.out.println("open " + store.report().notes());
        while (true) {
            batch(writer, records, state, random);
            System.out.println("try " + state.transferredHigh + " " + state.lastSequence);
            writer.sync();
            System.out.println("ack " + state.transferredHigh + " " + state.lastSequence);
        }
    }

    private static void batch(
            final StoreWriter writer,
            final TestRecords records,
            final NodeState state,
            final SplittableRandom random)
            throws Exception {
        for (int i = random.nextInt(1, BATCH_MAX); i > 0; i--) {
            state.lastSequence++;
            records.persist(writer, state.lastSequence);
            final UnsafeBuffer id = identity(state.lastSequence);
            writer.remember(TestRecords.NODE, id, 0, id.capacity());
        }
        final long backlog = state.lastSequence - state.transferredHigh;
        final long completions = backlog > BACKLOG ? BATCH_MAX : random.nextLong(0, BATCH_MAX / 2);
        for (long i = Math.min(completions, backlog); i > 0; i--) {
            state.transferredHigh++;
            writer.complete(TestRecords.NODE, TestRecords.CLASS, state.transferredHigh);
        }
        writer.putNode(TestRecords.NODE, state);
    }
}
