package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The places of a queue's next records, in order, whatever is forgotten and read again. */
class ReadyTest {
    private static final int PAGE = 8;

    @Test
    void givesEachRecordOnceAndInOrderThoughItForgets() {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        final Random random = new Random(seed);
        final Ready ready = new Ready();
        long committed = 0;
        long expected = 1;
        long pageFrom = 0; // 0: none is under way
        long pageUpTo = 0;
        for (int i = 0; i < 200_000; i++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    committed++;
                    if (random.nextInt(10) == 0) {
                        ready.lookAgain();
                    } else {
                        ready.arrived(committed, 10);
                    }
                }
                case 2 -> {
                    if (pageFrom == 0 && ready.isBehind() && ready.hasRoomFor(PAGE)) {
                        ready.paging();
                        pageFrom = ready.next();
                        pageUpTo = committed;
                    }
                }
                case 3 -> {
                    if (pageFrom != 0) {
                        int read = 0;
                        for (long s = pageFrom; s <= pageUpTo && read < PAGE; s++, read++) {
                            ready.read(s, 10, 0);
                        }
                        ready.paged(read == PAGE);
                        pageFrom = 0;
                    }
                }
                case 4 -> {
                    if (random.nextInt(20) == 0) {
                        ready.forget();
                    }
                }
                default -> {
                    if (!ready.isEmpty()) {
                        assertEquals(expected, ready.sequence(), "seed " + seed);
                        ready.pop();
                        expected++;
                    }
                }
            }
        }
        assertTrue(expected > 1_000, "seed " + seed);
        if (pageFrom != 0) {
            ready.paged(true); // one that brought nothing
        }
        while (expected <= committed) {
            while (!ready.isEmpty()) {
                assertEquals(expected++, ready.sequence(), "seed " + seed);
                ready.pop();
            }
            assertTrue(ready.isBehind() || expected > committed, "forgotten, seed " + seed);
            ready.paging();
            int read = 0;
            for (long s = ready.next(); s <= committed && read < PAGE; s++, read++) {
                ready.read(s, 10, 0);
            }
            ready.paged(read == PAGE);
        }
    }

    @Test
    void growsToItsCapacityAndNoFurther() {
        final Ready ready = new Ready();
        for (int i = 1; i <= Ready.CAPACITY + 1; i++) {
            ready.arrived(i, i);
        }
        assertTrue(ready.isBehind());
        for (int i = 1; i <= Ready.CAPACITY; i++) {
            assertEquals(i, ready.sequence());
            assertEquals(i, ready.length());
            ready.pop();
        }
        assertTrue(ready.isEmpty());
        assertEquals(Ready.CAPACITY + 1, ready.next());
    }
}
