package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Equal keys are found, and what that costs whatever the keys are. */
class UniqueKeysTest {
    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Counts the accesses that the comparison of keys makes. */
    private static final class CountingBuffer extends UnsafeBuffer {
        private long reads;

        CountingBuffer(final int length) {
            super(new byte[length]);
        }

        @Override
        public long getLong(final int index, final ByteOrder order) {
            reads++;
            return super.getLong(index, order);
        }

        @Override
        public int getInt(final int index) {
            reads++;
            return super.getInt(index);
        }

        @Override
        public byte getByte(final int index) {
            reads++;
            return super.getByte(index);
        }
    }

    @Test
    void looksAtKeysThatDifferNowhereButBeforeTheirEndAFewTimes() {
        final int keys = 256;
        for (final int length : new int[] {4_000, 4_007, 100, 12}) {
            final CountingBuffer buffer = new CountingBuffer(keys * length);
            for (int i = 0; i < keys; i++) {
                // Reversed, so that no two neighbours come in order.
                buffer.putByte(i * length + length - 5, (byte) (i * 167));
            }
            final UniqueKeys unique = new UniqueKeys(keys);
            assertTrue(addAll(unique, buffer, keys, length));
            final long accesses = length / Long.BYTES + length % Long.BYTES; // of one key
            // Hashes, then eight doublings, in each of which every key is compared once at most.
            final long most = keys + 8L * keys * 2 * accesses;
            assertTrue(buffer.reads > keys * accesses, "keys were compared");
            assertTrue(buffer.reads <= most, length + ": " + buffer.reads + " > " + most);
        }
    }

    @Test
    void comparesNoBytesOfKeysWhoseHashesDiffer() {
        final CountingBuffer buffer = new CountingBuffer(256 * 1_000);
        for (int i = 0; i < 256; i++) {
            buffer.putByte(i * 1_000 + 999, (byte) i);
        }
        assertTrue(addAll(new UniqueKeys(256), buffer, 256, 1_000));
        assertEquals(256, buffer.reads, "one hash each");
    }

    @Test
    void findsTwoEqualKeysWhereverTheyStand() {
        final int keys = 67;
        for (int round = 0; round < 2_000; round++) {
            final int length = 5 + random.nextInt(20);
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[keys * length]);
            final Set<String> different = new HashSet<>();
            for (int i = 0; i < keys; i++) {
                // Of equal hashes, and about half of the maps have a key twice.
                buffer.putByte(i * length, (byte) random.nextInt(256));
                buffer.putByte(i * length + length - 5, (byte) random.nextInt(10));
                different.add(Transcript.hex(buffer, i * length, length));
            }
            assertEquals(
                    different.size() == keys,
                    addAll(new UniqueKeys(keys), buffer, keys, length),
                    "-Dseed=" + seed);
        }
    }

    @Test
    void aKeyOfBytesIsNoNumber() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
        final UniqueKeys unique = new UniqueKeys(4);
        unique.addBytes(buffer, Range.of(0, 8));
        assertTrue(unique.addUlong(0));
        assertFalse(unique.addUlong(0));
        assertTrue(unique.areUnique(buffer));
        unique.addBytes(buffer, Range.of(0, 8));
        assertFalse(unique.areUnique(buffer));
        unique.clear();
        unique.addBytes(buffer, Range.of(0, 8));
        assertTrue(unique.areUnique(buffer), "of another map");
    }

    private static boolean addAll(
            final UniqueKeys unique, final UnsafeBuffer buffer, final int keys, final int length) {
        for (int i = 0; i < keys; i++) {
            unique.addBytes(buffer, Range.of(i * length, length));
        }
        return unique.areUnique(buffer);
    }
}
