package io.sluice.bench.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.bench.report.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the live suites measure with says the truth, or that it could not. */
class LiveTest {
    @TempDir private Path directory;

    @Test
    void aRowHasTheMediansOfItsRounds() {
        final Rounds rounds = new Rounds();
        for (int i = 1; i <= 3; i++) {
            rounds.ours(i * 10);
            rounds.peer(10);
        }
        rounds.lost(0, 0.25);
        final Line line = rounds.line("load", "%.0f msg/s", Line.NONE, Line.NONE);
        assertEquals("20 msg/s", line.ours());
        assertEquals("10 msg/s, 25.0 % dropped", line.peer());
        assertEquals("2.00", line.ratio());
    }

    @Test
    void aRowWithoutAPeerSaysSo() {
        final Rounds rounds = new Rounds();
        rounds.ours(1);
        final Line line = rounds.line("load", "%.0f msg/s", Line.NONE, Line.NONE);
        assertEquals(List.of("-", "-"), List.of(line.peer(), line.ratio()));
    }

    @Test
    void aBareCommitIsOneCommit() throws IOException {
        try (Commits bare = new Commits(directory, 256)) {
            final long before = Commits.of(directory);
            assertEquals(7, bare.run(7).getTotalCount());
            assertEquals(before + 7, Commits.of(directory));
        }
    }

    @Test
    void anEndThatFailsEndsTheLoad() {
        final IOException failed =
                assertThrows(
                        IOException.class,
                        () ->
                                Beside.run(
                                        () -> {
                                            throw new IOException("closed");
                                        }));
        assertTrue(failed.getMessage().contains("closed"), failed::getMessage);
    }

    @Test
    void aChildThatEndsIsNotWaitedFor() throws IOException {
        final Path log = directory.resolve("log");
        try (Child child = new Child(List.of("false"), Map.of(), log)) {
            final IOException failed =
                    assertThrows(IOException.class, () -> child.await(Pattern.compile("ready")));
            assertTrue(failed.getMessage().contains(log.toString()), failed::getMessage);
        }
    }

    @Test
    void aProcessTellsItsMemoryAndItsLimits() throws IOException {
        assertTrue(Proc.SELF.number("status", "VmRSS") > 0);
        assertTrue(Proc.SELF.number("limits", "Max open files") > 0);
        assertThrows(IOException.class, () -> Proc.SELF.number("status", "NoSuch"));
    }
}
