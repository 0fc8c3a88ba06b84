package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Random values, written and read back; random damage, which is refused or harmless. */
class RoundTripTest {
    private static final int ROUNDS = 3_000;
    private static final int CAPACITY = 256 * 1024;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final TypeReader reader = new TypeReader(TypeLimits.DEFAULT);
    private final TypeWriter types = new TypeWriter();
    private final UnsafeBuffer heap = new UnsafeBuffer(new byte[CAPACITY]);
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));

    @Test
    void readsWhatItWrites() {
        for (int round = 0; round < ROUNDS; round++) {
            final UnsafeBuffer buffer = random.nextBoolean() ? heap : direct;
            final int offset = random.nextInt(9);
            final Node node = Node.random(random, 4);
            final int length = write(node, buffer, offset, CAPACITY);
            assertTrue(length > 0, told());
            assertEquals(AmqpError.NONE, reader.check(buffer, offset, length), told());
            final TypedValue value = new TypedValue().wrap(buffer, offset);
            assertEquals(node, Node.read(value), told());
            assertEquals(length, value.encoded().length(), told());
        }
    }

    @Test
    void writesNothingPastItsLimit() {
        for (int round = 0; round < ROUNDS / 10; round++) {
            final Node node = Node.random(random, 3);
            final int length = write(node, heap, 0, CAPACITY);
            final int limit = random.nextInt(length);
            heap.setMemory(0, CAPACITY, (byte) 0x5A);
            assertEquals(TypeWriter.NO_ROOM, write(node, heap, 0, limit), told());
            for (int i = limit; i < Math.min(CAPACITY, length + 64); i++) {
                assertEquals(0x5A, heap.getByte(i), told());
            }
        }
    }

    @Test
    void refusesEveryValueCutShort() {
        for (int round = 0; round < ROUNDS / 10; round++) {
            final int length = write(Node.random(random, 3), heap, 0, CAPACITY);
            for (int cut = 0; cut < length; cut += 1 + length / 200) {
                assertNotEquals(AmqpError.NONE, reader.check(heap, 0, cut), told());
            }
        }
    }

    @Test
    void survivesAnyDamage() {
        for (int round = 0; round < ROUNDS * 10; round++) {
            final int length = Math.min(write(Node.random(random, 3), heap, 0, CAPACITY), 512);
            final byte[] damaged = new byte[length];
            heap.getBytes(0, damaged);
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(length)] = (byte) (random.nextInt() >> random.nextInt(8));
            }
            // A buffer without a spare byte: one read outside throws.
            final UnsafeBuffer exact = new UnsafeBuffer(damaged);
            if (reader.check(exact, 0, length) == AmqpError.NONE) {
                assertEquals(length, TypedValue.endOf(exact, 0), told());
            }
        }
    }

    private int write(
            final Node node, final UnsafeBuffer buffer, final int offset, final int limit) {
        types.wrap(buffer, offset, limit);
        node.write(types);
        return types.end();
    }

    private String told() {
        return "-Dseed=" + seed;
    }
}
