package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What is settled by being written, against what the kernel takes. */
class HandedOverTest {
    private final Counters counters =
            new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
    private final FakeWire wire = new FakeWire(1_000);
    private final HandedOver handedOver = new HandedOver(wire, counters);
    private final List<SentMessage> messages = new ArrayList<>();

    HandedOverTest() {
        wire.slow = true;
    }

    private SentMessage write(final int length, final boolean isQueue) {
        final SentMessage message = new SentMessage();
        messages.add(message);
        wire.claim(length);
        wire.commit(length);
        message.written();
        handedOver.add(message, isQueue);
        return message;
    }

    private void expects(final Counter counter, final long count) {
        assertEquals(count, counters.get(counter), counter.label());
    }

    @Test
    void settlesAMessageWithItsLastByte() {
        final SentMessage message = write(10, true);
        wire.kernelTakes(9);
        assertEquals(null, message.outcome);
        expects(Counter.MATCHED_SETTLED, 0);
        wire.kernelTakes(1);
        assertEquals(Outcome.ACCEPTED, message.outcome);
        expects(Counter.MATCHED_SETTLED, 1);
        expects(Counter.QUEUE_SETTLED, 1);
        assertEquals(0, handedOver.size());
    }

    @Test
    void countsAnEventAsSettledWhenItIsGone() {
        write(10, false);
        expects(Counter.MATCHED_SETTLED, 0);
        wire.kernelTakes(10);
        expects(Counter.MATCHED_SETTLED, 1);
        expects(Counter.QUEUE_SETTLED, 0);
    }

    @Test
    void givesBackWhatIsNotGoneAtTheEnd() {
        final SentMessage gone = write(10, true);
        final SentMessage begun = write(10, true);
        write(10, false);
        final SentMessage last = write(10, true);
        wire.kernelTakes(15);
        wire.end();
        assertEquals(Outcome.ACCEPTED, gone.outcome);
        assertEquals(Outcome.FAILED, begun.outcome);
        assertEquals(Outcome.FAILED, last.outcome);
        expects(Counter.MATCHED_SETTLED, 1);
        expects(Counter.MATCHED_RETURNED, 2);
        expects(Counter.MATCHED_DROPPED_CLOSED, 1);
        assertEquals(0, handedOver.size());
    }

    @Test
    void hasNoFailedAttemptAtAnEndInOrder() {
        final SentMessage message = write(10, true);
        handedOver.endsInOrder();
        wire.end();
        assertEquals(Outcome.RELEASED, message.outcome);
    }

    @Test
    void settlesNothingThatAClosedWireWasGiven() {
        final SentMessage before = write(10, true);
        wire.closed = true;
        final SentMessage after = write(10, true);
        wire.kernelTakes(10);
        assertEquals(Outcome.ACCEPTED, before.outcome);
        assertEquals(null, after.outcome);
        wire.end();
        assertEquals(Outcome.FAILED, after.outcome);
    }

    @Test
    void keepsTheOrderHoweverManyWait() {
        final long seed = System.nanoTime();
        System.out.println("HandedOverTest: seed " + seed);
        final Random random = new Random(seed);
        final List<Long> ends = new ArrayList<>();
        long written = 0;
        long taken = 0;
        for (int round = 0; round < 2_000; round++) {
            // Now and then a backlog of many, so that the ring grows where it stands and shrinks.
            final int count = random.nextInt(round % 50 == 0 ? 1_500 : 8);
            for (int i = 0; i < count; i++) {
                final int length = 1 + random.nextInt(100);
                write(length, random.nextBoolean());
                written += length;
                ends.add(written);
            }
            final int left = (int) (written - taken);
            final int takes = random.nextInt(3) == 0 ? left : random.nextInt(left + 1);
            taken += takes;
            wire.kernelTakes(takes);
            wire.forget();
            int gone = 0;
            while (gone < ends.size() && ends.get(gone) <= taken) {
                gone++;
            }
            assertEquals(ends.size() - gone, handedOver.size(), "waiting");
            ends.subList(0, gone).clear();
            expects(Counter.MATCHED_SETTLED, messages.size() - ends.size());
        }
        wire.end();
        assertEquals(
                messages.size(),
                counters.get(Counter.MATCHED_SETTLED)
                        + counters.get(Counter.MATCHED_RETURNED)
                        + counters.get(Counter.MATCHED_DROPPED_CLOSED));
        for (int i = 0; i < messages.size() - ends.size(); i++) {
            assertEquals(Outcome.ACCEPTED, messages.get(i).outcome, "of " + i);
        }
    }
}
