package io.sluice.bench;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Measures one suite. The rounds take turns over all benchmarks, so that both sides of a ratio meet
 * the same machine; a row's figures are the medians of its rounds.
 */
@Command(
        name = Main.NAME,
        description = "Measures a suite beside its peers and prints one table.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether the goals are met or not",
            "1:could not measure",
            "2:wrong arguments"
        })
public final class Main implements Callable<Integer> {
    static final String NAME = "bench/run";

    /** What stands under the table of a quick run. */
    static final String QUICK_NOTE =
            "One short round: other load on the machine shows. A NO here proves nothing; a full run"
                    + " decides.";

    private static final Path RESULTS = Path.of("bench", "target", "results");
    private static final Path PAGE = Path.of("docs", "benchmarks.md");

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "SUITE",
            description = "The suite: ${COMPLETION-CANDIDATES}.",
            completionCandidates = SuiteNames.class)
    private String suiteName;

    @Option(
            names = "--quick",
            description =
                    "Only the rows with a goal, one short round: a rough look, whose NO proves"
                            + " nothing.")
    private boolean quick;

    @Option(
            names = "--write",
            description = "Put the table into docs/benchmarks.md; not with --quick.")
    private boolean write;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this.")
    private boolean help;

    /** The suites there are, for the help. */
    static final class SuiteNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Suite.NAMES.iterator();
        }
    }

    public static void main(final String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command as it is run, for tests too. */
    static CommandLine commandLine() {
        final CommandLine line = new CommandLine(new Main());
        line.setParameterExceptionHandler((wrong, arguments) -> explain(wrong));
        line.setExecutionExceptionHandler((failed, command, parsed) -> explain(failed, command));
        return line;
    }

    private static int explain(final ParameterException wrong) {
        final CommandLine line = wrong.getCommandLine();
        line.getErr().println(NAME + ": " + wrong.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(wrong, line.getErr())) {
            line.getErr().println(NAME + " --help says what there is");
        }
        line.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** What the machine refuses is a line; anything else is a fault of ours, told in full. */
    private static int explain(final Exception failed, final CommandLine line) throws Exception {
        if (!(failed instanceof IOException) && !(failed instanceof RunnerException)) {
            throw failed;
        }
        final boolean ours = failed.getClass() == IOException.class;
        line.getErr().println(NAME + ": " + (ours ? failed.getMessage() : failed.toString()));
        line.getErr().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    @Override
    public Integer call() throws IOException, RunnerException {
        final Suite found =
                Suite.load(suiteName)
                        .orElseThrow(
                                () ->
                                        wrong(
                                                "no suite is called '"
                                                        + suiteName
                                                        + "'; there is "
                                                        + String.join(", ", Suite.NAMES)));
        if (write && quick) {
            throw wrong("--write publishes a full run: not with --quick");
        }
        if (write && !Files.isWritable(PAGE)) {
            throw new IOException(PAGE + " cannot be written");
        }
        final Suite suite = quick ? found.withGoals() : found;
        final Measurements measured = new Measurements();
        final int rounds = quick ? 1 : 3;
        makeResults();
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
        if (quick) {
            System.out.println("\n" + QUICK_NOTE);
        }
        if (write) {
            new Page(PAGE).write(suite.name(), machine() + "\n\n" + table);
        }
        return 0;
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
        return "`bench/run %s` on %d cores of %s, %s %s."
                .formatted(
                        suiteName,
                        Runtime.getRuntime().availableProcessors(),
                        cpu,
                        System.getProperty("java.vm.name"),
                        Runtime.version());
    }
}
