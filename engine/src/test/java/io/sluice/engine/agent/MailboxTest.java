package io.sluice.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where threads meet. */
@Timeout(60)
final class MailboxTest {
    private final AtomicInteger wakes = new AtomicInteger();
    private final Mailbox mailbox = new Mailbox(wakes::incrementAndGet);

    /** Mail that does what it is told on arrival. */
    private static final class Told extends Mail {
        private final Runnable what;

        Told(final Runnable what) {
            this.what = what;
        }

        @Override
        protected void onArrival() {
            what.run();
        }
    }

    @Test
    void letsMailArriveInOrderAndNoMoreThanItMay() {
        final List<Integer> arrived = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            final int number = i;
            mailbox.post(new Told(() -> arrived.add(number)));
        }
        assertEquals(3, mailbox.drain(3));
        assertEquals(List.of(0, 1, 2), arrived);
        assertEquals(19_997, mailbox.drain(Integer.MAX_VALUE));
        for (int i = 0; i < 20_000; i++) {
            assertEquals(i, arrived.get(i));
        }
        assertTrue(mailbox.isEmpty());
    }

    @Test
    void wakesASleeperOnce() {
        mailbox.post(new Told(() -> {}));
        assertEquals(0, wakes.get());
        assertFalse(mailbox.fallAsleep(), "there is mail");
        mailbox.drain(10);
        assertTrue(mailbox.fallAsleep());
        mailbox.post(new Told(() -> {}));
        mailbox.post(new Told(() -> {}));
        assertEquals(1, wakes.get());
        mailbox.awake();
        assertEquals(2, mailbox.drain(10));
    }

    @Test
    void mayBePostedAgainFromItsArrival() {
        final AtomicInteger count = new AtomicInteger();
        final Mail[] mail = new Mail[1];
        mail[0] =
                new Told(
                        () -> {
                            if (count.incrementAndGet() < 5) {
                                mailbox.post(mail[0]);
                            }
                        });
        mailbox.post(mail[0]);
        assertTrue(mail[0].isPosted());
        assertThrows(AssertionError.class, () -> mailbox.post(mail[0]));
        assertEquals(5, mailbox.drain(10));
        assertFalse(mail[0].isPosted());
    }

    /** Mail that returns to its producer by a permit, so that the flood has gaps to sleep in. */
    private static final class Numbered extends Mail {
        private final int[] next;
        private final int producer;
        private final Semaphore home;
        private int number;

        Numbered(final int[] next, final int producer, final Semaphore home) {
            this.next = next;
            this.producer = producer;
            this.home = home;
        }

        @Override
        protected void onArrival() {
            if (next[producer]++ != number) {
                throw new AssertionError(producer + " out of order at " + number);
            }
            home.release();
        }
    }

    @Test
    void losesNoWakeUpUnderAFlood() throws Exception {
        final int producers = 4;
        final int each = 50_000;
        final Semaphore alarm = new Semaphore(0);
        final Mailbox flooded = new Mailbox(alarm::release);
        final int[] next = new int[producers];
        final List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            final int producer = p;
            running.add(CompletableFuture.runAsync(() -> flood(flooded, next, producer, each)));
        }
        int arrived = 0;
        while (arrived < producers * each) {
            final int count = flooded.drain(64);
            arrived += count;
            if (count == 0 && flooded.fallAsleep()) {
                // A wake-up that is lost is a sleep that nobody ends.
                assertTrue(alarm.tryAcquire(30, TimeUnit.SECONDS), "slept on at " + arrived);
                flooded.awake();
            }
        }
        for (final CompletableFuture<Void> producer : running) {
            producer.join();
        }
        for (final int count : next) {
            assertEquals(each, count);
        }
    }

    private static void flood(
            final Mailbox mailbox, final int[] next, final int producer, final int count) {
        final Semaphore home = new Semaphore(3);
        final Numbered[] ring = new Numbered[4]; // of which three may be under way
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new Numbered(next, producer, home);
        }
        for (int i = 0; i < count; i++) {
            home.acquireUninterruptibly();
            final Numbered mail = ring[i & ring.length - 1];
            mail.number = i;
            mailbox.post(mail);
        }
    }
}
