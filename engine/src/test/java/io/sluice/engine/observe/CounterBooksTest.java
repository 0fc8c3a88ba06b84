package io.sluice.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What came in and has not ended is held. */
final class CounterBooksTest {
    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    private long count(final Counter counter) {
        return counted.getOrDefault(counter, 0L);
    }

    @Test
    void everyEndIsTakenFromTheBeginning() {
        counted.put(Counter.MESSAGES_RECEIVED, 20L);
        counted.put(Counter.MESSAGES_ACCEPTED, 5L);
        counted.put(Counter.MESSAGES_REFUSED, 1L);
        counted.put(Counter.MESSAGES_DROPPED_NO_ROOM, 2L);
        counted.put(Counter.MESSAGES_DROPPED_UNWANTED, 3L);
        counted.put(Counter.MESSAGES_RETURNED, 4L);
        assertEquals(5, Books.messagesHeld(this::count));
        assertEquals(0, Books.matchedHeld(this::count));
        counted.put(Counter.MATCHED, 10L);
        counted.put(Counter.MATCHED_SETTLED, 1L);
        counted.put(Counter.MATCHED_DEAD, 2L);
        counted.put(Counter.MATCHED_DROPPED_EXPIRED, 3L);
        assertEquals(4, Books.matchedHeld(this::count));
        counted.put(Counter.MATCHED_RETURNED, 100L);
        assertEquals(0, Books.matchedHeld(this::count));
        assertEquals(-96, Books.matchedUnended(this::count));
    }

    @Test
    void whatIsHeldIsToldByWhatACrashWouldDoToIt() {
        counted.put(Counter.MESSAGES_RECEIVED, 20L);
        counted.put(Counter.MESSAGES_ACCEPTED, 5L);
        counted.put(Counter.ONCE_RECEIVED, 12L);
        counted.put(Counter.ONCE_ACCEPTED, 4L);
        counted.put(Counter.MESSAGES_DROPPED_CLOSED, 3L);
        counted.put(Counter.MESSAGES_REFUSED, 1L);
        assertEquals(11, Books.messagesUnended(this::count));
        assertEquals(5, Books.onceUnended(this::count));
        counted.put(Counter.MATCHED, 30L);
        counted.put(Counter.QUEUE_MATCHED, 20L);
        counted.put(Counter.MATCHED_SETTLED, 9L);
        counted.put(Counter.QUEUE_SETTLED, 8L);
        counted.put(Counter.MATCHED_DEAD, 1L);
        counted.put(Counter.MATCHED_RETURNED, 2L);
        counted.put(Counter.MATCHED_DROPPED_SLOW, 4L);
        assertEquals(14, Books.matchedUnended(this::count));
        assertEquals(9, Books.queueUnended(this::count));
    }
}
