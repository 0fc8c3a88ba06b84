package io.sluice.engine.store;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;

/**
 * The books as the writer of the store keeps them: as they were committed last, and as the batch
 * under way leaves them. Owned by {@link StoreLoop}.
 */
final class Ledger {
    private final Counters counters;
    private final StoreBooks committed = new StoreBooks();
    private final StoreBooks staged = new StoreBooks();

    /** What the nodes say, beside what the books say. */
    private long pending;

    private long stagedPending;

    Ledger(final Counters counters) {
        this.counters = counters;
    }

    /** What the store has, before the first batch. */
    void recover(final StoreWriter writer, final long messages) {
        writer.books(committed);
        staged.copy(committed);
        pending = messages;
        stagedPending = messages;
        mirror();
    }

    /** An insert is in the batch; whether its sender awaits an answer. */
    void taken(final boolean awaitsAnswer) {
        if (!awaitsAnswer) {
            staged.add(BooksEntry.ONCE, 1);
        }
    }

    /** It is a duplicate. */
    void duplicate() {
        staged.add(BooksEntry.DUPLICATES, 1);
    }

    /** It is a new record of the node. */
    void persisted(final StoreNode node, final int length) {
        staged.add(BooksEntry.PERSISTED, 1);
        stagedPending++;
        node.staged.messages++;
        node.staged.bytes += length;
    }

    /** A record of the node has gone there. */
    void gone(final StoreNode node, final int length, final BooksEntry where) {
        staged.add(where, 1);
        stagedPending--;
        node.staged.messages--;
        node.staged.bytes -= length;
    }

    /** Into the batch. */
    void put(final StoreWriter writer) throws StoreFullException {
        writer.putBooks(staged);
    }

    /** The batch is durable. */
    void commit() {
        committed.copy(staged);
        pending = stagedPending;
        mirror();
    }

    /** Nothing of the batch has happened. */
    void rollback() {
        staged.copy(committed);
        stagedPending = pending;
    }

    private void mirror() {
        committed.mirror(counters);
        counters.set(Counter.LEDGER_PENDING, pending);
    }
}
