package io.sluice.engine.store;

import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterFile;
import io.sluice.engine.observe.CounterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Opens the books of a run, an epoch, and closes those of the last one: each in one commit, so that
 * a crash meanwhile books nothing twice and forgets nothing. Used while no agent has the store.
 *
 * <p>What an epoch that a crash ended still held is told by what the source will do. What the store
 * has committed and the counters lack was accepted: it is reconciled. Of the rest, that whose
 * sender awaits an answer comes again; the other may be lost, and nobody guesses.
 */
public final class RunBooks {
    private final StoreBooks books = new StoreBooks();
    private final List<String> warnings = new ArrayList<>();
    private String last = "";

    private RunBooks() {}

    /** The books of the store as they are: of the run under way, or of the last one. */
    public static StoreBooks read(final StoreWriter writer) {
        final StoreBooks read = new StoreBooks();
        writer.books(read);
        return read;
    }

    /**
     * Closes the last epoch, if that is still to be done, and begins one.
     *
     * @param counted what was counted in the last epoch, if that is still there
     * @throws StoreFullException there is no room for one row; nothing has happened
     */
    public static RunBooks begin(
            final StoreWriter writer,
            final Optional<CounterSnapshot> counted,
            final CounterFile.Run run)
            throws StoreFullException {
        final RunBooks opened = new RunBooks();
        writer.books(opened.books);
        opened.checkLedger(writer);
        if (opened.books.get(BooksEntry.EPOCH_OPEN) != 0) {
            opened.closeCrashed(counted);
        }
        opened.begin(run);
        commit(writer, opened.books);
        return opened;
    }

    /** Closes the epoch of a run that ends as it should, when its agents have ended. */
    public static void end(final StoreWriter writer, final ToLongFunction<Counter> counted)
            throws StoreFullException {
        final RunBooks closing = new RunBooks();
        writer.books(closing.books);
        closing.close(counted);
        commit(writer, closing.books);
    }

    private static void commit(final StoreWriter writer, final StoreBooks row)
            throws StoreFullException {
        try {
            writer.putBooks(row);
            writer.sync();
        } catch (final StoreFullException full) {
            writer.putBooks(row); // what a full disk makes the store give up is room for this
            writer.sync();
        }
    }

    private void checkLedger(final StoreWriter writer) {
        final long[] messages = new long[1];
        writer.forEachNode((id, buffer, offset, length, state) -> messages[0] += state.messages);
        final long records = writer.records();
        final long expected = books.pending();
        if (expected != messages[0]) {
            violated(
                    "the ledger says that "
                            + expected
                            + " records are pending, and the queues have "
                            + messages[0]
                            + ": it is adjusted");
            books.add(BooksEntry.ADJUSTED, messages[0] - expected);
        }
        if (records != messages[0]) {
            violated(
                    "the queues count "
                            + messages[0]
                            + " records, and there are "
                            + records
                            + ": the queues' limits are off by that");
        }
    }

    private void violated(final String what) {
        books.add(BooksEntry.VIOLATIONS, 1);
        warnings.add("the books do not balance: " + what);
    }

    private void begin(final CounterFile.Run run) {
        books.set(BooksEntry.EPOCH, run.epoch());
        books.set(BooksEntry.EPOCH_OPEN, 1);
        books.set(BooksEntry.EPOCH_START_MS, run.startMs());
        books.set(BooksEntry.EPOCH_STORED, books.stored());
        books.set(BooksEntry.EPOCH_ONCE, books.get(BooksEntry.ONCE));
    }

    private void closeCrashed(final Optional<CounterSnapshot> counted) {
        final String run = "run " + books.get(BooksEntry.EPOCH);
        final Optional<CounterSnapshot> usable =
                counted.filter(read -> read.sameBoot() && isPlausible(read::value));
        if (usable.isEmpty()) {
            books.set(BooksEntry.EPOCH_OPEN, 0);
            books.add(BooksEntry.EPOCHS_CLOSED, 1);
            books.add(BooksEntry.EPOCHS_UNACCOUNTED, 1);
            warnings.add(
                    run
                            + " did not end as it should, and its counters are "
                            + (counted.isEmpty() ? "gone" : "of another boot or damaged")
                            + ": it is unaccounted but for the ledger, which has "
                            + (books.stored() - books.get(BooksEntry.EPOCH_STORED))
                            + " messages of it");
            return;
        }
        final long reconciled = books.get(BooksEntry.RECONCILED);
        final long returned = books.get(BooksEntry.CRASH_RETURNED);
        final long lost = books.get(BooksEntry.CRASH_LOST);
        final long matchedReturned = books.get(BooksEntry.MATCHED_CRASH_RETURNED);
        final long matchedLost = books.get(BooksEntry.MATCHED_CRASH_LOST);
        close(usable.get()::value);
        books.add(BooksEntry.EPOCHS_CRASHED, 1);
        warnings.add(
                run
                        + " (process "
                        + usable.get().pid()
                        + ") did not end as it should: of what it had received, "
                        + (books.get(BooksEntry.RECONCILED) - reconciled)
                        + " were in the store already, "
                        + (books.get(BooksEntry.CRASH_RETURNED) - returned)
                        + " come again from their senders, "
                        + (books.get(BooksEntry.CRASH_LOST) - lost)
                        + " may be lost; of what was at consumers, "
                        + (books.get(BooksEntry.MATCHED_CRASH_RETURNED) - matchedReturned)
                        + " are delivered again, "
                        + (books.get(BooksEntry.MATCHED_CRASH_LOST) - matchedLost)
                        + " events may be lost");
    }

    private static boolean isPlausible(final ToLongFunction<Counter> counted) {
        return Books.messagesUnended(counted) >= 0 && Books.matchedUnended(counted) >= 0;
    }

    private void close(final ToLongFunction<Counter> counted) {
        last = "run " + books.get(BooksEntry.EPOCH);
        closeReceived(counted);
        closeMatched(counted);
        books.set(BooksEntry.EPOCH_OPEN, 0);
        books.add(BooksEntry.EPOCHS_CLOSED, 1);
    }

    private void closeReceived(final ToLongFunction<Counter> counted) {
        final long held = Math.max(0, Books.messagesUnended(counted));
        // Half of a step may be counted: what is not known then may be lost, and no more is.
        final long once = clamp(Books.onceUnended(counted), held);
        final long lacking =
                books.stored()
                        - books.get(BooksEntry.EPOCH_STORED)
                        - counted.applyAsLong(Counter.STORED_ACCEPTED);
        if (lacking < 0) {
            violated(last + " counted " + -lacking + " messages as stored that are not");
        }
        final long reconciled = clamp(lacking, held);
        final long onceLacking =
                books.get(BooksEntry.ONCE)
                        - books.get(BooksEntry.EPOCH_ONCE)
                        - counted.applyAsLong(Counter.STORED_ONCE_ACCEPTED);
        final long onceReconciled = clamp(onceLacking, Math.min(once, reconciled));
        final long lost = Math.min(once - onceReconciled, held - reconciled);
        books.add(BooksEntry.RECEIVED, counted.applyAsLong(Counter.MESSAGES_RECEIVED));
        books.add(BooksEntry.ACCEPTED, counted.applyAsLong(Counter.MESSAGES_ACCEPTED));
        books.add(BooksEntry.REFUSED, counted.applyAsLong(Counter.MESSAGES_REFUSED));
        books.add(BooksEntry.DROPPED, Books.messagesDropped(counted));
        books.add(BooksEntry.RETURNED, counted.applyAsLong(Counter.MESSAGES_RETURNED));
        books.add(BooksEntry.RECONCILED, reconciled);
        books.add(BooksEntry.CRASH_LOST, lost);
        books.add(BooksEntry.CRASH_RETURNED, held - reconciled - lost);
    }

    private void closeMatched(final ToLongFunction<Counter> counted) {
        final long held = Math.max(0, Books.matchedUnended(counted));
        final long queued = clamp(Books.queueUnended(counted), held);
        books.add(BooksEntry.MATCHED, counted.applyAsLong(Counter.MATCHED));
        books.add(BooksEntry.MATCHED_SETTLED, counted.applyAsLong(Counter.MATCHED_SETTLED));
        books.add(BooksEntry.MATCHED_DEAD, counted.applyAsLong(Counter.MATCHED_DEAD));
        books.add(BooksEntry.MATCHED_RETURNED, counted.applyAsLong(Counter.MATCHED_RETURNED));
        books.add(BooksEntry.MATCHED_DROPPED, Books.matchedDropped(counted));
        books.add(BooksEntry.MATCHED_CRASH_RETURNED, queued);
        books.add(BooksEntry.MATCHED_CRASH_LOST, held - queued);
    }

    private static long clamp(final long value, final long max) {
        return Math.max(0, Math.min(value, max));
    }

    /** What an operator should know: how the last run ended, and what does not balance. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The books in one line. */
    public String summary() {
        return "books of run "
                + books.get(BooksEntry.EPOCH)
                + " begin: "
                + books.get(BooksEntry.PERSISTED)
                + " persisted, "
                + books.get(BooksEntry.COMPLETED)
                + " completed, "
                + books.get(BooksEntry.DEAD)
                + " dead, "
                + books.pending()
                + " pending";
    }
}
