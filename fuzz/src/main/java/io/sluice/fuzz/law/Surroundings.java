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
    private final byte[] before = new byte[MARGIN];
    private final byte[] after = new byte[MARGIN];
    private byte[] bytes = new byte[0];
    private int length;

    /** Lays the input between bytes that are all the same. */
    UnsafeBuffer fill(final byte[] input, final byte filler) {
        return fill(input, 0, input.length, filler);
    }

    /** Lays a part of the input between bytes that are all the same. */
    UnsafeBuffer fill(final byte[] input, final int offset, final int length, final byte filler) {
        place(input, offset, length);
        Arrays.fill(before, filler);
        Arrays.fill(after, filler);
        surround();
        return buffer;
    }

    /** Lays the input between copies of itself: what follows looks like more of the same. */
    UnsafeBuffer repeat(final byte[] input) {
        place(input, 0, input.length);
        for (int i = 0; i < MARGIN; i++) {
            final byte next = input.length == 0 ? (byte) i : input[i % input.length];
            before[i] = next;
            after[i] = next;
        }
        surround();
        return buffer;
    }

    /** Whether what lies around the input is still what was laid there. */
    boolean areUntouched() {
        final int limit = MARGIN + length;
        return Arrays.equals(bytes, 0, MARGIN, before, 0, MARGIN)
                && Arrays.equals(bytes, limit, limit + MARGIN, after, 0, MARGIN);
    }

    /** Where the input begins. */
    int offset() {
        return MARGIN;
    }

    private void place(final byte[] input, final int offset, final int length) {
        final int needed = length + 2 * MARGIN;
        if (needed > bytes.length) {
            bytes = new byte[Math.max(needed, 2 * bytes.length)];
            buffer.wrap(bytes);
        }
        this.length = length;
        System.arraycopy(input, offset, bytes, MARGIN, length);
    }

    private void surround() {
        System.arraycopy(before, 0, bytes, 0, MARGIN);
        System.arraycopy(after, 0, bytes, MARGIN + length, MARGIN);
    }
}
