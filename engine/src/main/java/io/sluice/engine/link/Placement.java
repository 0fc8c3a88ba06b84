package io.sluice.engine.link;

import org.agrona.DirectBuffer;

/**
 * Which loop something lives on, by its name: an address, a client identifier, a container-id. The
 * hash is keyed, so that nobody can choose names that all meet on one loop.
 */
public final class Placement {
    private final int loops;
    private final long seed;

    /** For so many loops; the seed is chosen by the process. */
    public Placement(final int loops, final long seed) {
        this.loops = loops;
        this.seed = seed;
    }

    /** From 0. */
    public int loopOf(final DirectBuffer name, final int offset, final int length) {
        if (loops == 1) {
            return 0;
        }
        long hash = seed ^ length * 0x9E3779B97F4A7C15L;
        for (int i = offset; i < offset + length; i++) {
            hash = (hash ^ name.getByte(i)) * 0x100000001B3L;
            hash ^= hash >>> 29;
        }
        hash *= 0xBF58476D1CE4E5B9L;
        return (int) Long.remainderUnsigned(hash ^ hash >>> 32, loops);
    }

    public int loops() {
        return loops;
    }
}
