package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The pairs of maps, walked and found. */
class MapCursorTest {
    private static final String PAIRS = "a30161 5201  a10162 c10100  5307 a10161  a3026162 40";

    private final MapCursor pairs = new MapCursor();

    @Test
    void keepsKeyAndValueApart() {
        for (final String head : new String[] {"c1 16 08", "d1 00000019 00000008"}) {
            final byte[] map = Transcript.bytes(head + PAIRS);
            Transcript.inEveryBuffer(
                    map,
                    (buffer, offset, length) -> {
                        final TypeReader types = new TypeReader(TypeLimits.DEFAULT);
                        assertEquals(AmqpError.NONE, types.check(buffer, offset, length));
                        walks(pairs.wrap(new TypedValue().wrap(buffer, offset)));
                    });
        }
    }

    private static void walks(final MapCursor pairs) {
        assertEquals(4, pairs.remaining());
        assertTrue(pairs.next());
        final Slice key = pairs.key().bytes();
        assertEquals(1, pairs.value().integer());
        assertEquals("a", key.toString(), "the value does not overwrite it");
        assertTrue(pairs.next());
        assertEquals("b", pairs.key().bytes().toString());
        assertEquals(AmqpType.MAP, pairs.value().type());
        assertTrue(pairs.next());
        assertEquals(7, pairs.key().integer());
        assertEquals("a", pairs.value().bytes().toString());
        assertTrue(pairs.next());
        assertTrue(pairs.value().isNull());
        assertEquals(0, pairs.remaining());
        assertFalse(pairs.next());
        pairs.rewind();
        assertEquals(4, pairs.remaining());
    }

    @Test
    void findsStringsAndSymbolsWhereverItStands() {
        pairs.wrap(value("c1 16 08" + PAIRS));
        assertTrue(pairs.find(Transcript.ascii("ab")));
        assertTrue(pairs.value().isNull());
        assertTrue(pairs.find(Transcript.ascii("a")), "before where it stands");
        assertEquals(1, pairs.value().integer());
        assertTrue(pairs.find(Transcript.ascii("b")));
        assertTrue(pairs.next(), "and goes on from there");
        assertEquals(7, pairs.key().integer());
        assertFalse(pairs.find(Transcript.ascii("c")));
        assertFalse(pairs.find(Slice.of((byte) 7)), "a ulong is no text");
        assertFalse(pairs.next());
    }

    @Test
    void hasNoPairWhereThereIsNoMap() {
        pairs.wrap(value("c1 16 08" + PAIRS));
        assertFalse(pairs.wrap(new TypedValue().clear()).next());
        assertFalse(pairs.find(Transcript.ascii("a")));
        assertFalse(pairs.wrap(value("c1 01 00")).next());
        assertThrows(AssertionError.class, () -> pairs.wrap(value("45")));
    }

    @Test
    void givesNoBytesOfADescribedValueOrACompound() {
        final TypedValue described = value("005301 a10161");
        assertThrows(AssertionError.class, described::bytes);
        assertEquals("a", described.described(new TypedValue()).bytes().toString());
        assertThrows(AssertionError.class, () -> value("c0 02 01 40").bytes());
    }

    private static TypedValue value(final String hex) {
        return new TypedValue().wrap(new UnsafeBuffer(Transcript.bytes(hex)), 0);
    }
}
