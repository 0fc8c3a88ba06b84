package io.sluice.store.lmdb;

import java.nio.file.Path;

/** Stores that are small enough for tests. */
final class TestStores {
    static final int IDENTITIES_MAX = 50;
    static final long BALLAST_BYTES = 64 << 10;
    private static final long MIB = 1 << 20;

    private TestStores() {}

    static LmdbOptions roomy() {
        return options(64 * MIB, 2 * MIB);
    }

    static LmdbOptions small() {
        return options(4 * MIB, MIB);
    }

    static LmdbOptions options(final long mapBytes, final long reserveBytes) {
        return new LmdbOptions(mapBytes, reserveBytes, BALLAST_BYTES, IDENTITIES_MAX, mapBytes, 42);
    }

    static LmdbStore open(final Path directory) throws StoreOpenException {
        return LmdbStore.open(directory, roomy());
    }

    static LmdbStore openSmall(final Path directory) throws StoreOpenException {
        return LmdbStore.open(directory, small());
    }
}
