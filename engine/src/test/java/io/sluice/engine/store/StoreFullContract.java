package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must do when it is full: nothing is lost, and what frees room goes on. */
public abstract class StoreFullContract extends StoreScene {
    private static final int LENGTH = 1_000;
    private static final int BATCH = 32;

    /** More than any store of this suite holds. */
    private static final int RECORDS_MAX = 100_000;

    @BeforeEach
    void createSmallStore() throws Exception {
        store.close();
        use(createSmall());
    }

    /** Fills the store as its loop does, by asking first; returns the last sequence. */
    private long fill() throws StoreFullException {
        long last = 0;
        while (writer.hasRoom(BATCH, BATCH * (long) LENGTH)) {
            for (int i = 0; i < BATCH; i++) {
                last++;
                persist(NODE, last, LENGTH);
            }
            writer.sync();
            assertTrue(last < RECORDS_MAX, "it is never full");
        }
        writer.rollback();
        return last;
    }

    private void completeAll(final long last) throws StoreFullException {
        for (long sequence = 1; sequence <= last; sequence++) {
            writer.complete(NODE, CLASS, sequence);
            if (sequence % BATCH == 0) {
                writer.sync();
            }
        }
        writer.sync();
    }

    @Test
    void hasRoomForWhatItPromised() throws Exception {
        final long last = fill();
        assertTrue(last >= BATCH, "there was room for " + last);
        assertEquals(last, sequences(NODE, CLASS, 0).size());
        for (long sequence = 1; sequence <= last; sequence += 17) {
            assertThere(NODE, sequence, LENGTH);
        }
    }

    @Test
    void completesAndCountsWhenThereIsNoRoom() throws Exception {
        node(NODE, "queues/full");
        writer.sync();
        final long last = fill();
        final NodeState state = new NodeState();
        state.lastSequence = last;
        state.messages = last;
        writer.putNode(NODE, state);
        writer.attempted(NODE, CLASS, 1, 1);
        writer.sync();
        completeAll(last);
        assertEquals(0, sequences(NODE, CLASS, 0).size());
        assertTrue(writer.hasRoom(BATCH, BATCH * (long) LENGTH));
        assertEquals(last, fill(), (double) last / 3, "room after all of it was completed");
    }

    @Test
    void doesNothingOfABatchThatFindsNoRoom() throws Exception {
        final long last = fill();
        assertThrows(StoreFullException.class, () -> persistWithoutAsking(last));
        // Nothing of it has happened, not even the completion that it began with.
        writer.sync();
        assertThere(NODE, 1, LENGTH);
        assertEquals(last, sequences(NODE, CLASS, 0).size());
        assertFalse(writer.hasRoom(BATCH, BATCH * (long) LENGTH));
        writer.rollback();
        use(crash(store));
        assertEquals(last, sequences(NODE, CLASS, 0).size());
        assertFalse(writer.hasRoom(BATCH, BATCH * (long) LENGTH));
        writer.rollback();
        completeAll(last);
        persisted(NODE, last + 1, LENGTH);
        assertThere(NODE, last + 1, LENGTH);
    }

    private void persistWithoutAsking(final long last) throws StoreFullException {
        writer.complete(NODE, CLASS, 1);
        remember(NODE, "of a batch that never was");
        for (int i = 1; i < RECORDS_MAX; i++) {
            persist(NODE, last + i, LENGTH);
        }
        writer.sync();
    }

    @Test
    void forgetsTheIdentitiesOfABatchThatFoundNoRoom() throws Exception {
        final long last = fill();
        assertThrows(StoreFullException.class, () -> persistWithoutAsking(last));
        completeAll(last);
        assertTrue(remember(NODE, "of a batch that never was"));
    }

    @Test
    void buriesWhenThereIsNoRoom() throws Exception {
        final long last = fill();
        for (long sequence = 1; sequence <= BATCH; sequence++) {
            writer.bury(NODE, CLASS, sequence, DeadReason.REJECTED, 1);
        }
        writer.sync();
        assertEquals(BATCH, dead(0).size());
        assertEquals(last - BATCH, sequences(NODE, CLASS, 0).size());
    }
}
