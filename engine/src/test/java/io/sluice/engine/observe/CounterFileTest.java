package io.sluice.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters in a file are read from outside, and a killed run's are kept. */
final class CounterFileTest {
    private static final CounterFile.Run RUN =
            new CounterFile.Run(ProcessHandle.current().pid(), 17, 2, 5);

    @TempDir private Path directory;

    private CounterFile create() throws IOException {
        final CounterFile file = CounterFile.create(List.of(directory), "c", RUN);
        file.install();
        return file;
    }

    private Optional<CounterSnapshot> find(final long epoch) throws IOException {
        return CounterFile.find(List.of(directory.resolve("none"), directory), "c", epoch, 17);
    }

    private static void assertCommits(final long expected, final Optional<CounterSnapshot> found) {
        assertEquals(expected, found.orElseThrow().value(Counter.STORE_COMMITS));
    }

    @Test
    void theRunBeforeIsFoundUntilTheNextOneIsInItsPlace() throws IOException {
        assertEquals(Optional.empty(), find(5));
        create().blocks().next().add(Counter.STORE_COMMITS, 3);
        assertCommits(3, find(5));
        assertEquals(Optional.empty(), find(6));
        assertEquals(Optional.empty(), CounterFile.find(List.of(directory), "c", 5, 18));
        final CounterFile.Run run = new CounterFile.Run(RUN.pid(), 17, 2, 6);
        // Killed before the books say that it has begun: the next try is another file.
        CounterFile.create(List.of(directory), "c", run);
        CounterFile.create(List.of(directory), "c", run);
        assertCommits(3, find(5));
        // Killed when they said so and the file was not in its place yet: it is now.
        assertCommits(0, find(6));
        assertCommits(3, find(5));
        assertFalse(Files.exists(directory.resolve("c.new")));
        CounterFile.create(List.of(directory), "c", RUN);
        assertCommits(0, find(6));
    }

    @Test
    void whatIsReadAtABoundaryBelongsTogether() throws Exception {
        final CounterFile file = create();
        final Counters counters = file.blocks().next();
        final AtomicBoolean running = new AtomicBoolean(true);
        final Thread agent =
                new Thread(
                        () -> {
                            while (running.get()) { // always in its duty, but for an instant
                                counters.beginDuty();
                                counters.increment(Counter.MESSAGES_RECEIVED);
                                counters.increment(Counter.MESSAGES_ACCEPTED);
                                counters.endDuty();
                            }
                        });
        agent.start();
        try {
            long last = 0;
            for (int i = 0; i < 2_000; i++) {
                final CounterSnapshot read =
                        CounterSnapshot.readAtBoundaries(file.file(), TimeUnit.SECONDS.toNanos(20));
                final CounterSnapshot.Agent first = read.agents().get(0);
                assertTrue(first.atBoundary());
                assertEquals(0, Books.messagesUnended(first::value));
                assertTrue(first.value(Counter.MESSAGES_RECEIVED) >= last);
                last = first.value(Counter.MESSAGES_RECEIVED);
            }
            assertTrue(last > 0);
        } finally {
            running.set(false);
            agent.join();
        }
    }

    @Test
    void anAgentThatDoesNotComeToAnEndIsToldAsItIs() throws IOException {
        final CounterFile file = create();
        final Counters counters = file.blocks().next();
        file.blocks().next();
        counters.beginDuty();
        counters.increment(Counter.MESSAGES_RECEIVED);
        final CounterSnapshot read = CounterSnapshot.readAtBoundaries(file.file(), 1_000_000);
        assertFalse(read.agents().get(0).atBoundary());
        assertEquals(1, read.agents().get(0).value(Counter.MESSAGES_RECEIVED));
        assertTrue(read.agents().get(1).atBoundary());
    }

    @Test
    void isReadWhileItIsCounted() throws IOException {
        final CounterFile file = create();
        final Counters first = file.blocks().next();
        final Counters second = file.blocks().next();
        first.add(Counter.MATCHED, 3);
        second.add(Counter.MATCHED, 4);
        second.increment(Counter.values()[Counter.values().length - 1]);
        final CounterSnapshot read = CounterSnapshot.read(file.file());
        assertEquals(7, read.value(Counter.MATCHED));
        assertEquals(1, read.value(Counter.values()[Counter.values().length - 1]));
        assertEquals(Counter.values().length, read.values().size());
        assertEquals(17, read.startMs());
        assertTrue(read.isRunning());
        file.close();
        assertTrue(CounterSnapshot.read(file.file()).hasEnded());
        assertFalse(CounterSnapshot.read(file.file()).isRunning());
    }

    @Test
    void keepsTheRunBeforeOnlyIfItWasKilled() throws IOException {
        final CounterFile killed = create();
        killed.blocks().next().increment(Counter.STORE_COMMITS);
        final CounterFile next = create();
        final Path aside = next.previous().orElseThrow();
        assertEquals(CounterFile.previousOf(next.file()), aside);
        assertEquals(1, CounterSnapshot.read(aside).value(Counter.STORE_COMMITS));
        assertEquals(0, CounterSnapshot.read(next.file()).value(Counter.STORE_COMMITS));
        next.close();
        assertEquals(Optional.empty(), create().previous());
    }

    @Test
    void whatIsNoCounterFileIsReplacedAndNeverRead() throws IOException {
        final Path file = Files.writeString(directory.resolve("c"), "x".repeat(200));
        assertThrows(IOException.class, () -> CounterSnapshot.read(file));
        assertEquals(Optional.empty(), create().previous());
        final byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < CounterFile.CHECK_AT + Long.BYTES; at++) {
            final byte[] broken = bytes.clone();
            broken[at] ^= 0x40;
            Files.write(file, broken);
            if (at < CounterFile.STATE_AT || at >= CounterFile.BOOT_AT) {
                final IOException e =
                        assertThrows(IOException.class, () -> CounterSnapshot.read(file));
                assertTrue(e.getMessage().contains("no counter file"), e::toString);
            } else {
                assertFalse(CounterSnapshot.read(file).hasEnded());
            }
        }
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        assertThrows(IOException.class, () -> CounterSnapshot.read(file));
    }

    @Test
    void takesTheNextPlaceAndWarnsWhereOneCannotBeHad() throws IOException {
        final CounterFile file =
                CounterFile.create(List.of(directory.resolve("none"), directory), "c", RUN);
        file.install();
        assertEquals(directory.resolve("c"), file.file());
        assertTrue(Files.exists(file.file()));
        assertEquals(2, file.warnings().size(), file.warnings()::toString);
        assertThrows(
                IOException.class,
                () -> CounterFile.create(List.of(directory.resolve("none")), "c", RUN));
        assertEquals(
                List.of(Path.of("/run/a"), Path.of("/dev/shm"), Path.of("/d")),
                CounterFile.places("/run/a:/run/b", Path.of("/d")));
        assertEquals(
                List.of(Path.of("/dev/shm"), Path.of("/d")),
                CounterFile.places(null, Path.of("/d")));
    }
}
