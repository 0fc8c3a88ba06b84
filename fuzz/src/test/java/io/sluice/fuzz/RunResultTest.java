package io.sluice.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a run fails. */
final class RunResultTest {
    private static final Optional<Path> FILE = Optional.of(Path.of("crash"));
    private static final List<String> SONG = List.of("Finding: " + CanaryFuzz.SONG);

    private static RunResult result(
            final String target,
            final int exit,
            final long executions,
            final Optional<Path> reproducer,
            final List<String> words) {
        return new RunResult(target, exit, executions, 1_000, reproducer, words);
    }

    @Test
    void passesWhereMuchWasExecutedAndNothingFound() {
        final RunResult result = result("Utf8Fuzz", 0, 5_000, Optional.empty(), List.of());
        assertEquals(Optional.empty(), result.problem());
        assertTrue(result.toString().contains("5000 a second"), result.toString());
    }

    @Test
    void failsOnAFinding() {
        assertTrue(result("Utf8Fuzz", 77, 5_000, FILE, List.of("boom")).problem().isPresent());
    }

    @Test
    void failsWhereNothingWasExecuted() {
        assertTrue(result("Utf8Fuzz", 0, 0, Optional.empty(), List.of()).problem().isPresent());
    }

    @Test
    void failsWhereTheFuzzerFails() {
        assertTrue(result("Utf8Fuzz", 1, 5, Optional.empty(), List.of()).problem().isPresent());
    }

    @Test
    void failsWhereTheCanaryIsNotFoundOrSomethingElseIs() {
        assertTrue(result("CanaryFuzz", 0, 9, Optional.empty(), List.of()).problem().isPresent());
        assertTrue(result("CanaryFuzz", 77, 9, FILE, List.of("boom")).problem().isPresent());
        assertFalse(result("CanaryFuzz", 77, 9, FILE, SONG).problem().isPresent());
    }
}
