package io.sluice.engine.observe;

import org.agrona.concurrent.AtomicBuffer;

/**
 * The counters of one agent: a block of 64-bit numbers, one writer, any readers. The buffer is the
 * counter file's, or plain memory in a test.
 */
public final class Counters {
    private static final Counter[] ALL = Counter.values();

    private final AtomicBuffer buffer;
    private final int offset;

    /** A block at the offset, which is a multiple of eight. */
    public Counters(final AtomicBuffer buffer, final int offset) {
        assert offset % Long.BYTES == 0 && offset + BLOCK_LENGTH <= buffer.capacity();
        this.buffer = buffer;
        this.offset = offset;
    }

    /** Bytes of one block. */
    public static final int BLOCK_LENGTH = ALL.length * Long.BYTES;

    /** The owner: one more. */
    public void increment(final Counter counter) {
        add(counter, 1);
    }

    /** The owner: so many more. */
    public void add(final Counter counter, final long count) {
        assert count >= 0;
        final int index = index(counter);
        buffer.putLongOrdered(index, buffer.getLong(index) + count);
    }

    /** The owner: what another keeps, as it is now. */
    public void set(final Counter counter, final long value) {
        buffer.putLongOrdered(index(counter), value);
    }

    /** Anyone. */
    public long get(final Counter counter) {
        return buffer.getLongVolatile(index(counter));
    }

    private int index(final Counter counter) {
        return offset + counter.ordinal() * Long.BYTES;
    }
}
