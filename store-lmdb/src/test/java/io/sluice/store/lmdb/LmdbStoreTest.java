package io.sluice.store.lmdb;

import io.sluice.engine.store.Store;
import io.sluice.engine.store.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** LMDB keeps the contract. */
class LmdbStoreTest extends StoreContract {
    @TempDir Path directory;

    @Override
    protected Store create() throws Exception {
        return TestStores.open(directory);
    }

    @Override
    protected Store createSmall() throws Exception {
        return TestStores.openSmall(directory);
    }

    @Override
    protected Store reopen(final Store closing) throws Exception {
        closing.close();
        return TestStores.open(directory);
    }

    @Override
    protected Store crash(final Store crashing) throws Exception {
        ((LmdbStore) crashing).abandon();
        return TestStores.open(directory);
    }
}
