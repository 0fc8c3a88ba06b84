package io.sluice.engine.observe;

import org.agrona.concurrent.AtomicBuffer;

/**
 * The counters of one agent: a block of 64-bit numbers, one writer, any readers. The buffer is the
 * counter file's, or plain memory in a test.
 *
 * <pre>
 *  sequence   odd while the agent is in its duty: then the books may be between two counters
 *  answered   the last request that the copy is an answer to, 0 while it is made
 *  counters   one for each
 *  copy       the counters as they were at the end of a duty
 * </pre>
 *
 * <p>Who wants numbers that belong together reads the counters of an agent that is at rest, or asks
 * for a copy: an agent that is always in its duty makes one at the end of the next.
 */
public final class Counters {
    private static final Counter[] ALL = Counter.values();
    static final int SEQUENCE_AT = 0;
    static final int ANSWERED_AT = Long.BYTES;
    static final int FIRST_AT = 2 * Long.BYTES;

    private final Latencies latencies = new Latencies();
    private final AtomicBuffer buffer;
    private final int offset;

    /** Where copies are asked for, and the place in it; null where nobody can ask. */
    private final AtomicBuffer requests;

    private final int requestAt;
    private long sequence;
    private long answered;

    /** A block at the offset, which is a multiple of eight. */
    public Counters(final AtomicBuffer buffer, final int offset) {
        this(buffer, offset, null, 0);
    }

    Counters(
            final AtomicBuffer buffer,
            final int offset,
            final AtomicBuffer requests,
            final int requestAt) {
        assert offset % Long.BYTES == 0 && offset + BLOCK_LENGTH <= buffer.capacity();
        this.buffer = buffer;
        this.offset = offset;
        this.requests = requests;
        this.requestAt = requestAt;
    }

    /** Bytes of one block. */
    public static final int BLOCK_LENGTH = lengthFor(ALL.length);

    /** Bytes of a block of so many counters. */
    static int lengthFor(final int counters) {
        return FIRST_AT + 2 * counters * Long.BYTES;
    }

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

    /** What the same agent measures. */
    public Latencies latencies() {
        return latencies;
    }

    /** The owner: what another keeps, as it is now. */
    public void set(final Counter counter, final long value) {
        buffer.putLongOrdered(index(counter), value);
    }

    /** Anyone. */
    public long get(final Counter counter) {
        return buffer.getLongVolatile(index(counter));
    }

    /** The owner begins a duty: from here on its counters may not belong together. */
    public void beginDuty() {
        assert (sequence & 1) == 0 : "in a duty";
        buffer.putLongOrdered(offset + SEQUENCE_AT, ++sequence);
    }

    /** The owner: whether it is in a duty; still so after one that has failed. */
    public boolean isInDuty() {
        return (sequence & 1) == 1;
    }

    /** The owner has ended a duty; not after one that has failed. */
    public void endDuty() {
        assert (sequence & 1) == 1 : "in no duty";
        if (requests != null) {
            final long asked = requests.getLongVolatile(requestAt);
            if (asked != answered) {
                answer(asked);
            }
        }
        buffer.putLongOrdered(offset + SEQUENCE_AT, ++sequence);
    }

    private void answer(final long asked) {
        answered = asked;
        buffer.putLongOrdered(offset + ANSWERED_AT, 0);
        for (int i = 0; i < ALL.length; i++) {
            final int index = offset + FIRST_AT + i * Long.BYTES;
            buffer.putLongOrdered(index + ALL.length * Long.BYTES, buffer.getLong(index));
        }
        buffer.putLongOrdered(offset + ANSWERED_AT, asked);
    }

    private int index(final Counter counter) {
        return offset + FIRST_AT + counter.ordinal() * Long.BYTES;
    }
}
