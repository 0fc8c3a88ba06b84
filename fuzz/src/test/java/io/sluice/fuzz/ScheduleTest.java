package io.sluice.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run says about how long it takes. */
final class ScheduleTest {
    private static Schedule schedule(
            final List<String> targets, final int seconds, final int jobs, final int crew) {
        return Schedule.of(
                new RunOptions(targets, seconds, 1, jobs, crew, Path.of("/h"), Optional.empty()));
    }

    @Test
    void takesTheTimeOfItsTargetsAndOfTheirProcesses() {
        final List<String> three = List.of("AckFuzz", "AuthFuzz", "PingFuzz");
        assertEquals(63, schedule(List.of("AckFuzz"), 60, 4, 1).seconds());
        assertEquals(3 * 63, schedule(three, 60, 1, 1).seconds());
        assertEquals(2 * 63, schedule(three, 60, 2, 1).seconds());
        assertEquals(3 * 60 + 3, schedule(three, 60, 2, 3).seconds());
        assertEquals(33, schedule(List.of(Targets.CANARY), 3_600, 2, 1).seconds());
    }

    @Test
    void saysWhatItStartsAndWhatToFollow() {
        assertEquals(
                "fuzzing 1 target, 1 at once, about 63 s; follow /h/logs/AckFuzz.log",
                schedule(List.of("AckFuzz"), 60, 4, 1).toString());
        final Schedule all = schedule(Targets.names(), 60, 2, 1);
        assertTrue(all.toString().contains(Targets.names().size() + " targets, 2 at once"));
        assertTrue(all.toString().endsWith("; follow /h/logs/*.log"), all::toString);
        assertEquals(
                "after 3 min: 1 of 1 target done", schedule(List.of("A"), 1, 1, 1).progress(3, 1));
    }

    @Test
    void saysDurationsRoundly() {
        assertEquals("119 s", Schedule.duration(119));
        assertEquals("2 min", Schedule.duration(120));
        assertEquals("3 h", Schedule.duration(3 * 3_600 - 60));
    }
}
