package io.sluice.engine.store;

import io.sluice.engine.link.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;

/** What comes back from consumers and waits for a commit, in order; owned by {@link StoreLoop}. */
final class Completions {
    /** More deletes in one transaction may not fit on the free list (measured). */
    private static final int BATCH_MAX = 1_000;

    private static final int BYTES_MAX = 1 << 20;

    private final ArrayDeque<StoreBatch.Completion> waiting = new ArrayDeque<>();
    private final ArrayList<StoreBatch.Completion> spare = new ArrayList<>();
    private final CommitDue due = new CommitDue();

    /** How many the next batch takes; fewer after one that found no room. */
    private int batchMax = BATCH_MAX;

    Completions() {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(
            final Delivery delivery,
            final StoreBatch.Change change,
            final DeadReason reason,
            final long nowNs) {
        final StoreBatch.Completion completion =
                spare.isEmpty() ? new StoreBatch.Completion() : spare.remove(spare.size() - 1);
        completion.delivery = delivery;
        completion.change = change;
        completion.reason = reason;
        waiting.add(completion);
        begin(nowNs);
    }

    /** As many as fill a batch do not wait for others. */
    private void begin(final long nowNs) {
        if (waiting.size() >= batchMax) {
            due.hurry(nowNs);
        } else if (!waiting.isEmpty()) {
            due.linger(nowNs);
        }
    }

    CommitDue due() {
        return due;
    }

    /** Applies as many as one batch takes. */
    void apply(
            final StoreWriter writer, final StoreBatch batch, final Ledger ledger, final long nowMs)
            throws StoreFullException {
        long bytes = 0;
        for (int i = 0; i < batchMax && bytes < BYTES_MAX && !waiting.isEmpty(); i++) {
            final StoreBatch.Completion completion = waiting.poll();
            final Delivery delivery = completion.delivery;
            bytes += delivery.length(); // a long record is many rows
            batch.completions.add(completion);
            final StoreNode node = (StoreNode) delivery.node();
            final BooksEntry where = apply(writer, completion, node.id(), nowMs);
            if (where != null) {
                batch.gone++;
                batch.change(node);
                ledger.gone(node, delivery.length(), where);
            }
        }
    }

    /** Where the record has gone; null if it has not, or was not there. */
    private static BooksEntry apply(
            final StoreWriter writer,
            final StoreBatch.Completion completion,
            final int node,
            final long nowMs)
            throws StoreFullException {
        final Delivery delivery = completion.delivery;
        final int priorityClass = delivery.priorityClass();
        final long sequence = delivery.sequence();
        switch (completion.change) {
            case COMPLETE -> {
                return writer.complete(node, priorityClass, sequence) ? BooksEntry.COMPLETED : null;
            }
            case BURY -> {
                return writer.bury(node, priorityClass, sequence, completion.reason, nowMs)
                        ? BooksEntry.DEAD
                        : null;
            }
            case ATTEMPT ->
                    writer.attempted(node, priorityClass, sequence, delivery.deliveryCount());
        }
        return null;
    }

    /**
     * Nothing of the batch has happened: its completions are the first again, but fewer at once.
     */
    void putBack(final StoreBatch batch, final long nowNs) {
        for (int i = batch.completions.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.completions.get(i));
        }
        if (!batch.completions.isEmpty()) {
            batchMax = Math.max(1, batchMax >> 1);
        }
        due.clear();
        begin(nowNs);
    }

    /** The batch is durable: its deliveries go home. */
    void report(final StoreBatch batch, final long nowNs) {
        for (final StoreBatch.Completion completion : batch.completions) {
            completion.delivery.goHome(completion.delivery.outcome());
            completion.delivery = null;
            spare.add(completion);
        }
        if (!batch.completions.isEmpty()) {
            batchMax = Math.min(BATCH_MAX, batchMax << 1);
        }
        due.clear();
        begin(nowNs);
    }
}
