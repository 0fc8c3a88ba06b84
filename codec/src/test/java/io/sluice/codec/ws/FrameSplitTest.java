package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.FIN;
import static io.sluice.codec.ws.Frames.closePayload;
import static io.sluice.codec.ws.Frames.pattern;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** However a stream is cut, and wherever its pieces lie, the same comes out of it. */
class FrameSplitTest {
    private static final byte[] NOTHING = {};

    /** All frame forms, a mask phase of each kind, control frames everywhere. */
    private static byte[] stream(final Endpoint sender, final int ending) {
        final Frames frames =
                sender == Endpoint.CLIENT ? Frames.fromClient(0x91A2_C3F4) : Frames.fromServer();
        frames.binary(pattern(3))
                .frame(FIN | Opcode.PING, pattern(13))
                .frame(Opcode.BINARY, pattern(130))
                .frame(FIN | Opcode.PONG, NOTHING)
                .frame(Opcode.CONTINUATION, NOTHING)
                .frame(FIN | Opcode.PING, pattern(1))
                .frame(FIN, pattern(21))
                .binary(NOTHING)
                .binary(pattern(1));
        return (switch (ending) {
                    case Opcode.CLOSE ->
                            frames.frame(FIN | Opcode.CLOSE, closePayload(1001, utf8("going ✓")));
                    case Opcode.TEXT -> frames.frame(FIN | Opcode.TEXT, utf8("no"));
                    default -> frames;
                })
                .bytes();
    }

    private static void assertSame(
            final InboundStream expected, final InboundStream actual, final String cut) {
        assertArrayEquals(expected.stream(), actual.stream(), cut);
        assertEquals(expected.events(), actual.events(), cut);
        assertEquals(expected.failure(), actual.failure(), cut);
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void readsTheStreamTheSameCutAnywhereInThree(final Endpoint sender) {
        for (final int ending : new int[] {Opcode.BINARY, Opcode.CLOSE, Opcode.TEXT}) {
            final byte[] bytes = stream(sender, ending);
            final InboundStream whole = InboundStream.from(sender).feed(bytes);
            assertEquals(155, whole.stream().length);
            assertEquals(ending == Opcode.CLOSE ? 4 : 3, whole.events().size());
            for (int first = 0; first <= bytes.length; first++) {
                for (int second = first; second <= bytes.length; second++) {
                    final InboundStream cut =
                            InboundStream.from(sender)
                                    .feed(Arrays.copyOfRange(bytes, 0, first))
                                    .feed(Arrays.copyOfRange(bytes, first, second))
                                    .feed(Arrays.copyOfRange(bytes, second, bytes.length));
                    assertSame(whole, cut, first + ", " + second);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void readsTheStreamTheSameInPiecesOfAnySize(final Endpoint sender) {
        final byte[] bytes = stream(sender, Opcode.CLOSE);
        final InboundStream whole = InboundStream.from(sender).feed(bytes);
        for (int size = 1; size <= bytes.length; size++) {
            assertSame(whole, InboundStream.from(sender).feedBy(size, bytes), "by " + size);
        }
    }

    static List<MutableDirectBuffer> buffers() {
        return List.of(
                new UnsafeBuffer(new byte[512]),
                new UnsafeBuffer(new byte[600], 3, 512),
                new UnsafeBuffer(ByteBuffer.allocateDirect(512)),
                new UnsafeBuffer(ByteBuffer.allocateDirect(600), 5, 512),
                new ExpandableArrayBuffer(512));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void readsTheStreamInAnyBufferAtAnyAlignment(final MutableDirectBuffer buffer) {
        for (final Endpoint sender : Endpoint.values()) {
            final byte[] bytes = stream(sender, Opcode.CLOSE);
            final InboundStream whole = InboundStream.from(sender).feed(bytes);
            for (int offset = 0; offset < 17; offset++) {
                final InboundStream moved = InboundStream.from(sender).feed(buffer, offset, bytes);
                assertSame(whole, moved, "at " + offset);
            }
            final int last = buffer.capacity() - bytes.length;
            assertSame(whole, InboundStream.from(sender).feed(buffer, last, bytes), "at the end");
        }
    }

    @Test
    void staysInsideItsRangeWhateverTheBytes() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        System.out.println("FrameSplitTest seed " + seed);
        int failed = 0;
        for (int round = 0; round < 20_000; round++) {
            final Endpoint sender = Endpoint.values()[random.nextInt(2)];
            final byte[] bytes = stream(sender, Opcode.CLOSE);
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            final InboundStream whole = InboundStream.from(sender).feed(bytes);
            final InboundStream cut = InboundStream.from(sender);
            int at = 0;
            while (at < bytes.length) {
                final int end = Math.min(bytes.length, at + random.nextInt(40));
                cut.feed(Arrays.copyOfRange(bytes, at, end));
                at = end;
            }
            assertSame(whole, cut, "seed " + seed + " round " + round);
            failed += whole.failure() == 0 ? 0 : 1;
        }
        assertFalse(failed == 0 || failed == 20_000, "neither all good nor all bad: " + failed);
    }
}
