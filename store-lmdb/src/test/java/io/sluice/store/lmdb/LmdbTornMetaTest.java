package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.store.lmdb.TestRecords.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power fails while the meta page of the last commit is written: some of its words are new,
 * some are those that were there before.
 */
class LmdbTornMetaTest {
    private static final int KEPT = 24;
    private static final int COMMITS_AFTER = 12;

    @TempDir Path directory;

    private final TestRecords records = new TestRecords();
    private byte[] whole;
    private int slotOffset;
    private byte[] before;
    private byte[] after;

    private Path data() {
        return directory.resolve(LmdbEnv.DATA_FILE);
    }

    @BeforeEach
    void commitOnce() throws Exception {
        final LmdbStore store = TestStores.open(directory);
        // With a free list that is used and written by each commit, as in a store at work.
        for (long sequence = 1; sequence <= 3 * KEPT; sequence++) {
            records.persist(store.writer(), sequence);
            if (sequence > KEPT) {
                store.writer().complete(TestRecords.NODE, TestRecords.CLASS, sequence);
            }
            store.writer().sync();
        }
        final byte[] old = Files.readAllBytes(data());
        records.persist(store.writer(), 3 * KEPT + 1);
        store.writer().sync();
        store.abandon();
        whole = Files.readAllBytes(data());
        slotOffset = transaction(whole, 0) > transaction(whole, 4_096) ? 0 : 4_096;
        before = meta(old);
        after = meta(whole);
        assertNotEquals(transaction(old, slotOffset), transaction(whole, slotOffset));
    }

    private static long transaction(final byte[] file, final int offset) {
        return ByteBuffer.wrap(file)
                .order(MetaPage.ORDER)
                .getLong(offset + MetaPage.TRANSACTION_OFFSET);
    }

    private byte[] meta(final byte[] file) {
        return java.util.Arrays.copyOfRange(file, slotOffset, slotOffset + MetaPage.LENGTH);
    }

    /** The file with a meta page that is new from one word on, to another. */
    private void tear(final int newFrom, final int newTo) throws IOException {
        System.arraycopy(before, 0, whole, slotOffset, MetaPage.LENGTH);
        System.arraycopy(after, newFrom, whole, slotOffset + newFrom, newTo - newFrom);
        Files.write(data(), whole);
        Files.copy(
                Files.writeString(directory.resolve("mark"), "open\n"),
                directory.resolve("sluice.lock"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void neverGoesOnWrongly() throws Exception {
        int refused = 0;
        int rewritten = 0;
        for (int word = MetaPage.WRITTEN_FROM; word <= MetaPage.LENGTH; word += Long.BYTES) {
            tear(MetaPage.WRITTEN_FROM, word);
            assertTrue(goesOn(), "written up to " + word);
            tear(word, MetaPage.LENGTH);
            if (!goesOn()) {
                refused++;
                final LmdbStore store = LmdbStore.openPrevious(directory, TestStores.roomy());
                assertTrue(store.report().metaRewritten());
                checkAndWork(store);
            } else if (lastRewritten) {
                rewritten++;
            }
        }
        assertTrue(rewritten > 0, "none was rewritten");
        // Between the roots of the two trees what is wrong is seen, but not that it was torn.
        assertTrue(refused <= 7, refused + " were refused");
    }

    private boolean lastRewritten;

    private boolean goesOn() throws Exception {
        final LmdbStore store;
        try {
            store = TestStores.open(directory);
        } catch (final StoreOpenException e) {
            assertTrue(e.getMessage().contains("is refused: it is damaged"), e.getMessage());
            return false;
        }
        lastRewritten = store.report().metaRewritten();
        checkAndWork(store);
        return true;
    }

    private void checkAndWork(final LmdbStore store) throws Exception {
        assertKept(store);
        for (int i = 0; i < COMMITS_AFTER; i++) {
            final long sequence = 10_000 + i;
            records.persist(store.writer(), sequence);
            store.writer().sync();
        }
        for (int i = 0; i < COMMITS_AFTER; i++) {
            store.writer().complete(TestRecords.NODE, TestRecords.CLASS, 10_000 + i);
            store.writer().sync();
        }
        assertKept(store);
        store.abandon();
        final LmdbStore again = TestStores.open(directory);
        assertTrue(again.report().pagesVerified() > 0);
        assertKept(again);
        again.close();
    }

    private void assertKept(final LmdbStore store) {
        store.reader().renew();
        for (long sequence = 1; sequence <= KEPT; sequence++) {
            assertEquals(Finding.INTACT, records.read(store.reader(), sequence), "at " + sequence);
        }
        final Finding last = records.read(store.reader(), 3 * KEPT + 1);
        assertTrue(last == Finding.INTACT || last == Finding.ABSENT, "the last is " + last);
        store.reader().release();
    }

    @Test
    void refusesItAfterAStopInOrder() throws Exception {
        // The roots are the old ones, the number of the commit is new.
        tear(MetaPage.TRANSACTION_OFFSET, MetaPage.LENGTH);
        Files.writeString(
                directory.resolve("sluice.lock"),
                "closed at " + transaction(whole, slotOffset) + "\n");
        final StoreOpenException e =
                assertThrows(StoreOpenException.class, () -> TestStores.open(directory));
        assertTrue(e.getMessage().contains("though it was closed in order"), e.getMessage());
    }

    @Test
    void readsTheMetaPageAsLmdbWritesIt() throws Exception {
        try (DataFile file = new DataFile(data(), StandardOpenOption.READ)) {
            final MetaPage meta = file.meta(slotOffset);
            assertTrue(meta.isMeta());
            assertEquals(4_096, meta.pageSize());
            assertTrue(meta.transaction() > 3 * KEPT);
            assertEquals(7, meta.main().entries());
            assertTrue(PageWalk.walk(file, meta) > 10);
        }
    }
}
