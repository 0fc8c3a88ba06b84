package io.sluice.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** An agent looks for work while that pays, and no longer. */
class LingerTest {
    private static final long LINGER_NS = 300;

    private final Linger linger = new Linger(LINGER_NS);
    private long nowNs = -100; // it passes 0, which is no mark of its own

    /** How many times it looks, a step of 100 ns each, until it sleeps. */
    private int looks() {
        int looks = 0;
        while (linger.isWorthwhile(true, nowNs)) {
            looks++;
            nowNs += 100;
        }
        return looks;
    }

    @Test
    void looksForItsTimeAndThenSleeps() {
        assertEquals(3, looks());
    }

    @Test
    void neverWithoutReason() {
        assertFalse(linger.isWorthwhile(false, nowNs));
        assertTrue(linger.isWorthwhile(true, nowNs));
        assertFalse(linger.isWorthwhile(false, nowNs + 1));
        assertFalse(new Linger(0).isWorthwhile(true, nowNs));
    }

    @Test
    void sleepsTwiceAsOftenForEachTimeInVain() {
        final int[] sleepsBefore = {0, 1, 3, 7, 15, 31, 63, 127, 255, 255};
        for (final int sleeps : sleepsBefore) {
            for (int i = 0; i < sleeps; i++) {
                assertEquals(0, looks());
            }
            assertEquals(3, looks());
        }
    }

    @Test
    void workThatCameInTimeForgivesTheTimesInVain() {
        looks();
        looks(); // the sleep that the first one costs
        assertTrue(linger.isWorthwhile(true, nowNs));
        linger.onWork();
        assertEquals(3, looks());
        assertEquals(0, looks());
        assertEquals(3, looks());
    }

    @Test
    void workAfterASleepForgivesNothing() {
        looks();
        linger.onWork();
        assertEquals(0, looks());
        assertEquals(3, looks());
    }
}
