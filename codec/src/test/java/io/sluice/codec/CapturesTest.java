package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Captures.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session file is read into chunks and joined by direction. */
class CapturesTest {
    @Test
    void joinsTheChunksOfOneDirection() {
        final Captures session =
                Captures.parse(List.of("# a -> b: c", "> 0102", "# more", "< ff", "", "> 03"));
        assertEquals("a -> b: c", session.title());
        assertEquals(3, session.chunks().size());
        assertEquals(Direction.SERVER, session.chunks().get(1).direction());
        assertArrayEquals(new byte[] {1, 2, 3}, session.bytesFrom(Direction.CLIENT));
        assertArrayEquals(new byte[] {-1}, session.bytesFrom(Direction.SERVER));
    }

    @Test
    void refusesALineWithoutADirection() {
        assertThrows(IllegalArgumentException.class, () -> Captures.parse(List.of("0102")));
    }

    @Test
    void readsEveryFileThere() {
        final List<String> names = Captures.names("*");
        assertTrue(names.contains("mqtt5-mqttjs-websocket"), names::toString);
        for (final String name : names) {
            final Captures session = Captures.load(name);
            assertFalse(session.title().isEmpty(), name);
            assertTrue(session.bytesFrom(Direction.CLIENT).length > 0, name);
        }
    }
}
