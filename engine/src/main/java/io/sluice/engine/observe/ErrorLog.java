package io.sluice.engine.observe;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;

/**
 * The last errors of the daemon, in memory: any thread may record, any may read, none waits for
 * another or for a disk. What is printed is another agent's business.
 */
public final class ErrorLog {
    /** One error: the how-manieth, when on the wall clock, where, and what. */
    public record Entry(long sequence, long timeMs, String what, Throwable error) {}

    private final AtomicReferenceArray<Entry> ring;
    private final AtomicLong recorded = new AtomicLong();
    private final EpochClock clock;

    /** Keeps the last so many. */
    public ErrorLog(final int capacity, final EpochClock clock) {
        this.ring = new AtomicReferenceArray<>(capacity);
        this.clock = Objects.requireNonNull(clock);
    }

    /** Keeps an error, and forgets the oldest one if there are too many. */
    public void record(final String what, final Throwable error) {
        final long sequence = recorded.getAndIncrement();
        ring.set((int) (sequence % ring.length()), new Entry(sequence, clock.time(), what, error));
    }

    /** How many were recorded in all; those that were forgotten too. */
    public long recorded() {
        return recorded.get();
    }

    /** Shows the errors from the given one on that are still kept; returns the next to ask for. */
    public long forEach(final long fromSequence, final Consumer<Entry> reader) {
        final long end = recorded.get();
        long next = Math.max(fromSequence, end - ring.length());
        for (; next < end; next++) {
            final Entry entry = ring.get((int) (next % ring.length()));
            if (entry == null || entry.sequence() < next) {
                break; // its writer is at it: the reader comes again
            }
            if (entry.sequence() == next) {
                reader.accept(entry);
            }
        }
        return next;
    }
}
