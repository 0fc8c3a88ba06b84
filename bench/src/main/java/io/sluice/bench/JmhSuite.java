package io.sluice.bench;

import io.sluice.bench.report.Line;
import io.sluice.bench.report.Suite;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What one suite of JMH measures: a row for each comparison. The rounds take turns over all
 * benchmarks, so that both sides of a ratio meet the same machine; a row's figures are the medians
 * of its rounds. Read from a resource with a line for each row: what, our benchmark, the peer's (or
 * {@code -}), the largest ratio that is good enough (or {@code -}), separated by tabs.
 */
record JmhSuite(String name, List<Row> rows) implements Suite {
    private static final Path RESULTS = Path.of("bench", "target", "results");

    /** Less than this is the harness's own garbage, spread over the operations... */
    private static final double NO_BYTES = 0.5;

    /** ...of which a long operation bears more: bytes for each nanosecond that it takes. */
    private static final double HARNESS_BYTES_A_NANOSECOND = 20e-6;

    /**
     * One comparison.
     *
     * @param ours our benchmark, {@code Class.method} in this package
     * @param peer what it is compared with, if anything
     * @param ratioMax how much of the peer's time ours may take, if there is a goal
     */
    record Row(String what, String ours, Optional<String> peer, OptionalDouble ratioMax) {
        private static final String NONE = "-";

        static Row parse(final String line) {
            final String[] fields = line.split("\t+");
            if (fields.length != 4) {
                throw new IllegalArgumentException("not four fields: " + line);
            }
            return new Row(
                    fields[0],
                    fields[1],
                    fields[2].equals(NONE) ? Optional.empty() : Optional.of(fields[2]),
                    fields[3].equals(NONE)
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(Double.parseDouble(fields[3])));
        }
    }

    /** Reads the suite of this name. */
    static JmhSuite load(final String name) throws IOException {
        try (InputStream in = JmhSuite.class.getResourceAsStream("/suites/" + name + ".tsv")) {
            final List<Row> rows = new ArrayList<>();
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(Row.parse(line));
                }
            }
            return new JmhSuite(name, List.copyOf(rows));
        }
    }

    /** The rows with a goal: what a quick run measures. */
    private JmhSuite withGoals() {
        return new JmhSuite(name, rows.stream().filter(row -> row.ratioMax().isPresent()).toList());
    }

    /** Every benchmark that the rows name, each once. */
    TreeSet<String> benchmarks() {
        final TreeSet<String> names = new TreeSet<>();
        rows.forEach(
                row -> {
                    names.add(row.ours());
                    row.peer().ifPresent(names::add);
                });
        return names;
    }

    @Override
    public List<Line> measure(final boolean quick) throws IOException {
        final JmhSuite suite = quick ? withGoals() : this;
        final Measurements measured = new Measurements();
        final int rounds = quick ? 1 : 3;
        makeResults();
        for (int round = 1; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            measured.add(suite.run(round, quick));
        }
        final List<String> missing =
                suite.benchmarks().stream()
                        .filter(benchmark -> measured.nanoseconds(benchmark).isEmpty())
                        .toList();
        if (!missing.isEmpty()) {
            throw new IOException("gave no result: " + missing);
        }
        return suite.lines(measured);
    }

    private static void makeResults() throws IOException {
        try {
            Files.createDirectories(RESULTS);
        } catch (final FileSystemException e) {
            throw new IOException(RESULTS + " cannot be written", e);
        }
        if (!Files.isWritable(RESULTS)) {
            throw new IOException(RESULTS + " cannot be written");
        }
    }

    private Path run(final int round, final boolean quick) throws IOException {
        final Path json = RESULTS.resolve(name + "-" + round + ".json");
        final OptionsBuilder options = new OptionsBuilder();
        options.include(
                benchmarks().stream()
                        .map(benchmark -> benchmark.replace(".", "\\."))
                        .collect(Collectors.joining("|", "\\.(", ")$")));
        options.forks(1)
                .warmupIterations(quick ? 3 : 5)
                .warmupTime(TimeValue.milliseconds(quick ? 300 : 400))
                .measurementIterations(quick ? 3 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 200 : 400))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .jvmArgs(jvmArgs().toArray(String[]::new))
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString());
        try {
            new Runner(options.build()).run();
        } catch (final RunnerException e) {
            throw new IOException(e.toString(), e);
        }
        return json;
    }

    /** As the daemon runs: one collector thread, a small fixed heap, bounds checks on. */
    private static List<String> jvmArgs() {
        final Stream<String> always =
                Stream.of(
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-Xms256m",
                        "-Xmx256m",
                        "-Dio.netty.leakDetection.level=disabled");
        final Stream<String> quiet =
                Runtime.version().feature() >= 24
                        ? Stream.of("--sun-misc-unsafe-memory-access=allow")
                        : Stream.empty();
        return Stream.concat(always, quiet).toList();
    }

    /** The rows with what was measured. */
    List<Line> lines(final Measurements measured) {
        return rows.stream().map(row -> line(row, measured)).toList();
    }

    private static Line line(final Row row, final Measurements measured) {
        final boolean clean = isClean(row.ours(), measured);
        final String peer = row.peer().map(name -> cost(name, measured)).orElse(Line.NONE);
        final double ratio =
                row.peer().map(name -> measured.ratio(row.ours(), name)).orElse(Double.NaN);
        final boolean fast = row.ratioMax().isEmpty() || ratio <= row.ratioMax().getAsDouble();
        final String goal =
                row.ratioMax().isPresent()
                        ? String.format(Locale.ROOT, "%.3f, 0 B", row.ratioMax().getAsDouble())
                        : "0 B";
        return new Line(
                row.what(),
                cost(row.ours(), measured),
                peer,
                Double.isNaN(ratio) ? Line.NONE : String.format(Locale.ROOT, "%.3f", ratio),
                goal,
                Line.met(clean && fast));
    }

    private static String cost(final String benchmark, final Measurements measured) {
        final double bytes = measured.bytes(benchmark);
        return String.format(
                Locale.ROOT,
                "%.1f ns, %.0f B",
                measured.nanoseconds(benchmark).orElseThrow(),
                isClean(benchmark, measured) ? 0 : bytes);
    }

    private static boolean isClean(final String benchmark, final Measurements measured) {
        final double nanoseconds = measured.nanoseconds(benchmark).orElseThrow();
        return measured.bytes(benchmark) < NO_BYTES + nanoseconds * HARNESS_BYTES_A_NANOSECOND;
    }
}
