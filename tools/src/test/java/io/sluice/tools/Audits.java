package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterSnapshot;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.StoreBooks;
import io.sluice.store.lmdb.StoredLedger;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks {@code sluice audit} about the daemon over a directory, from this process. */
final class Audits {
    private final Path data;

    Audits(final Path data) {
        this.data = data;
    }

    /** What it says, which must be that the books balance. */
    String expectBalanced(final String... options) {
        final StringWriter out = new StringWriter();
        final List<String> arguments = new ArrayList<>(List.of("audit", "--data=" + data));
        arguments.addAll(List.of(options));
        final int code =
                Sluice.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(arguments.toArray(String[]::new));
        assertEquals(0, code, out::toString);
        return out.toString();
    }

    /** A counter of the daemon as it is now. */
    long count(final Counter counter) throws Exception {
        return CounterSnapshot.read(RunCounters.fileOf(data)).value(counter);
    }

    /** The books of the store, whose daemon has ended; with no law that was ever broken. */
    StoreBooks stored() throws Exception {
        final StoreBooks books = StoredLedger.read(data).books();
        assertEquals(0, books.get(BooksEntry.VIOLATIONS));
        assertEquals(0, books.get(BooksEntry.ADJUSTED));
        assertEquals(0, books.get(BooksEntry.EPOCHS_UNACCOUNTED));
        assertTrue(expectBalanced().endsWith("the books balance\n"));
        return books;
    }
}
