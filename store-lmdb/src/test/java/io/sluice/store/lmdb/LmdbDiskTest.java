package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.store.StoreFailedException;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreWriter;
import io.sluice.store.lmdb.TestRecords.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** The disk is full, or does not do what it is told. */
class LmdbDiskTest {
    private static final int BATCH = 20;

    @TempDir Path directory;
    @TempDir Path images;

    private final TestRecords records = new TestRecords();

    private Finding find(final LmdbStore store, final long sequence) {
        store.reader().renew();
        try {
            return records.read(store.reader(), sequence);
        } finally {
            store.reader().release();
        }
    }

    private long fill(final StoreWriter writer, final long from) throws StoreFullException {
        long last = from;
        while (writer.hasRoom(BATCH, BATCH * 2_000L)) {
            for (int i = 0; i < BATCH; i++) {
                last++;
                records.persist(writer, last);
            }
            writer.sync();
        }
        writer.rollback();
        return last;
    }

    private static void completeAll(final StoreWriter writer, final long from, final long last)
            throws StoreFullException {
        for (long sequence = from + 1; sequence <= last; sequence++) {
            writer.complete(TestRecords.NODE, TestRecords.CLASS, sequence);
            if (sequence % BATCH == 0) {
                writer.sync();
            }
        }
        writer.sync();
    }

    @Test
    void keepsCompletingOnAFullDisk() throws Exception {
        try (Mount mount = Mount.tmpfs(directory, "3m")) {
            assertTrue(mount != null);
            fillAndComplete();
        }
    }

    @Test
    void keepsCompletingOnAFullExt4() throws Exception {
        try (Mount mount = Mount.ext4(directory, images.resolve("image"), 16)) {
            assertTrue(mount != null);
            fillAndComplete();
        }
    }

    private void fillAndComplete() throws Exception {
        final LmdbStore store = TestStores.open(directory);
        final StoreWriter writer = store.writer();
        final long asked = fill(writer, 0);
        assertTrue(asked > BATCH, "there was room for " + asked);
        final long last = fillWithoutAsking(writer, asked);
        assertFalse(Files.exists(directory.resolve("ballast")), "the ballast is there");
        assertFalse(writer.hasRoom(BATCH, BATCH * 2_000L));
        writer.rollback();
        for (long sequence = 1; sequence <= last; sequence++) {
            assertEquals(Finding.INTACT, find(store, sequence), "at " + sequence);
        }
        completeAll(writer, 0, last);
        // The disk is as full as before, but there is room within the file.
        assertTrue(writer.hasRoom(BATCH, BATCH * 2_000L), "room within the file");
        final long again = fill(writer, last);
        assertTrue(again > last);
        store.abandon();
        try (LmdbStore reopened = TestStores.open(directory)) {
            assertEquals(Finding.ABSENT, find(reopened, last));
            assertEquals(Finding.INTACT, find(reopened, last + 1));
            assertEquals(Finding.INTACT, find(reopened, again));
        }
    }

    /** Until the disk says no; returns the last record that is synced. */
    private long fillWithoutAsking(final StoreWriter writer, final long from) {
        long last = from;
        try {
            while (last < from + 100_000) {
                for (int i = 1; i <= BATCH; i++) {
                    records.persist(writer, last + i);
                }
                writer.sync();
                last += BATCH;
            }
            throw new AssertionError("the disk is never full");
        } catch (final StoreFullException e) {
            assertTrue(e.getMessage().contains("the disk is full"), e.getMessage());
        }
        return last;
    }

    @Test
    void putsTheBallastBackWhenThereIsSpace() throws Exception {
        try (Mount mount = Mount.tmpfs(directory, "3m")) {
            assertTrue(mount != null);
            final Path hog = directory.resolve("hog");
            try (LmdbStore store = TestStores.open(directory)) {
                Files.write(hog, new byte[2_300_000]);
                fillWithoutAsking(store.writer(), 0);
                assertFalse(Files.exists(directory.resolve("ballast")));
                Files.delete(hog);
                assertTrue(store.writer().hasRoom(1, 100));
                assertTrue(Files.exists(directory.resolve("ballast")));
            }
        }
    }

    @Test
    void opensOnAFullDiskAndTakesNothing() throws Exception {
        try (Mount mount = Mount.tmpfs(directory, "3m")) {
            assertTrue(mount != null);
            TestStores.open(directory).close();
            Files.delete(directory.resolve("ballast"));
            final long free = directory.toFile().getUsableSpace();
            Files.write(directory.resolve("hog"), new byte[(int) free - 100_000]);
            try (LmdbStore store = TestStores.open(directory)) {
                assertFalse(store.report().ballast());
                assertEquals(1, store.report().notes().size());
                assertFalse(store.writer().hasRoom(1, 100));
                Files.delete(directory.resolve("hog"));
                assertTrue(store.writer().hasRoom(1, 100));
            }
        }
    }

    @Test
    void endsWhenTheKernelRefusesAWrite() throws Exception {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/bin/bash")), "skipped: no shell with ulimit");
        final List<String> limited =
                List.of("/bin/bash", "-c", "ulimit -f 1500 && exec \"$@\"", "limited");
        final long acknowledged;
        try (ChildJvm child = ChildJvm.start(limited, SmallFileChild.class, directory.toString())) {
            final String line = child.line();
            assertTrue(line != null && line.startsWith("failed "), "it said " + line);
            assertEquals("ended", child.line());
            acknowledged = Long.parseLong(line.substring("failed ".length()));
            child.await();
        }
        assertTrue(acknowledged > 100, "acknowledged: " + acknowledged);
        try (LmdbStore store = TestStores.open(directory)) {
            assertFalse(store.report().cleanStop());
            for (long sequence = 1; sequence <= acknowledged; sequence++) {
                assertEquals(Finding.INTACT, find(store, sequence), "at " + sequence);
            }
        }
    }

    /** A disk whose next sync fails, before or after the batch has reached it. */
    private final class FailingDisk implements Disk {
        private final Disk disk = new DirectoryDisk(directory);
        private boolean failsBefore;
        private boolean failsAfter;

        @Override
        public long usableBytes() {
            return disk.usableBytes();
        }

        @Override
        public void commit(final Txn<DirectBuffer> txn) {
            if (failsBefore) {
                throw new LmdbException("told to fail before");
            }
            disk.commit(txn);
            if (failsAfter) {
                throw new LmdbException("told to fail after");
            }
        }
    }

    @Test
    void knowsNothingAfterASyncThatFailed() throws Exception {
        assertEquals(Finding.ABSENT, afterFailedSync(true, 0));
        assertEquals(Finding.INTACT, afterFailedSync(false, 10));
    }

    private Finding afterFailedSync(final boolean before, final long from) throws Exception {
        final FailingDisk disk = new FailingDisk();
        final LmdbStore store = LmdbStore.open(directory, TestStores.roomy(), disk, false);
        final StoreWriter writer = store.writer();
        records.persist(writer, from + 1);
        writer.sync();
        disk.failsBefore = before;
        disk.failsAfter = !before;
        records.persist(writer, from + 2);
        assertThrows(StoreFailedException.class, writer::sync);
        disk.failsBefore = false;
        disk.failsAfter = false;
        assertThrows(StoreFailedException.class, () -> records.persist(writer, from + 3));
        assertThrows(StoreFailedException.class, () -> writer.hasRoom(1, 1));
        writer.rollback();
        store.close();
        try (LmdbStore again = TestStores.open(directory)) {
            assertFalse(again.report().cleanStop());
            assertEquals(Finding.INTACT, find(again, from + 1));
            assertEquals(Finding.ABSENT, find(again, from + 3));
            return find(again, from + 2);
        }
    }
}
