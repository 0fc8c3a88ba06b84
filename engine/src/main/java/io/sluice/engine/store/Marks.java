package io.sluice.engine.store;

import java.util.ArrayList;

/** The marks of nodes that wait for a commit, and those in the batch; of {@link StoreLoop}. */
final class Marks {
    /** One that nobody waits for rides on a commit that happens anyway, if one comes before. */
    private static final long LINGER_NS = 20_000_000;

    private final ArrayList<TransferMark> waiting = new ArrayList<>();
    private final ArrayList<TransferMark> inBatch = new ArrayList<>();
    private long dueNs;

    Marks() {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(final TransferMark mark, final long nowNs) {
        final long itsDueNs = mark.isUrgent ? nowNs : nowNs + LINGER_NS;
        if (waiting.isEmpty() || itsDueNs - dueNs < 0) {
            dueNs = itsDueNs;
        }
        waiting.add(mark);
    }

    boolean isDue(final long nowNs) {
        return !waiting.isEmpty() && nowNs - dueNs >= 0;
    }

    /** When they start a commit themselves; only if there are any. */
    long dueNs() {
        return dueNs;
    }

    /** They have waited long enough. */
    void hurry(final long nowNs) {
        dueNs = nowNs;
    }

    /** Into the batch, all of them. */
    void apply(final StoreBatch batch) {
        for (int i = 0; i < waiting.size(); i++) {
            final TransferMark mark = waiting.get(i);
            mark.node.staged.transferredHigh = mark.sequence;
            batch.change(mark.node);
            inBatch.add(mark);
        }
        waiting.clear();
    }

    /** Nothing of the batch has happened: they are tried again a while later. */
    void putBack(final long nowNs) {
        waiting.addAll(inBatch);
        inBatch.clear();
        dueNs = nowNs + LINGER_NS;
    }

    /** The batch is durable. */
    void report() {
        for (int i = 0; i < inBatch.size(); i++) {
            inBatch.get(i).goHome();
        }
        inBatch.clear();
    }
}
