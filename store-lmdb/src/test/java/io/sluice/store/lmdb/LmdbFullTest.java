package io.sluice.store.lmdb;

import io.sluice.engine.store.Store;
import io.sluice.engine.store.StoreFullContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** LMDB keeps the contract when its map is full. */
class LmdbFullTest extends StoreFullContract {
    @TempDir Path roomy;
    @TempDir Path small;

    @Override
    protected Store create() throws Exception {
        return TestStores.open(roomy);
    }

    @Override
    protected Store createSmall() throws Exception {
        return TestStores.openSmall(small);
    }

    @Override
    protected Store reopen(final Store closing) throws Exception {
        closing.close();
        return TestStores.openSmall(small);
    }

    @Override
    protected Store crash(final Store crashing) throws Exception {
        ((LmdbStore) crashing).abandon();
        return TestStores.openSmall(small);
    }
}
