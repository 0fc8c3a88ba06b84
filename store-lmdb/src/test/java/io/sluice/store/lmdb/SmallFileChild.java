package io.sluice.store.lmdb;

import io.sluice.engine.store.StoreFailedException;
import io.sluice.engine.store.StoreFullException;
import java.nio.file.Path;

/** A process that may write no longer file than it needs, and tells how its store ends. */
final class SmallFileChild {
    private static final int RECORDS_MAX = 100_000;

    private SmallFileChild() {}

    public static void main(final String[] arguments) throws Exception {
        final LmdbStore store = TestStores.open(Path.of(arguments[0]));
        final TestRecords records = new TestRecords();
        long acknowledged = 0;
        try {
            for (long sequence = 1; sequence <= RECORDS_MAX; sequence++) {
                records.persist(store.writer(), sequence);
                if (sequence % 50 == 0) {
                    store.writer().sync();
                    acknowledged = sequence;
                }
            }
            System.out.println("never " + acknowledged);
        } catch (final StoreFailedException e) {
            System.out.println("failed " + acknowledged);
            System.out.println(usable(store));
        } catch (final StoreFullException e) {
            System.out.println("full " + acknowledged);
        }
        store.close();
    }

    /** Whether it may be used after it has failed. */
    private static String usable(final LmdbStore store) {
        try {
            store.writer().complete(TestRecords.NODE, TestRecords.CLASS, 1);
            return "usable";
        } catch (final StoreFailedException | StoreFullException e) {
            return "ended";
        }
    }
}
