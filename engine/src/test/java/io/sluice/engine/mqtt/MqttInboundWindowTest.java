package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is decided in any order, and answered in its own. */
class MqttInboundWindowTest {
    private final InboundWindow window = new InboundWindow();

    @Test
    void answersInOrder() {
        final long first = window.add(7);
        final long second = window.add(0xFFFF);
        assertFalse(window.isFirstDecided());
        window.decide(second, 0x97);
        assertFalse(window.isFirstDecided());
        assertEquals(1, window.countErrors());
        window.decide(first, 0);
        assertTrue(window.isFirstDecided());
        assertEquals(7, window.firstPacketId());
        window.removeFirst();
        assertEquals(0xFFFF, window.firstPacketId());
        assertEquals(0x97, window.firstReasonCode());
        window.removeFirst();
        assertFalse(window.isFirstDecided());
        assertEquals(0, window.size());
    }

    @Test
    void keepsItsOrderWhileItGrows() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<Long> undecided = new ArrayList<>();
        int added = 0;
        int answered = 0;
        while (answered < 5_000) {
            if (random.nextInt(3) > 0 && undecided.size() < 200) {
                undecided.add(window.add(added++ & 0xFFFF));
            } else if (!undecided.isEmpty()) {
                window.decide(undecided.remove(random.nextInt(undecided.size())), 0);
            }
            while (window.isFirstDecided()) {
                assertEquals(answered++ & 0xFFFF, window.firstPacketId(), "seed " + seed);
                window.removeFirst();
            }
        }
    }
}
