package io.sluice.engine.store;

import io.sluice.engine.observe.Counters;

/**
 * The durable books: one number for each {@link BooksEntry}, in a row that every commit writes in
 * the same transaction as the records. Mutable, one owner.
 *
 * <p>The law of the ledger: persisted + adjusted = completed + dead + pending, where pending is the
 * sum of all nodes' messages, and the number of records that are there.
 */
public final class StoreBooks {
    private static final BooksEntry[] ALL = BooksEntry.values();

    private final long[] values = new long[ALL.length];

    /** How many numbers there are. */
    public static final int LENGTH = ALL.length;

    public long get(final BooksEntry entry) {
        return values[entry.ordinal()];
    }

    public void set(final BooksEntry entry, final long value) {
        values[entry.ordinal()] = value;
    }

    public void add(final BooksEntry entry, final long count) {
        values[entry.ordinal()] += count;
    }

    /** By its place in the row. */
    public long value(final int index) {
        return values[index];
    }

    /** By its place in the row. */
    public void value(final int index, final long value) {
        values[index] = value;
    }

    /** Takes over another's numbers. */
    public void copy(final StoreBooks other) {
        System.arraycopy(other.values, 0, values, 0, values.length);
    }

    /** Records that must be there, by what was ever done to them. */
    public long pending() {
        return get(BooksEntry.PERSISTED)
                + get(BooksEntry.ADJUSTED)
                - get(BooksEntry.COMPLETED)
                - get(BooksEntry.DEAD);
    }

    /** Inserts that were ever answered as stored: persisted, or found to be there already. */
    public long stored() {
        return get(BooksEntry.PERSISTED) + get(BooksEntry.DUPLICATES);
    }

    /** Shows them among the counters of the one agent that keeps them. */
    void mirror(final Counters counters) {
        for (final BooksEntry entry : ALL) {
            if (entry.mirror() != null) {
                counters.set(entry.mirror(), get(entry));
            }
        }
    }
}
