package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Frame bodies and messages with random damage: refused, or every accessor answers. */
class DamageTest {
    private static final int ROUNDS = 100_000;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FrameBodies bodies = new FrameBodies();
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
    private final Accessors accessors = new Accessors();
    private int taken;

    @Test
    void frameBodiesSurviveAnyDamage() {
        final List<CompositeTest.Body> samples = CompositeTest.bodies().toList();
        for (int round = 0; round < ROUNDS; round++) {
            final CompositeTest.Body sample = samples.get(random.nextInt(samples.size()));
            final byte[] damaged = damage(sample.encodedAs("0053" + code(sample), false));
            // A buffer without a spare byte: one read outside throws, or fails an assertion.
            final UnsafeBuffer exact = new UnsafeBuffer(damaged);
            if (bodies.wrap(exact, 0, damaged.length) == AmqpError.NONE) {
                taken++;
                accessors.sum(bodies, Descriptor.peek(exact, 0, damaged.length));
            }
        }
        assertTrue(taken > ROUNDS / 1_000, "-Dseed=" + seed);
    }

    @Test
    void messagesSurviveAnyDamage() {
        final byte[] sample = MessageCursorTest.sample();
        for (int round = 0; round < ROUNDS; round++) {
            final byte[] damaged = damage(sample);
            final UnsafeBuffer buffer = new UnsafeBuffer(damaged);
            if (message.wrap(buffer, 0, damaged.length) == AmqpError.NONE) {
                taken++;
                accessors.sum(message);
                assertEquals(damaged.length, lengthOfSections(), "-Dseed=" + seed);
            }
        }
        assertTrue(taken > ROUNDS / 1_000, "-Dseed=" + seed);
    }

    private int lengthOfSections() {
        int end = 0;
        message.rewind();
        while (message.next()) {
            assertEquals(end, message.sectionOffset(), "-Dseed=" + seed);
            end += message.sectionLength();
        }
        return end;
    }

    private byte[] damage(final byte[] sample) {
        final byte[] damaged = sample.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            final int at = random.nextInt(damaged.length);
            damaged[at] =
                    random.nextBoolean()
                            ? (byte) (damaged[at] + random.nextInt(3) - 1)
                            : (byte) random.nextInt();
        }
        return damaged;
    }

    private static String code(final CompositeTest.Body sample) {
        return Transcript.hex(new byte[] {(byte) sample.descriptor().code()});
    }
}
