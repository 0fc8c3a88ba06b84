package io.sluice.engine.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.config.LogConfig;
import io.sluice.engine.observe.ErrorLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Errors become lines, and nobody waits for them but the conductor. */
final class ConductorTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final ErrorLog errors = new ErrorLog(4, () -> 0);

    private LogLines lines(final LogConfig.Format format) {
        return new LogLines(new LogConfig(format, LogConfig.Level.WARN), lines::add);
    }

    @Test
    void printsWhatWasRecordedOnce() {
        try (Conductor conductor = new Conductor(errors, lines(LogConfig.Format.TEXT))) {
            errors.record("accept", new IOException("too many\nfiles"));
            assertTrue(conductor != null);
        }
        assertEquals(
                List.of("1970-01-01T00:00:00Z error accept: java.io.IOException: too many | files"),
                lines);
    }

    @Test
    void anErrorOfOursHasItsStackOnTheSameLine() {
        final LogLines json = lines(LogConfig.Format.JSON);
        json.say(LogConfig.Level.ERROR, 1, "a \"b\"", new IllegalStateException("\u0000\ud800"));
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "{\"time\":\"1970-01-01T00:00:00.001Z\",\"level\":\"error\","
                                        + "\"what\":\"a \\\"b\\\"\",\"error\":"
                                        + "\"java.lang.IllegalStateException: \\u0000\\ud800\","
                                        + "\"stack\":\"java.lang"),
                lines::toString);
        assertEquals(1, lines.get(0).lines().count());
        lines(LogConfig.Format.TEXT)
                .say(LogConfig.Level.ERROR, 1, "x", new IllegalStateException("y"));
        assertTrue(
                lines.get(1).contains("x: java.lang.IllegalStateException: y | at io.sluice."),
                lines::toString);
        assertEquals(1, lines.get(1).lines().count());
    }

    @Test
    void lessThanTheLevelIsNotPrinted() {
        final LogLines text = lines(LogConfig.Format.TEXT);
        text.say(LogConfig.Level.INFO, 0, "begins");
        text.say(LogConfig.Level.WARN, 0, "warns");
        assertEquals(List.of("1970-01-01T00:00:00Z warn warns"), lines);
    }

    @Test
    void aLogThatNobodyReadsHoldsTheConductorAlone() throws InterruptedException {
        final CountDownLatch stuck = new CountDownLatch(1);
        final CountDownLatch read = new CountDownLatch(1);
        final LogLines slow =
                new LogLines(
                        new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.ERROR),
                        line -> {
                            stuck.countDown();
                            try {
                                read.await();
                            } catch (final InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            lines.add(line);
                        });
        try (Conductor conductor = new Conductor(errors, slow)) {
            errors.record("first", null);
            stuck.await();
            for (int i = 0; i < 10; i++) {
                errors.record("later" + i, null);
            }
            assertEquals(11, errors.recorded());
            read.countDown();
            assertTrue(conductor != null);
        }
        assertEquals(6, lines.size(), lines::toString);
        assertTrue(lines.get(4).endsWith("later9"), lines::toString);
        assertTrue(lines.get(5).endsWith("6 more errors were not printed"), lines::toString);
    }
}
