package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreBooks;
import io.sluice.engine.store.StoreWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The books are read from the file as the writer left them, and nothing is changed by that. */
class StoredLedgerTest {
    private static final int NODES = 900;

    @TempDir private Path directory;

    private void fill(final StoreWriter writer) throws Exception {
        final TestRecords records = new TestRecords();
        final NodeState state = new NodeState();
        final UnsafeBuffer address = new UnsafeBuffer(new byte[] {'q'});
        for (int node = 1; node <= NODES; node++) {
            state.messages = node;
            writer.createNode(node, address, 0, 1);
            writer.putNode(node, state);
        }
        for (long sequence = 1; sequence <= 700; sequence++) {
            records.persist(writer, sequence);
        }
        final StoreBooks books = new StoreBooks();
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            books.value(i, 1_000_003L * i);
        }
        writer.putBooks(books);
        writer.sync();
    }

    private void assertRead() throws Exception {
        final StoredLedger read = StoredLedger.read(directory);
        assertEquals(NODES * (NODES + 1L) / 2, read.pending());
        assertEquals(700, read.records());
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            assertEquals(1_000_003L * i, read.books().value(i));
        }
    }

    @Test
    void readsWhatIsCommittedWhetherTheStoreIsOpenOrNot() throws Exception {
        try (LmdbStore store = TestStores.open(directory)) {
            assertEquals(0, StoredLedger.read(directory).records());
            fill(store.writer());
            assertRead();
            store.writer().putBooks(new StoreBooks());
            assertRead();
        }
        final byte[] before = Files.readAllBytes(directory.resolve("data.mdb"));
        assertRead();
        assertArrayEquals(before, Files.readAllBytes(directory.resolve("data.mdb")));
        assertTrue(TestStores.open(directory).report().cleanStop());
    }

    @Test
    void refusesWhatIsNotWhatWasWritten() throws Exception {
        assertThrows(StoreOpenException.class, () -> StoredLedger.read(directory));
        try (LmdbStore store = TestStores.open(directory)) {
            fill(store.writer());
        }
        final Path data = directory.resolve("data.mdb");
        final byte[] whole = Files.readAllBytes(data);
        final long marked = 1_000_003L * BooksEntry.EPOCH.ordinal();
        final UnsafeBuffer buffer = new UnsafeBuffer(whole);
        int flipped = 0;
        for (int at = 0; at < whole.length - Long.BYTES; at++) {
            if (buffer.getLong(at, Rows.ORDER) == marked) {
                whole[at] ^= 1;
                flipped++;
            }
        }
        assertTrue(flipped > 0);
        Files.write(data, whole);
        final StoreOpenException e =
                assertThrows(StoreOpenException.class, () -> StoredLedger.read(directory));
        assertTrue(e.getMessage().contains("the row of the books"), e::getMessage);
        Files.writeString(data, "x".repeat(20_000));
        assertThrows(StoreOpenException.class, () -> StoredLedger.read(directory));
    }
}
