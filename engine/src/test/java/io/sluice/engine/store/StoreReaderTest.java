package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** When the reader looks at the newest commit. */
class StoreReaderTest {
    private final ModelStore store = new ModelStore();
    private final List<Integer> commitsSeen = new ArrayList<>();
    private final StoreReader reader =
            new StoreReader(
                    store.reader(),
                    () -> 0,
                    new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH + 8]), 0));

    /**
     * Looks how many records of a node there are; then a record is committed, and it asks again.
     */
    private final class Question extends Mail {
        private final int again;

        private Question(final int again) {
            this.again = again;
        }

        @Override
        protected void onArrival() {
            final int[] records = {0};
            reader.snapshot()
                    .index(
                            1,
                            5,
                            1,
                            (priorityClass, sequence, length, deliveryCount) -> {
                                records[0]++;
                                return true;
                            });
            commitsSeen.add(records[0]);
            if (again > 0) {
                commit(commitsSeen.size());
                reader.mailbox().post(new Question(again - 1));
            }
        }
    }

    private void commit(final long sequence) {
        try {
            store.writer().persist(1, 5, sequence, new UnsafeBuffer(new byte[64]), 0, 64);
            store.writer().sync();
        } catch (final StoreFullException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void seesEverythingThatWasCommittedBeforeItWasAsked() {
        reader.mailbox().post(new Question(3));
        while (reader.doWork() > 0) {
            continue;
        }
        assertEquals(List.of(0, 1, 2, 3), commitsSeen);
    }
}
