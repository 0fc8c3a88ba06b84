package io.sluice.engine.control;

import io.sluice.engine.observe.Counter;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** Counters and gauges in the text that Prometheus reads, version 0.0.4. */
final class MetricsText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsText() {}

    /** A number that goes up and down, and what it means. */
    record Gauge(String name, String meaning, LongSupplier value) {}

    static String of(final ToLongFunction<Counter> counters, final List<Gauge> gauges) {
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
        return text.toString();
    }

    private static void metric(
            final StringBuilder text,
            final String name,
            final String type,
            final String help,
            final long value) {
        text.append("# HELP ").append(name).append(' ').append(escaped(help)).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(value).append('\n');
    }

    private static String escaped(final String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }
}
