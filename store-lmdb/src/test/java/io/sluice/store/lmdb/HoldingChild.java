package io.sluice.store.lmdb;

import java.io.IOException;
import java.nio.file.Path;

/** A process that has the store open, and keeps it until its input ends. */
final class HoldingChild {
    private HoldingChild() {}

    public static void main(final String[] arguments) throws StoreOpenException, IOException {
        try (LmdbStore store = TestStores.open(Path.of(arguments[0]))) {
            System.out.println("open " + store.report().created());
            while (System.in.read() >= 0) {
                assert store.durability() != null;
            }
        }
    }
}
