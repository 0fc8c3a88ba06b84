package io.sluice.fuzz.ws;

import java.nio.ByteBuffer;

/** What a fuzzer's bytes decide about frames to write, taken from their front; zeros at the end. */
final class FrameScript {
    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 124, 125, 126, 127, 128, 1_000};
    private static final int[] LONG_LENGTHS = {0xFFFF, 0x1_0000, 0x1_0001};

    private final ByteBuffer bytes;
    private boolean longTaken;

    FrameScript(final byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    boolean isOver() {
        return !bytes.hasRemaining();
    }

    int take() {
        return bytes.hasRemaining() ? bytes.get() & 0xFF : 0;
    }

    int takeInt() {
        return take() << 24 | take() << 16 | take() << 8 | take();
    }

    long takeLong() {
        return (long) takeInt() << 32 | takeInt() & 0xFFFF_FFFFL;
    }

    /** Up to so many of the script's own bytes. */
    byte[] takeBytes(final int most) {
        final byte[] taken = new byte[Math.min(bytes.remaining(), take() % (most + 1))];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = (byte) take();
        }
        return taken;
    }

    /**
     * A payload of a length at an edge or of any other; at most one that needs a length of eight
     * bytes or nearly so, because of the time it takes.
     */
    byte[] takePayload() {
        final int choice = take();
        final int length;
        if (choice < LENGTHS.length) {
            length = LENGTHS[choice];
        } else if (choice >= 0xFD && !longTaken) {
            longTaken = true;
            length = LONG_LENGTHS[choice - 0xFD];
        } else {
            length = choice;
        }
        final byte[] payload = new byte[length];
        final int seed = take();
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (seed + i * 31 + (i >> 8));
        }
        final byte[] front = takeBytes(Math.min(length, 16));
        System.arraycopy(front, 0, payload, 0, front.length);
        return payload;
    }
}
