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
    }
}
