package io.sluice.engine.control;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Latency;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Counters and gauges in the text that Prometheus reads, version 0.0.4. */
final class MetricsText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsText() {}

    /** A number that goes up and down, and what it means. */
    record Gauge(String name, String meaning, LongSupplier value) {}

    /** Upper bounds of the buckets, in seconds as text and in microseconds. */
    private static final String[] BOUNDS = {
        "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1",
        "0.25", "0.5", "1", "2.5", "5", "10", "60"
    };

    private static final long[] BOUNDS_US =
            Stream.of(BOUNDS)
                    .mapToLong(bound -> new BigDecimal(bound).movePointRight(6).longValueExact())
                    .toArray();

    static String of(
            final ToLongFunction<Counter> counters,
            final List<Gauge> gauges,
            final Function<Latency, Histogram> latencies) {
        final StringBuilder text = new StringBuilder(16 << 10);
        for (final Counter counter : Counter.values()) {
            metric(
                    text,
                    "sluice_" + counter.label() + (counter.isGauge() ? "" : "_total"),
                    counter.isGauge() ? "gauge" : "counter",
                    counter.meaning(),
                    counters.applyAsLong(counter));
        }
        for (final Gauge gauge : gauges) {
            metric(
                    text,
                    "sluice_" + gauge.name(),
                    "gauge",
                    gauge.meaning(),
                    gauge.value().getAsLong());
        }
        for (final Latency latency : Latency.values()) {
            histogram(text, latency, latencies.apply(latency));
        }
        return text.toString();
    }

    private static void histogram(
            final StringBuilder text, final Latency latency, final Histogram us) {
        final String name = "sluice_" + latency.label() + "_seconds";
        head(text, name, "histogram", latency.meaning());
        final long[] atMost = new long[BOUNDS_US.length];
        long count = 0;
        long sumUs = 0;
        for (final HistogramIterationValue step : us.recordedValues()) {
            final long valueUs = us.medianEquivalentValue(step.getValueIteratedTo());
            count += step.getCountAtValueIteratedTo();
            sumUs += valueUs * step.getCountAtValueIteratedTo();
            for (int i = BOUNDS_US.length - 1; i >= 0 && valueUs <= BOUNDS_US[i]; i--) {
                atMost[i] += step.getCountAtValueIteratedTo();
            }
        }
        for (int i = 0; i < atMost.length; i++) {
            bucket(text, name, BOUNDS[i], atMost[i]);
        }
        bucket(text, name, "+Inf", count);
        text.append(name).append("_sum ").append(BigDecimal.valueOf(sumUs, 6)).append('\n');
        text.append(name).append("_count ").append(count).append('\n');
    }

    private static void bucket(
            final StringBuilder text, final String name, final String bound, final long count) {
        text.append(name).append("_bucket{le=\"").append(bound).append("\"} ");
        text.append(count).append('\n');
    }

    private static void metric(
            final StringBuilder text,
            final String name,
            final String type,
            final String help,
            final long value) {
        head(text, name, type, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void head(
            final StringBuilder text, final String name, final String type, final String help) {
        text.append("# HELP ").append(name).append(' ').append(escaped(help)).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static String escaped(final String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }
}
