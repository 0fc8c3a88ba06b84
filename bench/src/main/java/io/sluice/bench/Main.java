package io.sluice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures one suite. The rounds take turns over all benchmarks, so that both sides of a ratio meet
 * the same machine; a row's figures are the medians of its rounds.
 */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description = "Measures a suite beside its peers and prints one table.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether the goals are met or not",
            "1:could not measure",
            "2:wrong arguments"
        })
public final class Main implements Callable<Integer> {
    private static final Path RESULTS = Path.of("bench", "target", "results");
    private static final Path PAGE = Path.of("docs", "benchmarks.md");

    @Parameters(paramLabel = "SUITE", description = "The suite: codec.")
    private String suiteName;

    @Option(
            names = "--quick",
            description = "Only the rows with a goal, measured for seconds: a rough look.")
    private boolean quick;

    @Option(names = "--write", description = "Put the table into docs/benchmarks.md.")
    private boolean write;

    public static void main(final String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public Integer call() throws IOException, RunnerException {
        final Optional<Suite> found = Suite.load(suiteName);
        if (found.isEmpty()) {
            System.err.println("bench/run: no suite is called " + suiteName);
            return 2;
        }
        final Suite suite = quick ? found.get().withGoals() : found.get();
        final Measurements measured = new Measurements();
        final int rounds = quick ? 1 : 3;
        Files.createDirectories(RESULTS);
        for (int round = 1; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            measured.add(measure(suite, round));
        }
        final List<String> missing =
                suite.benchmarks().stream()
                        .filter(name -> measured.nanoseconds(name).isEmpty())
                        .toList();
        if (!missing.isEmpty()) {
            System.err.println("bench/run: gave no result: " + missing);
            return 1;
        }
        final String table = new Table(suite, measured).markdown();
        System.out.print(table);
        if (write) {
            new Page(PAGE).write(suite.name(), machine() + "\n\n" + table);
        }
        return 0;
    }

    private Path measure(final Suite suite, final int round) throws RunnerException {
        final Path json = RESULTS.resolve(suite.name() + "-" + round + ".json");
        final OptionsBuilder options = new OptionsBuilder();
        options.include(
                suite.benchmarks().stream()
                        .map(name -> name.replace(".", "\\."))
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
        new Runner(options.build()).run();
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

    private String machine() throws IOException {
        final String cpu;
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            cpu =
                    lines.filter(line -> line.startsWith("model name"))
                            .map(line -> line.substring(line.indexOf(':') + 1).trim())
                            .findFirst()
                            .orElse("unknown processor");
        }
        return "`bench/run %s%s` on %d cores of %s, %s %s."
                .formatted(
                        suiteName,
                        quick ? " --quick" : "",
                        Runtime.getRuntime().availableProcessors(),
                        cpu,
                        System.getProperty("java.vm.name"),
                        Runtime.version());
    }
}
