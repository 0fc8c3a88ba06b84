package io.sluice.engine.store;

import java.util.ArrayList;

/** The marks of nodes that wait for a commit, and those in the batch; of {@link StoreLoop}. */
final class TransferMarks {
    private final ArrayList<TransferMark> waiting = new ArrayList<>();
    private final ArrayList<TransferMark> inBatch = new ArrayList<>();
    private final CommitDue due = new CommitDue();

    TransferMarks() {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(final TransferMark mark, final long nowNs) {
        waiting.add(mark);
        if (mark.isUrgent) {
            due.hurry(nowNs);
        } else {
            due.linger(nowNs);
        }
    }

    CommitDue due() {
        return due;
    }

    /** Into the batch, all of them, in order: a node's last one counts. */
    void apply(final StoreBatch batch) {
        for (int i = 0; i < waiting.size(); i++) {
            final TransferMark mark = waiting.get(i);
            batch.change(mark.node);
            mark.node.staged.transferredHigh = mark.sequence;
            inBatch.add(mark);
        }
        waiting.clear();
        due.clear();
    }

    /** Nothing of the batch has happened: its marks are the first again. */
    void putBack(final long nowNs) {
        waiting.addAll(0, inBatch);
        inBatch.clear();
        if (!waiting.isEmpty()) {
            due.hurry(nowNs);
        }
    }

    /** The batch is durable. */
    void report() {
        for (int i = 0; i < inBatch.size(); i++) {
            inBatch.get(i).goHome();
        }
        inBatch.clear();
    }
}
