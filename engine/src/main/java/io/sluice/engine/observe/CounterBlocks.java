package io.sluice.engine.observe;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The blocks of all agents in one buffer, a cache line apart. Given out before the agents start,
 * read by anyone.
 */
public final class CounterBlocks {
    private static final int LINE = 64;
    static final int STRIDE = (Counters.BLOCK_LENGTH + 2 * LINE - 1) / LINE * LINE;

    private final AtomicBuffer buffer;
    private final AtomicBuffer requests;
    private final int requestAt;
    private final List<Counters> given = new ArrayList<>();

    public CounterBlocks(final AtomicBuffer buffer) {
        this(buffer, null, 0);
    }

    /** Blocks whose agents look for requests there. */
    CounterBlocks(final AtomicBuffer buffer, final AtomicBuffer requests, final int requestAt) {
        this.buffer = buffer;
        this.requests = requests;
        this.requestAt = requestAt;
    }

    /** Bytes that so many agents need. */
    public static int lengthFor(final int agents) {
        return agents * STRIDE;
    }

    /** The block of the next agent. */
    public Counters next() {
        final Counters block = new Counters(buffer, given.size() * STRIDE, requests, requestAt);
        given.add(block);
        return block;
    }

    /** What all agents have measured so far, in microseconds. */
    public Histogram latency(final Latency latency) {
        final Histogram sum = new Histogram(2);
        for (int i = 0; i < given.size(); i++) {
            given.get(i).latencies().addTo(latency, sum);
        }
        return sum;
    }

    /** Over all agents. */
    public long sum(final Counter counter) {
        long sum = 0;
        for (int i = 0; i < given.size(); i++) {
            sum += given.get(i).get(counter);
        }
        return sum;
    }
}
