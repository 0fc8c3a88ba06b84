package io.sluice.codec.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Feeds raw bytes in pieces, and keeps what came out: the stream, the events, the close code. */
final class InboundStream {
    private static final byte SURROUNDING = (byte) 0xA5;
    private static final int MARGIN = 24;

    private final InboundFrames frames;
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final List<String> events = new ArrayList<>();
    private int failure;

    InboundStream(final InboundFrames frames) {
        this.frames = frames;
    }

    /** One that sets no limit worth the name. */
    static InboundStream from(final Endpoint sender) {
        return new InboundStream(new InboundFrames(sender, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    /** Feeds the bytes as one piece on the heap. */
    InboundStream feed(final byte... piece) {
        return feed(new UnsafeBuffer(new byte[piece.length + 2 * MARGIN]), MARGIN, piece);
    }

    /** Feeds the bytes in pieces of this many. */
    InboundStream feedBy(final int size, final byte[] bytes) {
        for (int at = 0; at < bytes.length; at += size) {
            feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size)));
        }
        return this;
    }

    /** Feeds the bytes from this place of this buffer, where nothing around them may change. */
    InboundStream feed(final MutableDirectBuffer buffer, final int offset, final byte[] piece) {
        final int limit = offset + piece.length;
        buffer.setMemory(0, buffer.capacity(), SURROUNDING);
        buffer.putBytes(offset, piece);
        frames.wrap(buffer, offset, limit);
        int event = frames.next();
        int steps = 1;
        while (event > 0 && event < 1000) {
            events.add(describe(event));
            event = frames.next();
            steps++;
        }
        assertTrue(steps <= piece.length + 1, "each step takes a byte or is the last");
        assertEquals(offset, frames.payloadOffset());
        assertTrue(frames.payloadLength() <= piece.length);
        for (int i = 0; i < frames.payloadLength(); i++) {
            stream.write(buffer.getByte(offset + i));
        }
        for (int i = 0; i < buffer.capacity(); i++) {
            if (i < offset || i >= limit) {
                assertEquals(SURROUNDING, buffer.getByte(i), "touched outside the range");
            }
        }
        if (event >= 1000) {
            failure = event;
            assertEquals(event, frames.next(), "it says so again");
        } else {
            assertEquals(InboundFrames.CONSUMED, event);
            assertEquals(event, frames.next(), "it says so again");
        }
        return this;
    }

    private String describe(final int event) {
        return switch (event) {
            case Opcode.PING -> "PING " + hex(frames.controlPayload().toByteArray());
            case Opcode.PONG -> "PONG " + hex(frames.controlPayload().toByteArray());
            case Opcode.CLOSE -> "CLOSE " + frames.closeCode() + ' ' + frames.closeReason();
            default -> throw new AssertionError("no such event: " + event);
        };
    }

    private static String hex(final byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The bytes that the frames carried so far. */
    byte[] stream() {
        return stream.toByteArray();
    }

    List<String> events() {
        return events;
    }

    /** The close code that the peer must get, 0 if it broke no rule. */
    int failure() {
        return failure;
    }
}
