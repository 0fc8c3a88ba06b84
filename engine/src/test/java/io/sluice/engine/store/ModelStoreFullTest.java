package io.sluice.engine.store;

/** The model keeps the contract when it is full. */
class ModelStoreFullTest extends StoreFullContract {
    @Override
    protected Store create() {
        return createSmall();
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
}
