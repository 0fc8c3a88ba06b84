package io.sluice.tools;

import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterSnapshot;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.StoreBooks;
import io.sluice.store.lmdb.StoredLedger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The laws of the books, each with its numbers and whether it holds. */
final class Audit {
    /**
     * One law.
     *
     * @param of whose books
     * @param name of what must be as much as the terms together
     * @param total of it
     * @param terms with their names
     * @param holds whether it does
     */
    record Law(String of, String name, long total, Map<String, Long> terms, boolean holds) {
        static Law of(
                final String of,
                final String name,
                final long total,
                final Map<String, Long> terms) {
            final long sum = terms.values().stream().mapToLong(Long::longValue).sum();
            final boolean isNegative = terms.values().stream().anyMatch(term -> term < 0);
            return new Law(of, name, total, terms, sum == total && !isNegative);
        }

        /** Nothing to be looked at. */
        boolean isIdle() {
            return total == 0 && holds;
        }

        String text() {
            final StringBuilder text = new StringBuilder(of + ": " + name + " " + total + " =");
            String sign = " ";
            for (final Map.Entry<String, Long> term : terms.entrySet()) {
                text.append(sign).append(term.getKey()).append(' ').append(term.getValue());
                sign = " + ";
            }
            return text + (holds ? "" : "  DOES NOT HOLD");
        }
    }

    private final List<Law> laws = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** Of each agent, and of all together. */
    void counters(final CounterSnapshot counted) {
        for (int i = 0; i < counted.agents().size(); i++) {
            final CounterSnapshot.Agent agent = counted.agents().get(i);
            if (!agent.atBoundary() && counted.isRunning()) {
                faults.add("agent " + i + " does not come to the end of its duty: not audited");
            } else {
                run("agent " + i, agent::value, agent.atBoundary());
            }
        }
        final boolean atBoundaries =
                counted.agents().stream().allMatch(CounterSnapshot.Agent::atBoundary);
        run("all agents", counted::value, atBoundaries);
        law(
                "all agents",
                "persisted and duplicates",
                counted.value(Counter.STORE_PERSISTED) + counted.value(Counter.STORE_DUPLICATES),
                "known where they were received",
                counted.value(Counter.STORED_ACCEPTED),
                "on their way there",
                counted.value(Counter.STORE_PERSISTED)
                        + counted.value(Counter.STORE_DUPLICATES)
                        - counted.value(Counter.STORED_ACCEPTED));
        law(
                "ledger",
                "persisted",
                counted.value(Counter.LEDGER_PERSISTED) + counted.value(Counter.LEDGER_ADJUSTED),
                "completed",
                counted.value(Counter.LEDGER_COMPLETED),
                "dead",
                counted.value(Counter.LEDGER_DEAD),
                "pending",
                counted.value(Counter.LEDGER_PENDING));
    }

    private void run(
            final String of, final ToLongFunction<Counter> counted, final boolean isExact) {
        final long held = Books.messagesUnended(counted);
        law(
                of,
                "received",
                counted.applyAsLong(Counter.MESSAGES_RECEIVED),
                "accepted",
                counted.applyAsLong(Counter.MESSAGES_ACCEPTED),
                "refused",
                counted.applyAsLong(Counter.MESSAGES_REFUSED),
                "dropped",
                Books.messagesDropped(counted),
                "returned",
                counted.applyAsLong(Counter.MESSAGES_RETURNED),
                "held",
                held);
        final long matchedHeld = Books.matchedUnended(counted);
        law(
                of,
                "matched",
                counted.applyAsLong(Counter.MATCHED),
                "settled",
                counted.applyAsLong(Counter.MATCHED_SETTLED),
                "dead",
                counted.applyAsLong(Counter.MATCHED_DEAD),
                "returned",
                counted.applyAsLong(Counter.MATCHED_RETURNED),
                "dropped",
                Books.matchedDropped(counted),
                "held",
                matchedHeld);
        if (isExact) { // a step that a kill has cut in two may have the one and not the other
            final long out = counted.applyAsLong(Counter.DELIVERIES_OUT);
            law(of, "received and held", held, "on their way", out, "waiting", held - out);
            final long once = Books.onceUnended(counted);
            law(of, "received and held", held, "no answer owed", once, "owed", held - once);
            final long queued = Books.queueUnended(counted);
            law(
                    of,
                    "matched and held",
                    matchedHeld,
                    "queues",
                    queued,
                    "events",
                    matchedHeld - queued);
        }
    }

    /** Of a store that nobody has open. */
    void stored(final StoredLedger ledger) {
        final StoreBooks books = ledger.books();
        law(
                "store",
                "persisted",
                books.get(BooksEntry.PERSISTED) + books.get(BooksEntry.ADJUSTED),
                "completed",
                books.get(BooksEntry.COMPLETED),
                "dead",
                books.get(BooksEntry.DEAD),
                "pending",
                ledger.pending());
        law("store", "records", ledger.records(), "pending", ledger.pending());
        past(books::get);
    }

    /** Over all runs that are closed, as a run that has the store shows it. */
    void past(final CounterSnapshot counted) {
        past(entry -> counted.value(entry.mirror()));
    }

    private void past(final ToLongFunction<BooksEntry> books) {
        law(
                "closed runs",
                "received",
                books.applyAsLong(BooksEntry.RECEIVED),
                "accepted",
                books.applyAsLong(BooksEntry.ACCEPTED),
                "reconciled",
                books.applyAsLong(BooksEntry.RECONCILED),
                "refused",
                books.applyAsLong(BooksEntry.REFUSED),
                "dropped",
                books.applyAsLong(BooksEntry.DROPPED),
                "returned",
                books.applyAsLong(BooksEntry.RETURNED),
                "returned by a crash",
                books.applyAsLong(BooksEntry.CRASH_RETURNED),
                "perhaps lost by a crash",
                books.applyAsLong(BooksEntry.CRASH_LOST));
        law(
                "closed runs",
                "matched",
                books.applyAsLong(BooksEntry.MATCHED),
                "settled",
                books.applyAsLong(BooksEntry.MATCHED_SETTLED),
                "dead",
                books.applyAsLong(BooksEntry.MATCHED_DEAD),
                "returned",
                books.applyAsLong(BooksEntry.MATCHED_RETURNED),
                "dropped",
                books.applyAsLong(BooksEntry.MATCHED_DROPPED),
                "returned by a crash",
                books.applyAsLong(BooksEntry.MATCHED_CRASH_RETURNED),
                "perhaps lost by a crash",
                books.applyAsLong(BooksEntry.MATCHED_CRASH_LOST));
    }

    /** Names and numbers, one after the other. */
    private void law(
            final String of, final String name, final long total, final Object... namesAndNumbers) {
        final Map<String, Long> terms = new LinkedHashMap<>();
        for (int i = 0; i < namesAndNumbers.length; i += 2) {
            terms.put((String) namesAndNumbers[i], (Long) namesAndNumbers[i + 1]);
        }
        laws.add(Law.of(of, name, total, terms));
    }

    List<Law> laws() {
        return laws;
    }

    /** What could not be audited. */
    List<String> faults() {
        return faults;
    }

    boolean isBalanced() {
        return faults.isEmpty() && laws.stream().allMatch(Law::holds);
    }
}
