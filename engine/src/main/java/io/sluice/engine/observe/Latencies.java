package io.sluice.engine.observe;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.AtomicHistogram;

/**
 * The times that one agent measured since it began: one writer, any readers. In microseconds, to
 * two digits; what took longer than an hour is an hour.
 */
public final class Latencies {
    private static final long HIGHEST_US = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 2;

    // Not each agent measures each of them, and one takes some 20 KiB.
    private final AtomicHistogram[] histograms = new AtomicHistogram[Latency.values().length];

    /** Before the agent starts: it is going to measure these. */
    public void prepare(final Latency... measured) {
        for (final Latency latency : measured) {
            histograms[latency.ordinal()] = new AtomicHistogram(HIGHEST_US, DIGITS);
        }
    }

    /** The owner: it took so long. */
    public void record(final Latency latency, final long ns) {
        final long us = TimeUnit.NANOSECONDS.toMicros(ns);
        histograms[latency.ordinal()].recordValue(Math.max(0, Math.min(us, HIGHEST_US)));
    }

    /** Anyone: adds what was measured so far, in microseconds. */
    public void addTo(final Latency latency, final AbstractHistogram sum) {
        final AtomicHistogram histogram = histograms[latency.ordinal()];
        if (histogram != null) {
            sum.add(histogram);
        }
    }
}
