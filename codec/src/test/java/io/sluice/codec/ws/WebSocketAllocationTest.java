package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.FIN;
import static io.sluice.codec.ws.Frames.pattern;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sluice.codec.wire.Slice;
import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Nothing is allocated per frame, nor to read an upgrade. */
class WebSocketAllocationTest {
    private static final int ROUNDS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Runs it often; the byte or two a round that is allowed is none, for an object takes 16. */
    private void assertAllocatesNothing(final int expected, final IntSupplier round) {
        int last = 0;
        for (int i = 0; i < ROUNDS; i++) {
            last = round.getAsInt();
        }
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            last = round.getAsInt();
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(expected, last);
        assertTrue(allocated < ROUNDS, () -> allocated + " bytes in " + ROUNDS + " rounds");
    }

    @Test
    void readsFramesWithoutAllocation() {
        final byte[] bytes =
                Frames.fromClient(0x1234_5678)
                        .binary(pattern(200))
                        .frame(FIN | Opcode.PING, pattern(20))
                        .frame(Opcode.BINARY, pattern(9))
                        .frame(FIN, pattern(3))
                        .bytes();
        final InboundFrames frames = new InboundFrames(Endpoint.CLIENT, 1000, 1000);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[bytes.length]);
        assertAllocatesNothing(
                212 + 20,
                () -> {
                    buffer.putBytes(0, bytes);
                    frames.wrap(buffer, 0, bytes.length);
                    int pinged = 0;
                    while (frames.next() == Opcode.PING) {
                        pinged += frames.controlPayload().length();
                    }
                    return frames.payloadLength() + pinged;
                });
    }

    @Test
    void writesFramesWithoutAllocation() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final Slice payload = Slice.ofUtf8("payload");
        assertAllocatesNothing(
                4 + 8 + 13 + 11,
                () -> {
                    MaskingKey.apply(buffer, 100, 100, 7);
                    return FrameEncoder.binaryHeader(buffer, 0, 1000)
                            + FrameEncoder.maskedBinaryHeader(buffer, 10, 1000, 7)
                            + FrameEncoder.maskedControl(buffer, 30, Opcode.PONG, payload, 7)
                            + FrameEncoder.close(buffer, 60, 1000, payload);
                });
    }

    @Test
    void readsAnUpgradeWithoutAllocation() {
        final byte[] request =
                utf8(
                        "GET /mqtt HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + "Sec-WebSocket-Protocol: mqtt\r\n\r\n");
        final UnsafeBuffer buffer = new UnsafeBuffer(request);
        final UpgradeRequestDecoder decoder =
                new UpgradeRequestDecoder(new UpgradeLimits(1024, 20));
        assertAllocatesNothing(
                101, () -> decoder.wrap(buffer, 0, request.length, Subprotocol.MQTT));
    }
}
