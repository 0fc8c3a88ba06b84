package io.sluice.engine.loop;

/**
 * The pieces of memory that a loop's connections borrow while bytes wait in them; owned by the
 * loop. Classes by powers of two. It never refuses; what is borrowed beyond the bound is given back
 * to the system when it is returned, and {@link #isShort} makes connections congested early.
 */
final class ChunkPool {
    private static final int SMALLEST_SHIFT = 9;
    private static final int CLASSES = 31 - SMALLEST_SHIFT;

    private final Chunk[] free = new Chunk[CLASSES];
    private final long bytesMax;
    private long borrowedBytes;
    private long keptBytes;
    private int borrowed;

    ChunkPool(final long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** The capacity that a chunk for so many bytes has. */
    static int capacityFor(final int length) {
        return 1 << SMALLEST_SHIFT + classFor(length);
    }

    private static int classFor(final int length) {
        return Math.max(0, 32 - Integer.numberOfLeadingZeros(length - 1) - SMALLEST_SHIFT);
    }

    /** An empty chunk for at least so many bytes. */
    Chunk borrow(final int length) {
        assert length > 0;
        final int sizeClass = classFor(length);
        Chunk chunk = free[sizeClass];
        if (chunk == null) {
            chunk = new Chunk(capacityFor(length));
        } else {
            free[sizeClass] = chunk.next;
            chunk.next = null;
            keptBytes -= chunk.capacity();
        }
        adopt(chunk);
        return chunk;
    }

    void giveBack(final Chunk chunk) {
        giveAway(chunk);
        chunk.offset = 0;
        chunk.limit = 0;
        if (keptBytes + borrowedBytes + chunk.capacity() > bytesMax) {
            chunk.free();
            return;
        }
        final int sizeClass = classFor(chunk.capacity());
        chunk.next = free[sizeClass];
        free[sizeClass] = chunk;
        keptBytes += chunk.capacity();
    }

    /** A borrowed chunk moves to another loop with its connection. */
    void giveAway(final Chunk chunk) {
        borrowed--;
        borrowedBytes -= chunk.capacity();
        assert borrowed >= 0;
    }

    /** A borrowed chunk has come with its connection. */
    void adopt(final Chunk chunk) {
        borrowed++;
        borrowedBytes += chunk.capacity();
    }

    /** Whether more is borrowed than there should be. */
    boolean isShort() {
        return borrowedBytes > bytesMax;
    }

    /** How many have not come back. */
    int borrowed() {
        return borrowed;
    }

    long borrowedBytes() {
        return borrowedBytes;
    }

    /** Frees what waits here; the loop ends. */
    void close() {
        for (int i = 0; i < CLASSES; i++) {
            for (Chunk chunk = free[i]; chunk != null; chunk = chunk.next) {
                chunk.free();
            }
            free[i] = null;
        }
        keptBytes = 0;
    }
}
