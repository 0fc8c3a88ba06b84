package io.sluice.codec.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Serial numbers, above all where they wrap around. */
class SerialNumberTest {
    private static final int LAST = 0xFFFF_FFFF;

    @Test
    void comesBeforeWhatFollowsItAcrossTheWrap() {
        for (final int start : new int[] {0, 1, LAST, LAST - 1, 0x7FFF_FFFF, 0x8000_0000}) {
            for (final int step : new int[] {1, 2, 1_000, 0x7FFF_FFFF}) {
                assertTrue(SerialNumber.isBefore(start, start + step));
                assertFalse(SerialNumber.isBefore(start + step, start));
                assertTrue(SerialNumber.compare(start, start + step) < 0);
                assertTrue(SerialNumber.compare(start + step, start) > 0);
                assertTrue(SerialNumber.isAtOrBefore(start, start + step));
                assertFalse(SerialNumber.isAtOrBefore(start + step, start));
            }
            assertEquals(0, SerialNumber.compare(start, start));
            assertFalse(SerialNumber.isBefore(start, start));
            assertTrue(SerialNumber.isAtOrBefore(start, start));
        }
    }

    @Test
    void hasNoOrderHalfWayRound() {
        assertTrue(SerialNumber.isBefore(5, 5 + 0x8000_0000));
        assertTrue(SerialNumber.isBefore(5 + 0x8000_0000, 5));
    }

    @Test
    void countsTheStepsUpAcrossTheWrap() {
        assertEquals(0, SerialNumber.distance(7, 7));
        assertEquals(1, SerialNumber.distance(LAST, 0));
        assertEquals(0xFFFF_FFFFL, SerialNumber.distance(0, LAST));
        assertEquals(0x8000_0000L, SerialNumber.distance(0, 0x8000_0000));
        assertEquals(11, SerialNumber.distance(LAST - 5, 5));
    }

    @Test
    void liesWithinARangeAcrossTheWrap() {
        assertTrue(SerialNumber.isWithin(LAST, LAST - 1, 1));
        assertTrue(SerialNumber.isWithin(0, LAST - 1, 1));
        assertTrue(SerialNumber.isWithin(LAST - 1, LAST - 1, 1));
        assertTrue(SerialNumber.isWithin(1, LAST - 1, 1));
        assertFalse(SerialNumber.isWithin(2, LAST - 1, 1));
        assertFalse(SerialNumber.isWithin(LAST - 2, LAST - 1, 1));
        assertTrue(SerialNumber.isWithin(9, 9, 9));
        assertFalse(SerialNumber.isWithin(8, 9, 9));
    }
}
