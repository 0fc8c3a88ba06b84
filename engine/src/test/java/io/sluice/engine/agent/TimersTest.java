package io.sluice.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The timers of an agent. */
final class TimersTest {
    private final Timers timers = new Timers();
    private final List<Named> fired = new ArrayList<>();

    /** A timer that writes down when it fired. */
    private class Named extends Timer {
        private long dueNs;
        private long firedNs = Long.MIN_VALUE;

        @Override
        protected void onDeadline(final long nowNs) {
            assertFalse(isScheduled());
            assertTrue(nowNs >= dueNs, "early");
            firedNs = nowNs;
            fired.add(this);
        }

        void due(final long deadlineNs) {
            dueNs = deadlineNs;
            timers.schedule(this, deadlineNs);
        }
    }

    @Test
    void hasNoDeadlineWhenNothingIsScheduled() {
        assertEquals(EngineAgent.NEVER, timers.nextDeadlineNs());
        assertEquals(0, timers.poll(Long.MAX_VALUE, 10));
    }

    @Test
    void firesAtTheDeadlineAndNotBefore() {
        final Named timer = new Named();
        timer.due(1_000);
        assertEquals(1_000, timers.nextDeadlineNs());
        assertEquals(0, timers.poll(999, 10));
        assertTrue(timer.isScheduled());
        assertEquals(1, timers.poll(1_000, 10));
        assertEquals(List.of(timer), fired);
        assertEquals(0, timers.count());
        assertEquals(EngineAgent.NEVER, timers.nextDeadlineNs());
    }

    @Test
    void worksOnAClockBelowZero() {
        final Named timer = new Named();
        timer.due(-5);
        assertEquals(0, timers.poll(-6, 10));
        assertEquals(1, timers.poll(-5, 10));
    }

    @Test
    void firesAfterASleepOfAYear() {
        final Named near = new Named();
        final Named far = new Named();
        near.due(1);
        far.due(TimeUnit.DAYS.toNanos(365));
        assertEquals(1, timers.poll(TimeUnit.DAYS.toNanos(364), 10));
        assertEquals(TimeUnit.DAYS.toNanos(365), timers.nextDeadlineNs());
        assertEquals(1, timers.poll(TimeUnit.DAYS.toNanos(365), 10));
    }

    @Test
    void movesATimerEitherWay() {
        final Named timer = new Named();
        timer.due(100);
        timer.due(50);
        assertEquals(50, timers.nextDeadlineNs());
        timer.due(200);
        assertEquals(0, timers.poll(199, 10));
        assertEquals(1, timers.poll(200, 10));
        assertEquals(1, fired.size());
    }

    @Test
    void cancelsOnceOrTwice() {
        final Named timer = new Named();
        timer.due(100);
        timers.cancel(timer);
        timers.cancel(timer);
        assertFalse(timer.isScheduled());
        assertEquals(EngineAgent.NEVER, timers.nextDeadlineNs());
        assertEquals(0, timers.poll(1_000, 10));
    }

    @Test
    void firesNoMoreThanItMayAndStaysDue() {
        for (int i = 0; i < 5; i++) {
            new Named().due(7);
        }
        assertEquals(3, timers.poll(9, 3));
        assertEquals(7, timers.nextDeadlineNs());
        assertEquals(2, timers.poll(9, 3));
    }

    @Test
    void letsATimerScheduleAndCancelFromItsDeadline() {
        final Named other = new Named();
        final Named again =
                new Named() {
                    @Override
                    protected void onDeadline(final long nowNs) {
                        super.onDeadline(nowNs);
                        timers.cancel(other);
                        due(nowNs + 10);
                    }
                };
        again.due(1);
        other.due(2);
        assertEquals(1, timers.poll(5, 10));
        assertEquals(15, timers.nextDeadlineNs());
        assertEquals(List.of(again), fired);
    }

    @Test
    void keepsTenThousandOfOneInstantApart() {
        for (int i = 0; i < 10_000; i++) {
            new Named().due(1_000);
        }
        assertEquals(10_000, timers.poll(1_000, Integer.MAX_VALUE));
        assertEquals(0, timers.count());
    }

    @Test
    void firesEachOfThousandsInItsTurn() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<Named> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            final Named timer = new Named();
            timer.due(random.nextInt(1_000_000));
            all.add(timer);
        }
        int cancelled = 0;
        long nowNs = 0;
        while (timers.count() > 0) {
            assertEquals(leastOf(all), timers.nextDeadlineNs(), "seed " + seed);
            final Named any = all.get(random.nextInt(all.size()));
            if (any.isScheduled() && random.nextBoolean()) {
                timers.cancel(any);
                cancelled++;
            } else if (any.isScheduled()) {
                any.due(nowNs + random.nextInt(1_000_000));
            }
            nowNs += random.nextInt(3_000);
            timers.poll(nowNs, Integer.MAX_VALUE);
            for (final Named timer : all) {
                assertTrue(!timer.isScheduled() || timer.dueNs > nowNs, "late, seed " + seed);
            }
        }
        assertEquals(all.size(), fired.size() + cancelled, "seed " + seed);
    }

    private static long leastOf(final List<Named> all) {
        return all.stream()
                .filter(Timer::isScheduled)
                .mapToLong(timer -> timer.dueNs)
                .min()
                .orElse(EngineAgent.NEVER);
    }
}
