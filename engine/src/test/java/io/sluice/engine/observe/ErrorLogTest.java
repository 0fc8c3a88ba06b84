package io.sluice.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ring of errors. */
final class ErrorLogTest {
    @Test
    void keepsTheLastAndShowsEachOnce() {
        final ErrorLog log = new ErrorLog(4, () -> 17);
        final List<String> seen = new ArrayList<>();
        assertEquals(0, log.forEach(0, entry -> seen.add(entry.what())));
        log.record("a", new IllegalStateException("a"));
        log.record("b", null);
        final long next = log.forEach(0, entry -> seen.add(entry.what()));
        assertEquals(List.of("a", "b"), seen);
        for (int i = 0; i < 6; i++) {
            log.record("c" + i, null);
        }
        seen.clear();
        assertEquals(8, log.forEach(next, entry -> seen.add(entry.what() + entry.timeMs())));
        assertEquals(List.of("c217", "c317", "c417", "c517"), seen);
        assertEquals(8, log.recorded());
        assertEquals(8, log.forEach(8, entry -> seen.add("none")));
        assertEquals(4, seen.size());
    }
}
