package io.sluice.fuzz.law;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A large buffer with the input in its middle and hostile bytes on both sides: whoever looks past
 * the range finds something, and not the same thing each time. Used again for every input.
 */
final class Surroundings {
    private static final int MARGIN = 64;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private byte[] bytes = new byte[0];

    /** Lays the input between bytes that are all the same. */
    UnsafeBuffer fill(final byte[] input, final byte filler) {
        place(input);
        Arrays.fill(bytes, 0, MARGIN, filler);
        Arrays.fill(bytes, MARGIN + input.length, 2 * MARGIN + input.length, filler);
        return buffer;
    }

    /** Lays the input between copies of itself: what follows looks like more of the same. */
    UnsafeBuffer repeat(final byte[] input) {
        place(input);
        for (int i = 0; i < MARGIN; i++) {
            final byte next = input.length == 0 ? (byte) i : input[i % input.length];
            bytes[i] = next;
            bytes[MARGIN + input.length + i] = next;
        }
        return buffer;
    }

    /** Where the input begins. */
    int offset() {
        return MARGIN;
    }

    private void place(final byte[] input) {
        final int needed = input.length + 2 * MARGIN;
        if (needed > bytes.length) {
            bytes = new byte[Math.max(needed, 2 * bytes.length)];
            buffer.wrap(bytes);
        }
        System.arraycopy(input, 0, bytes, MARGIN, input.length);
    }
}
