package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterFile;
import io.sluice.engine.observe.CounterSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Epochs are closed once, whatever ended them, and what a crash makes unknowable is told apart. */
class RunBooksTest {
    private final ModelStore store = new ModelStore();
    private final Map<Counter, Long> counted = new HashMap<>();
    private long sequence;

    private long counted(final Counter counter) {
        return counted.getOrDefault(counter, 0L);
    }

    private long book(final BooksEntry entry) {
        return RunBooks.read(store.writer()).get(entry);
    }

    private CounterFile.Run nextRun() {
        return new CounterFile.Run(7, 100, 3, book(BooksEntry.EPOCH) + 1);
    }

    private RunBooks begin(final Optional<CounterSnapshot> last) throws Exception {
        final RunBooks books = RunBooks.begin(store.writer(), last, nextRun());
        assertLaws();
        return books;
    }

    private Optional<CounterSnapshot> left(final boolean sameBoot) {
        final Map<String, Long> values = new HashMap<>();
        counted.forEach((counter, value) -> values.put(counter.label(), value));
        return Optional.of(
                new CounterSnapshot(
                        new CounterFile.Run(7, 100, 3, book(BooksEntry.EPOCH)),
                        false,
                        sameBoot,
                        List.of(),
                        values));
    }

    /** So many messages are committed, some of them of a sender that awaits no answer. */
    private void store(final int messages, final int once) throws Exception {
        final StoreWriter writer = store.writer();
        final StoreBooks books = RunBooks.read(writer);
        final NodeState state = new NodeState();
        if (sequence == 0) {
            writer.createNode(1, new UnsafeBuffer(new byte[] {'q'}), 0, 1);
        }
        for (int i = 0; i < messages; i++) {
            writer.persist(1, 0, ++sequence, new UnsafeBuffer(new byte[40]), 0, 40);
        }
        state.messages = sequence;
        writer.putNode(1, state);
        books.add(BooksEntry.PERSISTED, messages);
        books.add(BooksEntry.ONCE, once);
        writer.putBooks(books);
        writer.sync();
    }

    private void assertLaws() {
        assertEquals(
                book(BooksEntry.RECEIVED),
                book(BooksEntry.ACCEPTED)
                        + book(BooksEntry.RECONCILED)
                        + book(BooksEntry.REFUSED)
                        + book(BooksEntry.DROPPED)
                        + book(BooksEntry.RETURNED)
                        + book(BooksEntry.CRASH_RETURNED)
                        + book(BooksEntry.CRASH_LOST));
        assertEquals(
                book(BooksEntry.MATCHED),
                book(BooksEntry.MATCHED_SETTLED)
                        + book(BooksEntry.MATCHED_DEAD)
                        + book(BooksEntry.MATCHED_RETURNED)
                        + book(BooksEntry.MATCHED_DROPPED)
                        + book(BooksEntry.MATCHED_CRASH_RETURNED)
                        + book(BooksEntry.MATCHED_CRASH_LOST));
        assertEquals(sequence, RunBooks.read(store.writer()).pending());
    }

    /** Of 30 received, 8 are held, 3 of them without an answer owed; 5 of 9 at consumers. */
    private void countAHalf() {
        counted.put(Counter.MESSAGES_RECEIVED, 30L);
        counted.put(Counter.MESSAGES_ACCEPTED, 18L);
        counted.put(Counter.MESSAGES_REFUSED, 1L);
        counted.put(Counter.MESSAGES_RETURNED, 1L);
        counted.put(Counter.MESSAGES_DROPPED_NO_ROOM, 2L);
        counted.put(Counter.ONCE_RECEIVED, 10L);
        counted.put(Counter.ONCE_ACCEPTED, 5L);
        counted.put(Counter.STORED_ACCEPTED, 12L);
        counted.put(Counter.STORED_ONCE_ACCEPTED, 4L);
        counted.put(Counter.MATCHED, 19L);
        counted.put(Counter.MATCHED_SETTLED, 8L);
        counted.put(Counter.MATCHED_DROPPED_SLOW, 2L);
        counted.put(Counter.QUEUE_MATCHED, 9L);
        counted.put(Counter.QUEUE_SETTLED, 4L);
    }

    private void assertHalfIsBooked() {
        assertEquals(30, book(BooksEntry.RECEIVED));
        assertEquals(18, book(BooksEntry.ACCEPTED));
        assertEquals(2, book(BooksEntry.DROPPED));
        assertEquals(3, book(BooksEntry.RECONCILED), "15 are stored, 12 were counted");
        assertEquals(2, book(BooksEntry.CRASH_LOST), "3 held without an answer, 1 is stored");
        assertEquals(3, book(BooksEntry.CRASH_RETURNED));
        assertEquals(5, book(BooksEntry.MATCHED_CRASH_RETURNED));
        assertEquals(4, book(BooksEntry.MATCHED_CRASH_LOST));
    }

    @Test
    void tellsWhatACrashHeldByWhatItsSourceWillDo() throws Exception {
        begin(Optional.empty());
        store(15, 5);
        countAHalf();
        final RunBooks books = begin(left(true));
        assertHalfIsBooked();
        assertEquals(1, book(BooksEntry.EPOCHS_CRASHED));
        assertEquals(0, book(BooksEntry.VIOLATIONS));
        assertEquals(
                List.of(
                        "run 1 (process 7) did not end as it should: of what it had received, 3"
                                + " were in the store already, 3 come again from their senders, 2"
                                + " may be lost; of what was at consumers, 5 are delivered again, 4"
                                + " events may be lost"),
                books.warnings());
        assertEquals(
                "books of run 2 begin: 15 persisted, 0 completed, 0 dead, 15 pending",
                books.summary());
    }

    @Test
    void booksAnEpochOnceWheneverTheNextCrashComes() throws Exception {
        begin(Optional.empty());
        store(15, 5);
        countAHalf();
        final Optional<CounterSnapshot> last = left(true);
        store.failNextSync(ModelStore.Aftermath.LOST);
        assertFails(last);
        assertEquals(0, book(BooksEntry.RECEIVED));
        assertEquals(1, book(BooksEntry.EPOCH));
        store.failNextSync(ModelStore.Aftermath.KEPT);
        assertFails(last);
        assertHalfIsBooked();
        // The next run has counted nothing yet; that of the last one is no evidence any more.
        counted.clear();
        begin(left(true));
        assertHalfIsBooked();
        assertEquals(2, book(BooksEntry.EPOCHS_CLOSED));
        assertEquals(3, book(BooksEntry.EPOCH));
    }

    private void assertFails(final Optional<CounterSnapshot> last) throws Exception {
        boolean failed = false;
        try {
            RunBooks.begin(store.writer(), last, nextRun());
        } catch (final StoreFailedException e) {
            failed = true;
        }
        assertTrue(failed);
        store.crash();
    }

    @Test
    void closesEachRunThatEndsAndAddsThemUp() throws Exception {
        counted.put(Counter.MESSAGES_RECEIVED, 4L);
        counted.put(Counter.MESSAGES_ACCEPTED, 4L);
        for (int i = 1; i <= 3; i++) {
            assertEquals(List.of(), begin(Optional.empty()).warnings());
            RunBooks.end(store.writer(), this::counted);
            assertLaws();
            assertEquals(4 * i, book(BooksEntry.ACCEPTED));
            assertEquals(i, book(BooksEntry.EPOCHS_CLOSED));
        }
        assertEquals(0, book(BooksEntry.EPOCHS_CRASHED));
    }

    @Test
    void guessesNothingWhereTheCountersAreGone() throws Exception {
        begin(Optional.empty());
        store(15, 5);
        countAHalf();
        begin(left(false));
        store(1, 0);
        begin(Optional.empty());
        counted.put(Counter.MESSAGES_ACCEPTED, 31L); // more than it received
        begin(left(true));
        assertEquals(3, book(BooksEntry.EPOCHS_UNACCOUNTED));
        assertEquals(3, book(BooksEntry.EPOCHS_CLOSED));
        assertEquals(0, book(BooksEntry.RECEIVED));
        assertEquals(16, book(BooksEntry.PERSISTED));
    }

    @Test
    void tellsWhatTheStoreLacks() throws Exception {
        begin(Optional.empty());
        store(11, 4);
        countAHalf();
        final RunBooks books = begin(left(true));
        assertEquals(1, book(BooksEntry.VIOLATIONS));
        assertEquals(
                "the books do not balance: run 1 counted 1 messages as stored that are not",
                books.warnings().get(0));
    }

    @Test
    void tellsThatTheLedgerIsBrokenAndGoesOn() throws Exception {
        store(15, 5);
        final StoreBooks books = RunBooks.read(store.writer());
        books.add(BooksEntry.COMPLETED, 2);
        store.writer().putBooks(books);
        store.writer().sync();
        assertEquals(1, begin(Optional.empty()).warnings().size());
        assertEquals(2, book(BooksEntry.ADJUSTED));
        RunBooks.end(store.writer(), this::counted);
        assertEquals(List.of(), begin(Optional.empty()).warnings());
        assertEquals(1, book(BooksEntry.VIOLATIONS));
        RunBooks.end(store.writer(), this::counted);
        store.writer().complete(1, 0, 1); // and no node is told
        store.writer().sync();
        assertEquals(
                List.of(
                        "the books do not balance: the queues count 15 records, and there are 14:"
                                + " the queues' limits are off by that"),
                begin(Optional.empty()).warnings());
    }
}
