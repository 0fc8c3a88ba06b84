package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Captures;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of rhea and Qpid Proton: every frame and message of both directions decodes. */
class CapturesTest {
    private final AmqpFramer framer = new AmqpFramer(1 << 20);
    private final FrameBodies bodies = new FrameBodies();
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
    private final Map<Long, ByteArrayOutputStream> deliveries = new HashMap<>();
    private int messages;
    private int refused;

    static List<String> sessions() {
        return Captures.names("amqp-*");
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void decodesBothDirections(final String name) {
        final Captures session = Captures.load(name);
        for (final Captures.Direction direction : Captures.Direction.values()) {
            deliveries.clear();
            final byte[] bytes = session.bytesFrom(direction);
            decode(new UnsafeBuffer(bytes), bytes.length);
        }
        if (name.endsWith("rhea-bare-sections")) {
            assertTrue(refused > 0, "rhea writes the footer before the body");
        } else {
            assertEquals(0, refused);
            assertTrue(messages > 0 || name.matches(".*(refused|errors|transaction|error|beat).*"));
        }
    }

    private void decode(final DirectBuffer buffer, final int limit) {
        int at = 0;
        while (at < limit) {
            if (ProtocolHeader.match(buffer, at, limit) >= 0) {
                at += ProtocolHeader.LENGTH;
                continue;
            }
            assertEquals(AmqpError.NONE, framer.next(buffer, at, limit), "frame at " + at);
            if (framer.bodyLength() > 0) {
                decodeFrame(buffer);
            }
            at += framer.frameLength();
        }
    }

    private void decodeFrame(final DirectBuffer buffer) {
        final int offset = framer.bodyOffset();
        final int length = framer.bodyLength();
        final Descriptor kind = Descriptor.peek(buffer, offset, length);
        final String told = kind + " " + Transcript.hex(buffer, offset, length);
        assertEquals(AmqpError.NONE, bodies.wrap(buffer, offset, length), told);
        final TransferDecoder transfer = bodies.transfer();
        final int end = kind == Descriptor.TRANSFER ? transfer.payloadOffset() : offset + length;
        for (int cut = 0; cut < end - offset; cut++) {
            assertNotEquals(AmqpError.NONE, bodies.wrap(buffer, offset, cut), told);
        }
        bodies.wrap(buffer, offset, length);
        if (kind == Descriptor.TRANSFER) {
            deliver(transfer);
        }
    }

    private void deliver(final TransferDecoder transfer) {
        final long key = (long) framer.channel() << 32 | transfer.handle();
        final ByteArrayOutputStream sofar =
                deliveries.computeIfAbsent(key, ignored -> new ByteArrayOutputStream());
        sofar.writeBytes(transfer.payload().toByteArray());
        if (transfer.aborted()) {
            deliveries.remove(key);
        } else if (!transfer.more()) {
            deliveries.remove(key);
            final byte[] bytes = sofar.toByteArray();
            messages++;
            if (message.wrap(new UnsafeBuffer(bytes), 0, bytes.length) != AmqpError.NONE) {
                refused++;
            }
        }
    }
}
