package io.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.bench.report.Page;
import io.sluice.bench.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The suites name benchmarks that run, and the table says what was measured. */
class SuitesTest {
    private static final String JSON =
            """
            [{"benchmark": "io.sluice.bench.Our.fast", "primaryMetric": {"score": %s,
              "scoreUnit": "ns/op"}, "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %s}}},
             {"benchmark": "io.sluice.bench.Peer.slow", "primaryMetric": {"score": 100.0,
              "scoreUnit": "ns/op"}, "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 64.0}}}]
            """;

    @TempDir private Path directory;

    @Test
    void everyBenchmarkRunsAndStandsInASuite() throws IOException, RunnerException {
        System.setProperty("jmh.ignoreLock", "true"); // nothing is measured here
        final Options options =
                new OptionsBuilder()
                        .include("io\\.sluice\\.bench\\..*")
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build();
        final TreeSet<String> ran =
                new Runner(options)
                        .run().stream()
                                .map(result -> result.getParams().getBenchmark())
                                .map(name -> name.replace("io.sluice.bench.", ""))
                                .collect(Collectors.toCollection(TreeSet::new));
        final TreeSet<String> named = JmhSuite.load("codec").benchmarks();
        assertFalse(named.isEmpty());
        assertEquals(named, ran, "each benchmark stands in a suite, each named one runs");
    }

    private String table(final String score, final String bytes) throws IOException {
        final Path json = directory.resolve("round.json");
        Files.writeString(json, JSON.formatted(score, bytes));
        final Measurements measured = new Measurements();
        measured.add(json);
        final JmhSuite suite =
                new JmhSuite(
                        "sample",
                        List.of(JmhSuite.Row.parse("decode\tOur.fast\tPeer.slow\t0.200")));
        return new Table(suite.lines(measured)).markdown();
    }

    @Test
    void theTableComparesTheRatioWithItsGoal() throws IOException {
        assertTrue(table("20.0", "0.001").contains("| 20.0 ns, 0 B | 100.0 ns, 64 B | 0.200 |"));
        assertTrue(table("20.0", "0.001").contains("| yes |"));
        assertTrue(table("21.0", "0.001").contains("| NO  |"), "too slow");
        assertTrue(table("20.0", "16.0").contains("| NO  |"), "not free of garbage");
        assertTrue(table("700000.0", "10.0").contains("| 700000.0 ns, 0 B |"), "the harness's own");
        assertTrue(
                table("700000.0", "64.0").contains("| 700000.0 ns, 64 B |"), "not the harness's");
    }

    @Test
    void thePageKeepsWhatIsNotTheSuites() throws IOException {
        final Path path = directory.resolve("page.md");
        Files.writeString(path, "before\n<!-- begin x -->\nold\n<!-- end x -->\nafter\n");
        new Page(path).write("x", "new\n");
        assertEquals(
                "before\n<!-- begin x -->\nnew\n<!-- end x -->\nafter\n", Files.readString(path));
    }
}
