package io.sluice.engine.link;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Payload bytes of one loop, from one fixed region of direct memory; owned by that loop. A slab is
 * an offset into the region. Blocks of {@value #BLOCK} bytes are given to a size class when it
 * needs one and come back when all of it is free; what is larger than a block takes a run of
 * blocks.
 */
public final class SlabPool {
    /** What {@link #allocate} answers when there is no room. */
    public static final int NONE = -1;

    static final int BLOCK = 64 << 10;
    private static final int BLOCK_SHIFT = 16;
    private static final int SMALLEST_SHIFT = 9;
    private static final int CLASSES = BLOCK_SHIFT - SMALLEST_SHIFT;

    private static final byte FREE = -1;
    private static final byte RUN_HEAD = 100;
    private static final byte RUN_TAIL = 101;

    private final ByteBuffer region;
    private final UnsafeBuffer buffer;

    // Of each block: its size class (0 for 512 bytes), FREE, or part of a run; the slabs that are
    // taken (a bit each, the smallest class has 128 of them) or the run's length.
    private final byte[] kind;
    private final long[] takenLow;
    private final long[] takenHigh;
    private final int[] runLength;

    /** Of each class: a block that has room, to look at first. */
    private final int[] hint = new int[CLASSES];

    private int blocksFree;
    private int searchFrom;

    /** A pool over a region of so many bytes, rounded up to whole blocks. */
    public SlabPool(final int regionBytes) {
        final int blocks = Math.max(1, (regionBytes + BLOCK - 1) >>> BLOCK_SHIFT);
        region = ByteBuffer.allocateDirect(blocks << BLOCK_SHIFT);
        buffer = new UnsafeBuffer(region);
        kind = new byte[blocks];
        java.util.Arrays.fill(kind, FREE);
        takenLow = new long[blocks];
        takenHigh = new long[blocks];
        runLength = new int[blocks];
        java.util.Arrays.fill(hint, NONE);
        blocksFree = blocks;
    }

    /** The region; other agents may read and fill a slab that was handed to them. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** A view of the region for the sockets, to be positioned by its user: the owner alone. */
    public ByteBuffer byteBuffer() {
        return region;
    }

    /** The offset of a slab of at least so many bytes, or {@link #NONE}. */
    public int allocate(final int length) {
        assert length > 0;
        if (length > BLOCK >>> 1) {
            return allocateRun((length + BLOCK - 1) >>> BLOCK_SHIFT);
        }
        final int shift = Math.max(SMALLEST_SHIFT, 32 - Integer.numberOfLeadingZeros(length - 1));
        return allocateSmall(shift - SMALLEST_SHIFT);
    }

    private int allocateSmall(final int sizeClass) {
        int block = hint[sizeClass];
        if (block == NONE || kind[block] != sizeClass || isFull(block, sizeClass)) {
            block = findBlock(sizeClass);
            if (block == NONE) {
                return NONE;
            }
            hint[sizeClass] = block;
        }
        final int slabs = slabsOf(sizeClass);
        int index = Long.numberOfTrailingZeros(~takenLow[block]);
        if (index < Math.min(slabs, Long.SIZE)) {
            takenLow[block] |= 1L << index;
        } else {
            index = Long.numberOfTrailingZeros(~takenHigh[block]);
            takenHigh[block] |= 1L << index;
            index += Long.SIZE;
        }
        assert index < slabs;
        return (block << BLOCK_SHIFT) + (index << sizeClass + SMALLEST_SHIFT);
    }

    private int findBlock(final int sizeClass) {
        int free = NONE;
        for (int i = 0; i < kind.length; i++) {
            if (kind[i] == sizeClass && !isFull(i, sizeClass)) {
                return i;
            }
            if (free == NONE && kind[i] == FREE) {
                free = i;
            }
        }
        if (free != NONE) {
            kind[free] = (byte) sizeClass;
            blocksFree--;
        }
        return free;
    }

    private int allocateRun(final int blocks) {
        if (blocks > blocksFree) {
            return NONE;
        }
        int length = 0;
        for (int i = 0, block = searchFrom; i < kind.length + blocks; i++, block++) {
            if (block == kind.length) { // a run does not wrap
                block = 0;
                length = 0;
            }
            length = kind[block] == FREE ? length + 1 : 0;
            if (length == blocks) {
                final int head = block - blocks + 1;
                java.util.Arrays.fill(kind, head, block + 1, RUN_TAIL);
                kind[head] = RUN_HEAD;
                runLength[head] = blocks;
                blocksFree -= blocks;
                searchFrom = block + 1 == kind.length ? 0 : block + 1;
                return head << BLOCK_SHIFT;
            }
        }
        return NONE;
    }

    /** Gives a slab back. */
    public void free(final int offset) {
        final int block = offset >>> BLOCK_SHIFT;
        if (kind[block] == RUN_HEAD) {
            java.util.Arrays.fill(kind, block, block + runLength[block], FREE);
            blocksFree += runLength[block];
            return;
        }
        final int sizeClass = kind[block];
        assert sizeClass >= 0 && sizeClass < CLASSES : "free of what is not a slab: " + offset;
        final int index = (offset & BLOCK - 1) >>> sizeClass + SMALLEST_SHIFT;
        final long[] taken = index < Long.SIZE ? takenLow : takenHigh;
        final long bit = 1L << index;
        assert (taken[block] & bit) != 0 : "freed twice: " + offset;
        taken[block] &= ~bit;
        if (takenLow[block] == 0 && takenHigh[block] == 0) {
            kind[block] = FREE;
            blocksFree++;
        } else {
            hint[sizeClass] = block;
        }
    }

    /** How many bytes a slab that was allocated at the offset has. */
    public int capacity(final int offset) {
        final int block = offset >>> BLOCK_SHIFT;
        return kind[block] == RUN_HEAD
                ? runLength[block] << BLOCK_SHIFT
                : 1 << kind[block] + SMALLEST_SHIFT;
    }

    /** By how much {@link #bytesFree} falls at most when a slab of so many bytes is allocated. */
    public static int bytesAtMost(final int length) {
        return (length + BLOCK - 1) & -BLOCK;
    }

    /** Bytes in blocks that nobody uses; all of the region once everything came home. */
    public int bytesFree() {
        return blocksFree << BLOCK_SHIFT;
    }

    /** Bytes of the region. */
    public int bytesTotal() {
        return kind.length << BLOCK_SHIFT;
    }

    private static int slabsOf(final int sizeClass) {
        return BLOCK >>> sizeClass + SMALLEST_SHIFT;
    }

    private boolean isFull(final int block, final int sizeClass) {
        final int slabs = slabsOf(sizeClass);
        return slabs <= Long.SIZE
                ? Long.bitCount(takenLow[block]) == slabs
                : takenLow[block] == -1L && takenHigh[block] == -1L;
    }
}
