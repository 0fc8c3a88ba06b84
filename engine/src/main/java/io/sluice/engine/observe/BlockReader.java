package io.sluice.engine.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads the block of one agent, which may be counting in it meanwhile; see {@link Counters}. */
final class BlockReader {
    private static final int SPINS = 1_000;
    private static final long PAUSE_NS = 50_000;

    private final UnsafeBuffer buffer;
    private final int offset;
    private final String[] labels;
    private final long[] numbers;

    BlockReader(final UnsafeBuffer buffer, final int offset, final String[] labels) {
        this.buffer = buffer;
        this.offset = offset;
        this.labels = labels;
        this.numbers = new long[labels.length];
    }

    /** As they are. */
    CounterSnapshot.Agent read() {
        return agent(readAtRest());
    }

    /**
     * Not before this is called, and between two duties if that is so before the deadline; else as
     * they are then. Asks for a copy, in a buffer that may be written to.
     */
    CounterSnapshot.Agent read(final long deadlineNs) {
        final long request = buffer.getAndAddLong(CounterFile.REQUEST_AT, 1) + 1;
        for (int i = 0; ; i++) {
            final boolean atBoundary = readAtRest() || readCopy(request);
            if (atBoundary || System.nanoTime() - deadlineNs >= 0) {
                return agent(atBoundary);
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private boolean readAtRest() {
        final long sequence = buffer.getLongVolatile(offset + Counters.SEQUENCE_AT);
        numbers(offset + Counters.FIRST_AT);
        return (sequence & 1) == 0
                && sequence == buffer.getLongVolatile(offset + Counters.SEQUENCE_AT);
    }

    /** The copy that was made for this request, or for a later one. */
    private boolean readCopy(final long request) {
        final long answered = buffer.getLongVolatile(offset + Counters.ANSWERED_AT);
        if (answered < request) {
            return false;
        }
        numbers(offset + Counters.FIRST_AT + labels.length * Long.BYTES);
        return answered == buffer.getLongVolatile(offset + Counters.ANSWERED_AT);
    }

    private void numbers(final int from) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = buffer.getLongVolatile(from + i * Long.BYTES);
        }
    }

    private CounterSnapshot.Agent agent(final boolean atBoundary) {
        final Map<String, Long> values = new LinkedHashMap<>();
        for (int i = 0; i < labels.length; i++) {
            values.put(labels[i], numbers[i]);
        }
        return new CounterSnapshot.Agent(atBoundary, values);
    }
}
