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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters in a file are read from outside, and a killed run's are kept. */
final class CounterFileTest {
    private static final CounterFile.Run RUN =
            new CounterFile.Run(ProcessHandle.current().pid(), 17, 2);

    @TempDir private Path directory;

    private CounterFile create() throws IOException {
        return CounterFile.create(List.of(directory), "c", RUN);
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
        for (int at = 0; at < CounterFile.LABELS; at += Integer.BYTES) {
            final byte[] broken = bytes.clone();
            broken[at + 3] ^= 0x40;
            Files.write(file, broken);
            try {
                CounterSnapshot.read(file);
            } catch (final IOException e) {
                assertTrue(e.getMessage().contains("no counter file"), e::toString);
            }
        }
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        assertThrows(IOException.class, () -> CounterSnapshot.read(file));
    }

    @Test
    void takesTheNextPlaceAndWarnsWhereOneCannotBeHad() throws IOException {
        final CounterFile file =
                CounterFile.create(List.of(directory.resolve("none"), directory), "c", RUN);
        assertEquals(directory.resolve("c"), file.file());
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
