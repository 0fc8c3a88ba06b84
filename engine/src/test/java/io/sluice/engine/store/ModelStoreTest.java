package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The model keeps the contract, and does what a test orders. */
class ModelStoreTest extends StoreContract {

    @Override
    protected Store create() {
        return new ModelStore(Long.MAX_VALUE, IDENTITIES_MAX);
    }

    @Override
    protected Store createSmall() {
        return new ModelStore(1 << 20, IDENTITIES_MAX);
    }

    @Override
    protected Store reopen(final Store closing) {
        closing.close();
        return closing;
    }

    @Override
    protected Store crash(final Store crashing) {
        ((ModelStore) crashing).crash();
        return crashing;
    }

    @Test
    void failsASyncWhoseBatchIsGone() throws Exception {
        assertTrue(failedSyncKeeps(ModelStore.Aftermath.LOST).isEmpty());
    }

    @Test
    void failsASyncWhoseBatchIsThere() throws Exception {
        assertEquals(List.of(1L), failedSyncKeeps(ModelStore.Aftermath.KEPT));
    }

    private List<Long> failedSyncKeeps(final ModelStore.Aftermath aftermath)
            throws StoreFullException {
        final ModelStore model = (ModelStore) store;
        persist(NODE, 1, 40);
        model.failNextSync(aftermath);
        assertThrows(StoreFailedException.class, writer::sync);
        assertThrows(StoreFailedException.class, writer::sync);
        assertThrows(StoreFailedException.class, () -> writer.hasRoom(1, 1));
        writer.rollback();
        use(crash(store));
        return sequences(NODE, CLASS, 0);
    }

    @Test
    void isFullWhenItIsToldTo() throws Exception {
        final ModelStore model = (ModelStore) store;
        persisted(NODE, 1, 40);
        model.full(true);
        assertFalse(writer.hasRoom(1, 40));
        assertThrows(StoreFullException.class, () -> persist(NODE, 2, 40));
        writer.complete(NODE, CLASS, 1);
        writer.sync();
        model.full(false);
        assertTrue(writer.hasRoom(1, 40));
        persisted(NODE, 2, 40);
        assertEquals(List.of(2L), sequences(NODE, CLASS, 0));
        assertEquals(3, model.syncs());
        assertEquals(1, model.records());
    }
}
