package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The example of {@link TransferEncoder}, against transmit buffers that are full now and then. */
class TransferExampleTest {
    private static final int MAX_FRAME_SIZE = 64;

    private final TransferEncoder transfer = new TransferEncoder();
    private final TransferDecoder decoder = new TransferDecoder(TypeLimits.DEFAULT);
    private final AmqpFramer framer = new AmqpFramer(FrameHeader.MIN_MAX_FRAME_SIZE);
    private final Slice rest = new Slice();
    private final ByteArrayOutputStream joined = new ByteArrayOutputStream();

    private UnsafeBuffer message = new UnsafeBuffer(new byte[0]);
    private int sent;
    private int at;
    private int frames;
    private boolean isEnded;

    /** What came of an attempt to send. */
    private enum Attempt {
        DONE,
        LATER,
        NEVER
    }

    private Attempt begin(final byte[] bytes, final int maxFrameSize) {
        message = new UnsafeBuffer(bytes);
        transfer.clear().handle(1).deliveryId(7).deliveryTag(Slice.of((byte) 1)).messageFormat(0);
        if (transfer.payloadRoom(maxFrameSize) == 0) {
            return Attempt.NEVER;
        }
        sent = 0;
        return Attempt.LATER;
    }

    private Attempt send(final UnsafeBuffer buffer, final int end) {
        do {
            rest.wrap(message, sent, message.capacity() - sent);
            final int limit = Math.min(at + MAX_FRAME_SIZE, end);
            final int frameLength = transfer.payload(rest).encode(buffer, at, limit);
            if (frameLength == TypeWriter.NO_ROOM) {
                return Attempt.LATER;
            }
            at += frameLength;
            sent += transfer.payloadWritten();
            transfer.continueDelivery();
        } while (sent < message.capacity());
        return Attempt.DONE;
    }

    /** Reads what was written and makes the buffer empty. */
    private void drain(final UnsafeBuffer buffer) {
        int from = 0;
        while (from < at) {
            assertFalse(isEnded);
            assertEquals(AmqpError.NONE, framer.next(buffer, from, at));
            assertEquals(
                    AmqpError.NONE, decoder.wrap(buffer, framer.bodyOffset(), framer.bodyLength()));
            assertEquals(frames == 0, decoder.hasDeliveryId());
            assertEquals(frames == 0, decoder.hasDeliveryTag());
            joined.writeBytes(decoder.payload().toByteArray());
            isEnded = !decoder.more();
            frames++;
            from += framer.frameLength();
        }
        at = 0;
    }

    @Test
    void sendsAllWheneverThereIsRoom() {
        for (int length = 0; length < 200; length += 7) {
            for (int capacity = 32; capacity < 300; capacity += 11) {
                sends(length, capacity);
            }
        }
    }

    private void sends(final int length, final int capacity) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[capacity]);
        joined.reset();
        frames = 0;
        isEnded = false;
        // The buffer is full of something else at first.
        at = capacity;
        assertEquals(Attempt.LATER, begin(bytes, MAX_FRAME_SIZE));
        assertEquals(Attempt.LATER, send(buffer, capacity));
        at = 0;
        int attempts = 0;
        while (send(buffer, capacity) == Attempt.LATER && attempts++ < 1_000) {
            assertNotEquals(0, at, "an empty buffer takes a frame");
            drain(buffer);
        }
        drain(buffer);
        assertTrue(isEnded);
        assertEquals(Transcript.hex(bytes), Transcript.hex(joined.toByteArray()));
    }

    @Test
    void sendsAnEmptyMessageInOneFrame() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_FRAME_SIZE]);
        assertEquals(Attempt.LATER, begin(new byte[0], MAX_FRAME_SIZE));
        assertEquals(Attempt.DONE, send(buffer, MAX_FRAME_SIZE));
        drain(buffer);
        assertEquals(1, frames);
        assertTrue(isEnded);
    }

    @Test
    void knowsBeforehandThatNoFrameEverFits() {
        assertEquals(Attempt.NEVER, begin(new byte[9], 16));
    }

    @Test
    void toldToContinueWhatHasNotBegunItIsOurFault() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_FRAME_SIZE]);
        begin(new byte[9], MAX_FRAME_SIZE);
        assertThrows(AssertionError.class, transfer::continueDelivery);
        assertEquals(TypeWriter.NO_ROOM, transfer.encode(buffer, 0, 10));
        assertThrows(AssertionError.class, transfer::continueDelivery);
        assertTrue(transfer.encode(buffer, 0, MAX_FRAME_SIZE) > 0);
        transfer.continueDelivery();
    }
}
