package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterFile;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.RunBooks;
import io.sluice.engine.store.StoreBooks;
import io.sluice.store.lmdb.LmdbOptions;
import io.sluice.store.lmdb.LmdbStore;
import io.sluice.store.lmdb.StoredLedger;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What does not balance is named, and the exit code says so. */
class AuditCommandTest {
    private static final LmdbOptions OPTIONS = LmdbOptions.of(64 << 20, 1);

    @TempDir private Path data;

    private String audit(final ExitCode expected, final String... options) {
        final StringWriter out = new StringWriter();
        final List<String> arguments = new ArrayList<>(List.of("audit", "--data=" + data));
        arguments.addAll(List.of(options));
        final int code =
                Sluice.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(arguments.toArray(String[]::new));
        assertEquals(expected.code(), code, out::toString);
        return out.toString();
    }

    /** The counters of a run of this process, that is still running. */
    private CounterFile counters() throws Exception {
        final CounterFile file =
                CounterFile.create(
                        List.of(data), "c", new CounterFile.Run(RunCounters.pid(), 0, 2, 1));
        file.install();
        Files.writeString(data.resolve("counters.path"), file.file() + "\n");
        return file;
    }

    private void putBooks(final BooksEntry entry, final long value) throws Exception {
        try (LmdbStore store = LmdbStore.open(data, OPTIONS)) {
            final StoreBooks books = RunBooks.read(store.writer());
            books.set(entry, value);
            store.writer().putBooks(books);
            store.writer().sync();
        }
    }

    @Test
    void namesTheLawOfARunningDaemonThatDoesNotHold() throws Exception {
        final CounterFile file = counters();
        final Counters loop = file.blocks().next();
        loop.add(Counter.MESSAGES_RECEIVED, 5);
        loop.add(Counter.MESSAGES_ACCEPTED, 4);
        assertTrue(audit(ExitCode.OK).contains("agent 0: received 5 = accepted 4 + refused 0"));
        loop.set(Counter.DELIVERIES_OUT, 2); // of which one is said to have ended
        assertTrue(audit(ExitCode.UNBALANCED).contains("held 1 = on their way 2 + waiting -1"));
        loop.set(Counter.DELIVERIES_OUT, 1);
        audit(ExitCode.OK);
        loop.add(Counter.MESSAGES_RETURNED, 2);
        final String said = audit(ExitCode.UNBALANCED);
        assertTrue(said.contains("returned 2 + held -1  DOES NOT HOLD"), said);
        assertTrue(said.endsWith("THE BOOKS DO NOT BALANCE\n"), said);
        assertTrue(audit(ExitCode.UNBALANCED, "--json").contains("\"balanced\":false"));
    }

    @Test
    void anotherAgentDoesNotMakeUpForIt() throws Exception {
        final CounterFile file = counters();
        file.blocks().next().increment(Counter.MATCHED_SETTLED);
        final Counters second = file.blocks().next();
        second.add(Counter.MATCHED, 2);
        final String said = audit(ExitCode.UNBALANCED);
        assertTrue(said.contains("agent 0: matched 0 = settled 1"), said);
        assertTrue(said.contains("all agents: matched 2 = settled 1"), said);
        assertEquals(1, said.lines().filter(line -> line.contains("agent 0: matched 0")).count());
    }

    @Test
    void theLedgerOfARunningDaemonHasToAgreeWithItself() throws Exception {
        final Counters store = counters().blocks().next();
        store.set(Counter.LEDGER_PERSISTED, 9);
        store.set(Counter.LEDGER_COMPLETED, 5);
        store.set(Counter.LEDGER_DEAD, 1);
        store.set(Counter.LEDGER_PENDING, 4);
        final String said = audit(ExitCode.UNBALANCED);
        assertTrue(
                said.contains(
                        "ledger: persisted 9 = completed 5 + dead 1 + pending 4  DOES NOT HOLD"),
                said);
        store.set(Counter.LEDGER_PENDING, 3);
        audit(ExitCode.OK);
    }

    @Test
    void readsTheStoreWhereNoDaemonRuns() throws Exception {
        final CounterFile file = counters();
        LmdbStore.open(data, OPTIONS).close();
        file.close();
        assertTrue(audit(ExitCode.OK, "--all").contains("store: records 0 = pending 0\n"));
        putBooks(BooksEntry.RECEIVED, 3);
        final String said = audit(ExitCode.UNBALANCED);
        assertTrue(said.contains("closed runs: received 3 = accepted 0"), said);
        putBooks(BooksEntry.RECEIVED, 0);
        putBooks(BooksEntry.PERSISTED, 1);
        assertTrue(audit(ExitCode.UNBALANCED).contains("store: persisted 1 = completed 0"));
        Files.writeString(data.resolve("data.mdb"), "no store");
        audit(ExitCode.STORE);
        Files.delete(file.file());
        audit(ExitCode.USAGE);
    }

    @Test
    void aKilledRunWithoutItsCountersIsUnaccountedAndALedgerThatIsBrokenIsToldAtTheStart()
            throws Exception {
        try (ChildDaemon daemon = new ChildDaemon(data)) {
            assertTrue(audit(ExitCode.OK).startsWith("run 1, process " + daemon.pid()));
            daemon.kill();
        }
        Files.delete(RunCounters.fileOf(data));
        putBooks(BooksEntry.DEAD, 2);
        final List<String> log = new CopyOnWriteArrayList<>();
        final io.sluice.engine.config.EngineConfig config =
                io.sluice.engine.config.EngineConfig.embedded(data, 2).withPorts(0, 0);
        try (Daemon daemon = new Daemon(config, log::add)) {
            assertEquals(1, daemon.engine().count(Counter.EPOCHS_UNACCOUNTED));
            assertEquals(1, daemon.engine().count(Counter.LEDGER_VIOLATIONS));
            assertEquals(2, daemon.engine().count(Counter.LEDGER_ADJUSTED));
            audit(ExitCode.OK);
        }
        assertTrue(
                log.stream()
                        .anyMatch(
                                line ->
                                        line.contains("the ledger says that -2 records are pending")
                                                && line.contains(" warn ")),
                log::toString);
        assertTrue(
                log.stream().anyMatch(line -> line.contains("run 1 did not end as it should")),
                log::toString);
        audit(ExitCode.OK);
        assertEquals(2, StoredLedger.read(data).books().get(BooksEntry.EPOCHS_CLOSED));
    }
}
