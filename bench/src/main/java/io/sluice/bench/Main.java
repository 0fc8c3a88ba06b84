package io.sluice.bench;

import io.sluice.bench.report.Page;
import io.sluice.bench.report.Table;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Measures one suite, prints its table, and puts it on the page if told to. */
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
                    "One short round, of the rows with a goal if there are many: a rough look,"
                            + " whose NO proves nothing.")
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
            return Suites.NAMES.iterator();
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
        if (!(failed instanceof IOException)) {
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
    public Integer call() throws IOException {
        if (!Suites.NAMES.contains(suiteName)) {
            throw wrong(
                    "no suite is called '"
                            + suiteName
                            + "'; there is "
                            + String.join(", ", Suites.NAMES));
        }
        if (write && quick) {
            throw wrong("--write publishes a full run: not with --quick");
        }
        if (write && !Files.isWritable(PAGE)) {
            throw new IOException(PAGE + " cannot be written");
        }
        final String machine = machine(); // its load before ours
        final String table = new Table(Suites.named(suiteName).measure(quick)).markdown();
        System.out.print(table);
        System.out.println("\n" + machine);
        if (quick) {
            System.out.println("\n" + QUICK_NOTE);
        }
        if (write) {
            new Page(PAGE).write(suiteName, machine + "\n\n" + table);
        }
        return 0;
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
        return "`bench/run %s` on %d cores of %s, %s %s, load average %.2f when it began."
                .formatted(
                        suiteName,
                        Runtime.getRuntime().availableProcessors(),
                        cpu,
                        System.getProperty("java.vm.name"),
                        Runtime.version(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
