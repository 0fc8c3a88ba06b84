package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credit is set and not added, in serial numbers that go round (section 2.6.7). */
class LinkCreditTest {
    private static void take(final LinkCredit credit, final int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(credit.take());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 0x7FFF_FFFE, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF})
    void isWhatTheReceiverSaysLessWhatItHasNotSeen(final int initial) {
        final LinkCredit credit = new LinkCredit(initial);
        credit.granted(initial, 5);
        take(credit, 3);
        assertEquals(initial + 3, credit.deliveryCount());
        credit.granted(initial + 1, 5); // two are under way
        assertEquals(3, credit.credit());
        credit.granted(initial + 3, 1);
        take(credit, 1);
        assertFalse(credit.take());
        credit.granted(initial + 2, 1); // lowered below what was sent
        assertEquals(0, credit.credit());
        credit.granted(initial + 4, 10);
        credit.exhaust();
        assertEquals(initial + 14, credit.deliveryCount());
        assertEquals(0, credit.credit());
    }

    @Test
    void isNeverLessThanNothingOrMoreThanANumber() {
        final LinkCredit credit = new LinkCredit(0);
        credit.granted(0, 0xFFFF_FFFFL);
        assertEquals(Integer.MAX_VALUE, credit.credit());
        take(credit, 2);
        credit.granted(0, 0xFFFF_FFFFL);
        assertEquals(Integer.MAX_VALUE, credit.credit());
        credit.granted(0, 0);
        assertEquals(0, credit.credit());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x7FFF_FFFE, 0xFFFF_FFFE})
    void followsASenderThatAdvances(final int initial) {
        final LinkCredit credit = new LinkCredit(initial);
        credit.grant(5);
        take(credit, 1);
        credit.advancedTo(initial); // which it has left behind
        assertEquals(4, credit.credit());
        credit.advancedTo(initial + 3);
        assertEquals(2, credit.credit());
        assertEquals(initial + 3, credit.deliveryCount());
        credit.advancedTo(initial + 30);
        assertEquals(0, credit.credit());
    }
}
