package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.store.DeadReason;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreFailedException;
import io.sluice.store.lmdb.TestRecords.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bit of the file is another one: nothing false is handed out, and the JVM stays alive. */
class LmdbDamageTest {
    private static final int RECORDS = 120;
    private static final int FLIPS = Integer.getInteger("sluice.damage.flips", 250);
    private static final int PAGE = 4_096;

    @TempDir Path directory;

    private final TestRecords records = new TestRecords();
    private byte[] whole;

    private Path data() {
        return directory.resolve(LmdbEnv.DATA_FILE);
    }

    @BeforeEach
    void fill() throws Exception {
        final LmdbStore store = TestStores.open(directory);
        final UnsafeBuffer address = new UnsafeBuffer("queues/a".getBytes());
        store.writer().createNode(TestRecords.NODE, address, 0, address.capacity());
        final NodeState state = new NodeState();
        for (long sequence = 1; sequence <= RECORDS; sequence++) {
            records.persist(store.writer(), sequence);
            state.lastSequence = sequence;
            store.writer().putNode(TestRecords.NODE, state);
            if (sequence % 10 == 0) {
                store.writer().sync();
            }
        }
        store.abandon();
        whole = Files.readAllBytes(data());
    }

    /** Opens the file with one bit flipped, after a crash; null if it is refused. */
    private LmdbStore openFlipped(final int position, final int bit) throws Exception {
        whole[position] ^= (byte) (1 << bit);
        Files.write(data(), whole, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        whole[position] ^= (byte) (1 << bit);
        Files.writeString(directory.resolve("sluice.lock"), "open\n");
        try {
            return TestStores.open(directory);
        } catch (final StoreOpenException e) {
            assertTrue(e.getMessage().contains("refused"), e.getMessage());
            return null;
        }
    }

    @Test
    void neverReadsAnotherRecordThanWasWritten() throws Exception {
        final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
        System.out.println("LmdbDamageTest: -Dsluice.seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final Map<Finding, Integer> found = new EnumMap<>(Finding.class);
        int refused = 0;
        int failed = 0;
        for (int i = 0; i < FLIPS; i++) {
            // Half of them where the structure is: in the headers and offsets of pages.
            final int page = random.nextInt(whole.length / PAGE);
            final int position = page * PAGE + random.nextInt(i % 2 == 0 ? 64 : PAGE);
            final LmdbStore store = openFlipped(position, random.nextInt(Byte.SIZE));
            if (store == null) {
                refused++;
                continue;
            }
            try {
                readAll(store, found);
            } catch (final StoreFailedException e) {
                failed++;
            }
            store.abandon();
        }
        System.out.println(
                "LmdbDamageTest: " + refused + " refused, " + failed + " failed, " + found);
        assertTrue(refused > 0, "none was refused");
        assertEquals(0, found.getOrDefault(Finding.ANOTHER, 0));
    }

    private void readAll(final LmdbStore store, final Map<Finding, Integer> found) {
        store.writer()
                .forEachNode(
                        (node, address, offset, length, state) ->
                                assertEquals(RECORDS, state.lastSequence));
        store.reader().renew();
        try {
            for (long sequence = 1; sequence <= RECORDS; sequence++) {
                found.merge(records.read(store.reader(), sequence), 1, Integer::sum);
            }
        } finally {
            store.reader().release();
        }
    }

    @Test
    void tellsARecordWithAnotherBitByItsChecksum() throws Exception {
        final int position = positionOfRecord(2);
        final LmdbStore store = openFlipped(position, 3);
        store.reader().renew();
        assertEquals(Finding.NOT_INTACT, records.read(store.reader(), 2));
        assertEquals(Finding.INTACT, records.read(store.reader(), 3));
        store.reader().release();
        // It can be buried as it is, and the others go on.
        store.writer().bury(TestRecords.NODE, TestRecords.CLASS, 2, DeadReason.UNREADABLE, 1);
        store.writer().sync();
        store.reader().renew();
        assertEquals(Finding.ABSENT, records.read(store.reader(), 2));
        store.close();
    }

    /** Within the body of the record, found by the bytes that only it has. */
    private int positionOfRecord(final long sequence) {
        final int length = TestRecords.length(sequence);
        for (int i = 2 * PAGE; i < whole.length - length; i++) {
            if (isBody(i, sequence, length - 32)) {
                return i + 100;
            }
        }
        throw new AssertionError("the record is not there");
    }

    private boolean isBody(final int position, final long sequence, final int length) {
        for (int i = 0; i < length; i++) {
            if (whole[position + i] != (byte) (sequence * 31 + i * 7)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void refusesACommitRowWithAnotherBit() throws Exception {
        final LmdbStore store = openFlipped(positionOfCommit(), 0);
        assertEquals(null, store);
        assertNotEquals(0, whole.length);
    }

    /** The row of the newest commit: its numbers, as they must be. */
    private int positionOfCommit() {
        final java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(whole).order(Rows.ORDER);
        final long newest =
                Math.max(
                        bytes.getLong(MetaPage.TRANSACTION_OFFSET),
                        bytes.getLong(PAGE + MetaPage.TRANSACTION_OFFSET));
        for (int i = 2 * PAGE; i < whole.length - Rows.COMMIT_LENGTH; i++) {
            if (bytes.getLong(i) == newest
                    && Rows.isIntact(new UnsafeBuffer(whole, i, Rows.COMMIT_LENGTH))) {
                return i + Rows.COMMIT_NEXT_BLOB;
            }
        }
        throw new AssertionError("the row is not there");
    }
}
