package io.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.report.Median;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What JMH wrote, of all rounds of one run. */
final class Measurements {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** The time and garbage of one benchmark in each round. */
    private static final class Rounds {
        private final List<Double> nanoseconds = new ArrayList<>();
        private final List<Double> bytes = new ArrayList<>();
    }

    private final Map<String, Rounds> byBenchmark = new HashMap<>();

    /** Adds a round: the file that JMH wrote, its scores in nanoseconds an operation. */
    void add(final Path json) throws IOException {
        for (final JsonNode result : new ObjectMapper().readTree(json.toFile())) {
            final String unit = result.at("/primaryMetric/scoreUnit").asText();
            if (!unit.equals("ns/op")) {
                throw new IOException("not measured in ns/op but in " + unit);
            }
            final String[] name = result.path("benchmark").asText().split("\\.");
            final Rounds rounds =
                    byBenchmark.computeIfAbsent(
                            name[name.length - 2] + "." + name[name.length - 1],
                            key -> new Rounds());
            rounds.nanoseconds.add(result.at("/primaryMetric/score").asDouble());
            rounds.bytes.add(
                    result.path("secondaryMetrics").path(ALLOCATED).path("score").asDouble());
        }
    }

    /** The median of the rounds, in nanoseconds; empty if the benchmark gave no result. */
    Optional<Double> nanoseconds(final String benchmark) {
        return Optional.ofNullable(byBenchmark.get(benchmark))
                .map(rounds -> Median.of(rounds.nanoseconds));
    }

    /** The median of the bytes that an operation allocates. */
    double bytes(final String benchmark) {
        return Median.of(byBenchmark.get(benchmark).bytes);
    }

    /** The median of each round's ratio: both sides of a ratio were measured close together. */
    double ratio(final String benchmark, final String peer) {
        final List<Double> ours = byBenchmark.get(benchmark).nanoseconds;
        final List<Double> theirs = byBenchmark.get(peer).nanoseconds;
        final List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / theirs.get(i));
        }
        return Median.of(ratios);
    }
}
