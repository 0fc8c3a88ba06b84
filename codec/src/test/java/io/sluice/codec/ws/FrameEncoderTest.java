package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.hex;
import static io.sluice.codec.ws.Frames.pattern;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.codec.wire.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written is what the RFC draws, and is read back as it was. */
class FrameEncoderTest {
    private static final int KEY = 0x37FA213D;
    private static final Slice NOTHING = Slice.ofUtf8("");

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(256));

    private void assertWritten(final String hex, final int length) {
        final byte[] written = new byte[length];
        buffer.getBytes(1, written);
        assertArrayEquals(hex(hex), written, () -> HexFormat.of().formatHex(written));
    }

    // The examples of section 5.7

    @Test
    void writesThePingAndPongExample() {
        final Slice hello = Slice.ofUtf8("Hello");
        assertWritten("89 05 48656c6c6f", FrameEncoder.control(buffer, 1, Opcode.PING, hello));
        assertWritten(
                "8a 85 37fa213d 7f9f4d5158",
                FrameEncoder.maskedControl(buffer, 1, Opcode.PONG, hello, KEY));
    }

    @Test
    void writesTheHeadersOf256BytesAnd64KiB() {
        assertWritten("82 7e 0100", FrameEncoder.binaryHeader(buffer, 1, 256));
        assertWritten("82 7f 0000000000010000", FrameEncoder.binaryHeader(buffer, 1, 0x1_0000));
    }

    @Test
    void masksTheExamplesPayload() {
        final int length = FrameEncoder.maskedBinaryHeader(buffer, 1, 5, KEY);
        buffer.putBytes(1 + length, utf8("Hello"));
        MaskingKey.apply(buffer, 1 + length, 5, KEY);
        assertWritten("82 85 37fa213d 7f9f4d5158", length + 5);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 8200, 8280",
        "1, 8201, 8281",
        "125, 827d, 82fd",
        "126, 827e007e, 82fe007e",
        "127, 827e007f, 82fe007f",
        "32768, 827e8000, 82fe8000",
        "65535, 827effff, 82feffff",
        "65536, 827f0000000000010000, 82ff0000000000010000",
        "2147483647, 827f000000007fffffff, 82ff000000007fffffff"
    })
    void writesTheShortestLength(final int length, final String server, final String client) {
        assertWritten(server, FrameEncoder.binaryHeader(buffer, 1, length));
        assertEquals(server.length() / 2, FrameEncoder.headerLength(Endpoint.SERVER, length));
        assertWritten(client + "37fa213d", FrameEncoder.maskedBinaryHeader(buffer, 1, length, KEY));
        assertEquals(client.length() / 2 + 4, FrameEncoder.headerLength(Endpoint.CLIENT, length));
    }

    @Test
    void writesCloseFrames() {
        assertWritten("88 02 03ea", FrameEncoder.close(buffer, 1, 1002, NOTHING));
        assertWritten(
                "88 05 03e9 627965", FrameEncoder.close(buffer, 1, 1001, Slice.ofUtf8("bye")));
        assertWritten("88 00", FrameEncoder.close(buffer, 1, 1005, NOTHING));
        assertWritten(
                "88 85 37fa213d 3413434452",
                FrameEncoder.maskedClose(buffer, 1, 1001, Slice.ofUtf8("bye"), KEY));
        assertWritten("88 80 37fa213d", FrameEncoder.maskedClose(buffer, 1, 1005, NOTHING, KEY));
    }

    @Test
    void fillsAControlFrameToItsLimit() {
        final Slice payload = Slice.of(pattern(125));
        assertEquals(127, FrameEncoder.control(buffer, 1, Opcode.PING, payload));
        assertEquals(
                FrameEncoder.MAX_CONTROL_LENGTH,
                FrameEncoder.maskedControl(buffer, 1, Opcode.PING, payload, KEY));
        final Slice reason = Slice.ofUtf8("r".repeat(FrameEncoder.MAX_REASON_LENGTH));
        assertEquals(127, FrameEncoder.close(buffer, 1, 1000, reason));
        assertEquals(
                FrameEncoder.MAX_HEADER_LENGTH,
                FrameEncoder.maskedBinaryHeader(buffer, 1, Integer.MAX_VALUE, KEY));
    }

    @Test
    void refusesOurOwnFaults() {
        final Slice long126 = Slice.of(new byte[126]);
        assertThrows(
                AssertionError.class, () -> FrameEncoder.control(buffer, 1, Opcode.PING, long126));
        assertThrows(
                AssertionError.class, () -> FrameEncoder.control(buffer, 1, Opcode.CLOSE, NOTHING));
        assertThrows(AssertionError.class, () -> FrameEncoder.close(buffer, 1, 1006, NOTHING));
        assertThrows(
                AssertionError.class,
                () -> FrameEncoder.close(buffer, 1, 1000, Slice.of((byte) 0xC3)));
        assertThrows(
                AssertionError.class,
                () -> FrameEncoder.close(buffer, 1, 1005, Slice.ofUtf8("why")));
    }

    @Test
    void isReadBackAsItWas() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        System.out.println("FrameEncoderTest seed " + seed);
        for (int round = 0; round < 2_000; round++) {
            final Endpoint sender = Endpoint.values()[round & 1];
            final UnsafeBuffer wire = new UnsafeBuffer(new byte[400_000]);
            final Frames payloads = Frames.fromServer();
            final List<String> events = new ArrayList<>();
            int at = 0;
            for (int i = random.nextInt(6); i >= 0; i--) {
                final byte[] payload = payload(random);
                if (payload.length <= 125 && random.nextBoolean()) {
                    at += writeControl(sender, wire, at, payload, random.nextInt());
                    events.add("PING " + HexFormat.of().formatHex(payload));
                } else {
                    at += writeBinary(sender, wire, at, payload, random.nextInt());
                    payloads.raw(payload);
                }
            }
            final byte[] bytes = new byte[at];
            wire.getBytes(0, bytes);
            final InboundStream read =
                    InboundStream.from(sender).feedBy(1 + random.nextInt(bytes.length), bytes);
            final String message = "seed " + seed + " round " + round;
            assertEquals(0, read.failure(), message);
            assertArrayEquals(payloads.bytes(), read.stream(), message);
            assertEquals(events, read.events(), message);
        }
    }

    private static byte[] payload(final Random random) {
        final int[] bounds = {10, 130, 1000, random.nextInt(20) == 0 ? 66_000 : 200};
        final byte[] payload = new byte[random.nextInt(bounds[random.nextInt(bounds.length)])];
        random.nextBytes(payload);
        return payload;
    }

    private static int writeControl(
            final Endpoint sender,
            final UnsafeBuffer wire,
            final int at,
            final byte[] payload,
            final int key) {
        return sender == Endpoint.SERVER
                ? FrameEncoder.control(wire, at, Opcode.PING, Slice.of(payload))
                : FrameEncoder.maskedControl(wire, at, Opcode.PING, Slice.of(payload), key);
    }

    /** A client masks here in two parts, as it would a payload that it writes in two. */
    private static int writeBinary(
            final Endpoint sender,
            final UnsafeBuffer wire,
            final int at,
            final byte[] payload,
            final int key) {
        final int length = FrameEncoder.headerLength(sender, payload.length);
        wire.putBytes(at + length, payload);
        if (sender == Endpoint.SERVER) {
            return FrameEncoder.binaryHeader(wire, at, payload.length) + payload.length;
        }
        final int half = payload.length / 2;
        final int rest = MaskingKey.apply(wire, at + length, half, key);
        MaskingKey.apply(wire, at + length + half, payload.length - half, rest);
        return FrameEncoder.maskedBinaryHeader(wire, at, payload.length, key) + payload.length;
    }
}
