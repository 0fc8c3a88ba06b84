package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Frame bodies and messages with random damage: refused, or read to the end without a fault. */
class DamageTest {
    private static final int ROUNDS = 100_000;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FrameBodies bodies = new FrameBodies();
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
    private final ElementCursor elements = new ElementCursor();
    private int taken;

    @Test
    void frameBodiesSurviveAnyDamage() {
        final List<CompositeTest.Body> samples = CompositeTest.bodies().toList();
        for (int round = 0; round < ROUNDS; round++) {
            final CompositeTest.Body sample = samples.get(random.nextInt(samples.size()));
            final byte[] damaged = damage(sample.encodedAs("0053" + code(sample), false));
            // A buffer without a spare byte: one read outside throws.
            if (bodies.wrap(new UnsafeBuffer(damaged), 0, damaged.length) == AmqpError.NONE) {
                taken++;
                readOn(Descriptor.peek(new UnsafeBuffer(damaged), 0, damaged.length));
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
                readMessage(damaged.length);
            }
        }
        assertTrue(taken > ROUNDS / 1_000, "-Dseed=" + seed);
    }

    private void readMessage(final int length) {
        int end = 0;
        while (message.next()) {
            assertEquals(end, message.sectionOffset(), "-Dseed=" + seed);
            end += message.sectionLength();
            walk(message.value());
        }
        assertEquals(length, end, "-Dseed=" + seed);
        walk(message.applicationProperties());
        walk(message.messageAnnotations());
        Node.read(message.properties().messageId());
        Node.read(message.properties().correlationId());
        message.properties().to().toByteArray();
        message.properties().replyToGroupId().toByteArray();
        if (message.body() == Descriptor.DATA) {
            message.data().toByteArray();
        } else if (message.hasBody()) {
            Node.read(message.bodyValue());
        }
    }

    private void readOn(final Descriptor kind) {
        switch (kind) {
            case OPEN -> {
                walk(bodies.open().properties());
                walk(bodies.open().desiredCapabilities());
                bodies.open().hostname().toByteArray();
            }
            case ATTACH -> {
                bodies.attach().sndSettleMode();
                walk(bodies.attach().unsettled());
                if (bodies.attach().hasSource()) {
                    walk(bodies.attach().source().filter());
                    bodies.attach().source().expiryPolicy();
                    bodies.attach().source().durable();
                }
            }
            case TRANSFER -> {
                bodies.transfer().payload().toByteArray();
                assertTrue(bodies.transfer().deliveryTag().length() <= 32);
            }
            case SASL_MECHANISMS -> walk(bodies.sasl().mechanisms());
            default -> bodies.wrap(new UnsafeBuffer(new byte[0]), 0, 0);
        }
    }

    private void walk(final TypedValue value) {
        elements.wrap(value);
        while (elements.next()) {
            Node.read(elements.value());
        }
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
