package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must do. A store's suite is a subclass that says how to open it. */
public abstract class StoreContract extends StoreScene {
    @Test
    void survivesPower() {
        assertEquals(Durability.POWER, store.durability());
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                32,
                33,
                64,
                255,
                256,
                1_000,
                1_498,
                1_499,
                1_500,
                1_501,
                1_999,
                2_000,
                2_001,
                2_002,
                2_047,
                2_048,
                3_999,
                4_000,
                4_001,
                4_096,
                6_000,
                65_535,
                65_536,
                300_000,
                (1 << 20) - 1,
                1 << 20
            })
    void keepsRecordsOfAnyLength(final int length) throws Exception {
        persisted(NODE, 1, length);
        assertThere(NODE, 1, length);
        assertEquals(List.of("1:" + length + ":0"), entries(NODE, CLASS));
        use(crash(store));
        assertThere(NODE, 1, length);
        writer.bury(NODE, CLASS, 1, DeadReason.EXPIRED, 7);
        writer.sync();
        assertAbsent(NODE, 1);
        assertEquals(length, readDead(1));
        assertRead(1, length);
        use(reopen(store));
        assertEquals(length, readDead(1));
        assertRead(1, length);
    }

    @ParameterizedTest
    @ValueSource(ints = {33, 2_000, 2_001, 70_000})
    void saysThatTheRangeIsTooShort(final int length) throws Exception {
        persisted(NODE, 1, length);
        final UnsafeBuffer into = new UnsafeBuffer(new byte[length]);
        reader.renew();
        assertEquals(StoreSnapshot.TOO_LONG, reader.read(NODE, CLASS, 1, into, 0, length - 1));
        assertEquals(length, reader.read(NODE, CLASS, 1, into, 0, length));
        reader.release();
        writer.bury(NODE, CLASS, 1, DeadReason.REJECTED, 0);
        writer.sync();
        reader.renew();
        assertEquals(StoreSnapshot.TOO_LONG, reader.readDead(1, into, 0, length - 1));
        assertEquals(length, reader.readDead(1, into, 0, length));
        reader.release();
    }

    @Test
    void listsEachClassOfANodeInOrder() throws Exception {
        for (long sequence = 300; sequence >= 1; sequence--) {
            persist(NODE, (int) (sequence % 3), sequence, 100);
            persist(NODE + 1, 1, sequence, 100);
        }
        writer.sync();
        for (int priorityClass = 0; priorityClass < 3; priorityClass++) {
            final List<Long> expected = new ArrayList<>();
            for (long sequence = 1; sequence <= 300; sequence++) {
                if (sequence % 3 == priorityClass) {
                    expected.add(sequence);
                }
            }
            assertEquals(expected, sequences(NODE, priorityClass, 0));
            assertEquals(
                    expected.subList(50, 100), sequences(NODE, priorityClass, expected.get(50)));
        }
        assertEquals(300, sequences(NODE + 1, 1, 0).size());
        assertEquals(List.of(), sequences(NODE + 1, 0, 0));
        assertEquals(List.of(), sequences(NODE + 2, 1, 0));
        assertEquals(List.of(), sequences(NODE, 1, 301));
    }

    @Test
    void stopsListingBehindTheRecordThatWasEnough() throws Exception {
        for (long sequence = 1; sequence <= 5; sequence++) {
            persist(NODE, sequence, 40);
        }
        writer.sync();
        final List<Long> seen = new ArrayList<>();
        reader.renew();
        reader.index(
                NODE,
                CLASS,
                2,
                (priorityClass, sequence, length, deliveryCount) -> {
                    seen.add(sequence);
                    return sequence < 3;
                });
        reader.release();
        assertEquals(List.of(2L, 3L), seen);
    }

    @Test
    void ordersSequencesAndNodesAsUnsigned() throws Exception {
        final long[] sequences = {0, 1, 0xFF, 0x100, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        final int[] nodes = {1, 0xFF, 0x100, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
        for (final int node : nodes) {
            node(node, "n" + Integer.toUnsignedString(node));
            for (final long sequence : sequences) {
                persist(node, sequence, 50);
            }
        }
        writer.sync();
        use(crash(store));
        final List<String> expected = new ArrayList<>();
        for (final int node : nodes) {
            final String number = Integer.toUnsignedString(node);
            expected.add(number + " n" + number + " 0 0 0 0");
            assertEquals(
                    List.of(0L, 1L, 0xFFL, 0x100L, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE),
                    sequences(node, CLASS, 0));
            assertThere(node, Long.MAX_VALUE, 50);
        }
        assertEquals(expected, nodes());
    }

    @Test
    void completesARecordOnceAndItsChunksWithIt() throws Exception {
        persist(NODE, 1, 40);
        persist(NODE, 2, 9_000);
        persist(NODE, 3, 40);
        writer.attempted(NODE, CLASS, 2, 4);
        writer.sync();
        writer.complete(NODE, CLASS, 2);
        writer.complete(NODE, CLASS, 2);
        writer.sync();
        assertAbsent(NODE, 2);
        assertEquals(List.of("1:40:0", "3:40:0"), entries(NODE, CLASS));
        // The count has gone with its record: a place that is used again begins at none.
        persisted(NODE, 2, 60);
        assertEquals(List.of("1:40:0", "2:60:0", "3:40:0"), entries(NODE, CLASS));
    }

    @Test
    void persistsAndCompletesInOneBatch() throws Exception {
        persist(NODE, 1, 40);
        persist(NODE, 2, 5_000);
        writer.complete(NODE, CLASS, 1);
        writer.complete(NODE, CLASS, 2);
        writer.sync();
        assertEquals(List.of(), sequences(NODE, CLASS, 0));
    }

    @Test
    void keepsHowOftenARecordWasTried() throws Exception {
        for (long sequence = 1; sequence <= 4; sequence++) {
            persist(NODE, sequence, 40);
        }
        persist(NODE, CLASS + 1, 2, 40);
        writer.attempted(NODE, CLASS, 2, 1);
        writer.attempted(NODE, CLASS, 4, 7);
        writer.sync();
        writer.attempted(NODE, CLASS, 2, 2);
        writer.sync();
        use(crash(store));
        assertEquals(List.of("1:40:0", "2:40:2", "3:40:0", "4:40:7"), entries(NODE, CLASS));
        assertEquals(List.of("2:40:0"), entries(NODE, CLASS + 1));
        final List<Integer> counts = new ArrayList<>();
        reader.renew();
        reader.index(NODE, CLASS, 3, (found, sequence, length, count) -> counts.add(count));
        reader.release();
        assertEquals(List.of(0, 7), counts);
    }

    @Test
    void listsDeadLettersInTheOrderOfTheirBurial() throws Exception {
        for (long sequence = 1; sequence <= 4; sequence++) {
            persist(-1, sequence, 1_000 * (int) sequence);
        }
        writer.sync();
        writer.bury(-1, CLASS, 3, DeadReason.REJECTED, 111);
        writer.bury(-1, CLASS, 1, DeadReason.DELIVERIES, 222);
        writer.sync();
        writer.bury(-1, CLASS, 4, DeadReason.UNREADABLE, Long.MAX_VALUE);
        writer.sync();
        use(crash(store));
        writer.bury(-1, CLASS, 2, DeadReason.EXPIRED, 333);
        writer.bury(-1, CLASS, 2, DeadReason.EXPIRED, 334);
        writer.sync();
        final List<String> all =
                List.of(
                        "1:4294967295:3:1:111:3000",
                        "2:4294967295:1:2:222:1000",
                        "3:4294967295:4:4:9223372036854775807:4000",
                        "4:4294967295:2:3:333:2000");
        assertEquals(all, dead(0));
        assertEquals(all.subList(2, 4), dead(3));
        assertEquals(List.of(), dead(5));
        assertEquals(1_000, readDead(2));
        assertRead(1, 1_000);
        assertEquals(List.of(), sequences(-1, CLASS, 0));
    }

    @Test
    void takesWhatIsAbsentForNothing() throws Exception {
        writer.complete(NODE, CLASS, 1);
        writer.attempted(NODE, CLASS, 1, 3);
        writer.bury(NODE, CLASS, 1, DeadReason.REJECTED, 1);
        writer.sync();
        persisted(NODE, 1, 40);
        assertEquals(List.of("1:40:0"), entries(NODE, CLASS));
        writer.complete(NODE + 1, CLASS, 1);
        writer.complete(NODE, CLASS + 1, 1);
        writer.bury(NODE, CLASS, 2, DeadReason.REJECTED, 1);
        writer.sync();
        writer.sync();
        writer.rollback();
        writer.rollback();
        assertThere(NODE, 1, 40);
        assertAbsent(NODE, 2);
        assertAbsent(NODE + 1, 1);
        assertEquals(List.of(), dead(0));
        assertEquals(StoreSnapshot.ABSENT, readDead(1));
        reader.release();
    }

    @Test
    void refusesASecondRecordAtAPlace() throws Exception {
        persist(NODE, 1, 40);
        assertThrows(IllegalStateException.class, () -> persist(NODE, 1, 50));
        writer.rollback();
        persisted(NODE, 1, 60);
        assertThrows(IllegalStateException.class, () -> persist(NODE, 1, 5_000));
        writer.rollback();
        assertThere(NODE, 1, 60);
    }

    @Test
    void tellsItsNodesAfterACrash() throws Exception {
        assertEquals(List.of(), nodes());
        node(3, "queues/three");
        node(2, "q".repeat(StoreWriter.ADDRESS_BYTES_MAX));
        final NodeState state = new NodeState();
        state.lastSequence = Long.MAX_VALUE;
        state.messages = 2;
        state.bytes = 1L << 40;
        state.transferredHigh = 17;
        writer.putNode(3, state);
        writer.sync();
        state.messages = 9;
        writer.putNode(3, state);
        node(4, "queues/never");
        use(crash(store));
        assertEquals(
                List.of(
                        "2 " + "q".repeat(StoreWriter.ADDRESS_BYTES_MAX) + " 0 0 0 0",
                        "3 queues/three 9223372036854775807 2 1099511627776 17"),
                nodes());
        writer.putNode(3, state);
        writer.sync();
        use(reopen(store));
        assertEquals("3 queues/three 9223372036854775807 9 1099511627776 17", nodes().get(1));
    }

    @Test
    void forgetsABatchThatIsRolledBack() throws Exception {
        node(NODE, "queues/a");
        persist(NODE, 1, 40);
        persist(NODE, 2, 5_000);
        writer.sync();
        persist(NODE, 3, 40);
        persist(NODE, 4, 5_000);
        node(NODE + 1, "queues/b");
        writer.complete(NODE, CLASS, 1);
        writer.attempted(NODE, CLASS, 2, 5);
        writer.bury(NODE, CLASS, 2, DeadReason.REJECTED, 1);
        writer.rollback();
        writer.sync();
        assertThere(NODE, 1, 40);
        assertThere(NODE, 2, 5_000);
        assertEquals(List.of("1:40:0", "2:5000:0"), entries(NODE, CLASS));
        assertEquals(List.of(), dead(0));
        persist(NODE, 5, 7_000);
        writer.bury(NODE, CLASS, 1, DeadReason.REJECTED, 1);
        writer.sync();
        use(crash(store));
        assertEquals(List.of("1 queues/a 0 0 0 0"), nodes());
        assertEquals(List.of("1:1:1:1:1:40"), dead(0));
        assertThere(NODE, 2, 5_000);
        assertThere(NODE, 5, 7_000);
    }

    @Test
    void losesInACrashWhatWasNotSynced() throws Exception {
        persisted(NODE, 1, 40);
        persist(NODE, 2, 40);
        writer.complete(NODE, CLASS, 1);
        use(crash(store));
        assertThere(NODE, 1, 40);
        assertAbsent(NODE, 2);
    }

    @Test
    void holdsTheReaderOnOneCommit() throws Exception {
        persisted(NODE, 1, 40);
        reader.renew();
        persist(NODE, 2, 5_000);
        writer.complete(NODE, CLASS, 1);
        assertEquals(List.of(1L), heldSequences(NODE, CLASS, 0));
        writer.sync();
        assertEquals(List.of(1L), heldSequences(NODE, CLASS, 0));
        for (long sequence = 3; sequence < 200; sequence++) {
            persisted(NODE, sequence, 300);
            writer.complete(NODE, CLASS, sequence);
            writer.sync();
        }
        assertEquals(List.of(1L), heldSequences(NODE, CLASS, 0));
        reader.renew();
        assertEquals(List.of(2L), heldSequences(NODE, CLASS, 0));
        reader.release();
        assertEquals(List.of(2L), sequences(NODE, CLASS, 0));
    }

    @Test
    void remembersAnIdentityOfItsNode() throws Exception {
        assertTrue(remember(NODE, "a"));
        assertFalse(remember(NODE, "a"));
        assertTrue(remember(NODE + 1, "a"));
        assertTrue(remember(NODE, "ab"));
        assertTrue(remember(NODE, ""));
        writer.sync();
        assertFalse(remember(NODE, "a"));
        assertFalse(remember(NODE, ""));
        use(crash(store));
        assertFalse(remember(NODE, "a"));
        assertFalse(remember(NODE + 1, "a"));
        assertFalse(remember(NODE, "ab"));
        assertTrue(remember(NODE, "b"));
        assertTrue(remember(NODE + 2, "a"));
    }

    @Test
    void forgetsIdentitiesOfABatchThatIsRolledBack() throws Exception {
        assertTrue(remember(NODE, "a"));
        writer.sync();
        assertTrue(remember(NODE, "b"));
        writer.rollback();
        assertTrue(remember(NODE, "b"));
        assertFalse(remember(NODE, "a"));
        writer.rollback();
        assertTrue(remember(NODE, "b"));
        writer.sync();
        assertFalse(remember(NODE, "b"));
        assertTrue(remember(NODE, "c"));
        use(crash(store));
        assertFalse(remember(NODE, "b"));
        assertTrue(remember(NODE, "c"));
    }

    @Test
    void remembersIdentitiesWithinItsHorizon() throws Exception {
        for (int i = 0; i < 2 * IDENTITIES_MAX; i++) {
            assertTrue(remember(NODE, "id-" + i));
            if (i % 7 == 0) {
                writer.sync();
            }
        }
        writer.sync();
        // What a batch pushed over the horizon is back when the batch is gone.
        for (int i = 0; i < 10; i++) {
            assertTrue(remember(NODE, "new-" + i));
        }
        writer.rollback();
        use(crash(store));
        for (int i = 2 * IDENTITIES_MAX - 1; i >= IDENTITIES_MAX; i--) {
            assertFalse(remember(NODE, "id-" + i), "id-" + i);
        }
        for (int i = 0; i < IDENTITIES_MAX; i++) {
            assertTrue(remember(NODE, "id-" + i), "id-" + i);
        }
    }

    @Test
    void neverTakesALongIdentityForADuplicate() throws Exception {
        final String longest = "x".repeat(StoreWriter.IDENTITY_BYTES_MAX);
        assertTrue(remember(NODE, longest));
        assertFalse(remember(NODE, longest));
        assertTrue(remember(NODE, longest + "x"));
        assertTrue(remember(NODE, longest + "x"));
    }

    private StoreBooks books() {
        final StoreBooks books = new StoreBooks();
        books.set(BooksEntry.RECEIVED, 99); // to be written over
        writer.books(books);
        return books;
    }

    @Test
    void keepsTheBooksWithTheBatch() throws Exception {
        final StoreBooks books = new StoreBooks();
        assertEquals(0, books().get(BooksEntry.RECEIVED));
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            books.value(i, Long.MAX_VALUE - i);
        }
        writer.putBooks(books);
        writer.rollback();
        assertEquals(0, books().value(0));
        persist(NODE, 1, 40);
        writer.putBooks(books);
        writer.sync();
        books.set(BooksEntry.PERSISTED, -1);
        persist(NODE, 2, 40);
        writer.putBooks(books);
        use(crash(store));
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            assertEquals(Long.MAX_VALUE - i, books().value(i), "number " + i);
        }
        assertEquals(1, writer.records());
        writer.putBooks(books);
        writer.sync();
        use(reopen(store));
        assertEquals(-1, books().get(BooksEntry.PERSISTED));
    }

    @Test
    void countsItsRecordsAndSaysWhetherOneHasGone() throws Exception {
        assertEquals(0, writer.records());
        for (long sequence = 1; sequence <= 500; sequence++) {
            persist(NODE + (int) (sequence % 7), CLASS, sequence, sequence == 3 ? 9_000 : 200);
        }
        writer.sync();
        assertEquals(500, writer.records());
        assertTrue(writer.complete(NODE + 3, CLASS, 3));
        assertFalse(writer.complete(NODE + 3, CLASS, 3), "it is gone");
        assertTrue(writer.bury(NODE + 4, CLASS, 4, DeadReason.REJECTED, 0));
        assertFalse(writer.bury(NODE + 4, CLASS, 4, DeadReason.REJECTED, 0), "it is gone");
        assertFalse(writer.complete(NODE, CLASS, 3), "of another node");
        writer.sync();
        assertEquals(498, writer.records());
        use(crash(store));
        assertEquals(498, writer.records());
    }
}
