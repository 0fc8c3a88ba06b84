package io.sluice.fuzz;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What {@code fuzz/run} understands: its arguments, and a line about each that is wrong. */
@Command(
        name = FuzzCommand.NAME,
        sortOptions = false,
        usageHelpWidth = 100,
        customSynopsis = {
            "fuzz/run TARGET|all [--seconds N | --minutes N] [--seed S] [--jobs N] [--crew N]",
            "       fuzz/run TARGET --replay FILE"
        },
        description = "Fuzzes decoders and guards, or puts one input through one of them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found",
            "1:a finding (or a target that executed nothing, or the canary missed)",
            "2:wrong arguments, or it could not run"
        })
final class FuzzCommand implements Callable<Integer> {
    static final String NAME = "fuzz/run";

    private static final String ALL = "all";
    private static final String REPLAY = "--replay";
    private static final String HOME = "--home";
    private static final int MINUTES_MAX = 7 * 24 * 60;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "TARGET", description = "A target, or all.")
    private String target;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Minutes for each target, instead of seconds; a week at most.")
    private Integer minutes;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "Seconds for each target, a week at most; default "
                            + RunOptions.SECONDS_DEFAULT
                            + ".")
    private Integer seconds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of the fuzzer, 1 to 4294967295; default: a fresh one, which is printed.")
    private Long seed;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Processes at once, 1 to 64; default: one for each core, at most 4.")
    private Integer jobs;

    @Option(
            names = "--crew",
            paramLabel = "N",
            description = "Targets that share a process, 1 to 100; default 1.")
    private Integer crew;

    @Option(
            names = REPLAY,
            paramLabel = "FILE",
            description = "Put this input through the target, without the fuzzer.")
    private Path replay;

    @Option(names = HOME, paramLabel = "DIR", hidden = true, description = "Where files are kept.")
    private Path home = Path.of("target");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this.")
    private boolean help;

    /** The command as it is run, for tests too. */
    static CommandLine commandLine() {
        final CommandLine line = new CommandLine(new FuzzCommand());
        line.getCommandSpec()
                .usageMessage()
                .footer("", "Targets: " + String.join(" ", Targets.names()));
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((wrong, arguments) -> explain(wrong));
        line.setExecutionExceptionHandler((failed, command, parsed) -> explain(failed, command));
        return line;
    }

    private static int explain(final ParameterException wrong) {
        final CommandLine line = wrong.getCommandLine();
        line.getErr().println(NAME + ": " + wrong.getMessage());
        final boolean told =
                UnmatchedArgumentException.printSuggestions(wrong, line.getErr())
                        || wrong.getCause() instanceof IllegalArgumentException;
        if (!told) {
            line.getErr().println(NAME + " --help names all flags and targets");
        }
        line.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** What the machine refuses is a line; anything else is a fault of ours, told in full. */
    private static int explain(final Exception failed, final CommandLine line) throws Exception {
        final Throwable cause = failed instanceof ExecutionException ? failed.getCause() : failed;
        if (!(cause instanceof IOException io)) {
            line.getCommandSpec().exitCodeOnExecutionException(FuzzRun.COULD_NOT_RUN);
            throw failed;
        }
        line.getErr().println(NAME + ": " + said(io));
        line.getErr().flush();
        return FuzzRun.COULD_NOT_RUN;
    }

    /** An exception in a line: those of ours say it all. */
    static String said(final IOException failed) {
        return failed.getClass() == IOException.class ? failed.getMessage() : failed.toString();
    }

    private static void makeHome(final Path home) throws IOException {
        final String reason = home + " cannot be written: a run keeps its files there";
        try {
            Files.createDirectories(home);
        } catch (final FileSystemException e) {
            throw new IOException(reason, e);
        }
        if (!Files.isWritable(home)) {
            throw new IOException(reason);
        }
    }

    @Override
    public Integer call() throws Exception {
        final RunOptions options;
        try {
            options = options();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (options.replay().isPresent()) {
            return FuzzRun.replay(options.targets().get(0), options.replay().get());
        }
        makeHome(options.home());
        return FuzzRun.fuzz(options);
    }

    /** What the arguments ask for, which an IllegalArgumentException says is not possible. */
    RunOptions options() {
        RunOptions.require(minutes == null || seconds == null, "--minutes or --seconds, not both");
        final List<String> targets = targets();
        if (replay != null) {
            checkReplay();
        }
        if (minutes != null) {
            RunOptions.requireRange("--minutes", minutes, MINUTES_MAX);
            seconds = Math.multiplyExact(60, minutes);
        }
        final int cores = Runtime.getRuntime().availableProcessors();
        return new RunOptions(
                targets,
                seconds == null ? RunOptions.SECONDS_DEFAULT : seconds,
                seed == null ? ThreadLocalRandom.current().nextLong(1, RunOptions.SEED_MAX) : seed,
                jobs == null ? Math.min(RunOptions.JOBS_DEFAULT_MAX, cores) : jobs,
                crew == null ? 1 : crew,
                home,
                Optional.ofNullable(replay));
    }

    private List<String> targets() {
        if (target.equals(ALL)) {
            return Targets.names();
        }
        if (Targets.names().contains(target)) {
            return List.of(target);
        }
        final String nearest =
                Nearest.to(target, Targets.names())
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("; " + NAME + " --help names all");
        throw new IllegalArgumentException("no target is called '" + target + "'" + nearest);
    }

    private void checkReplay() {
        RunOptions.require(!target.equals(ALL), "--replay is for one target, not for all");
        final ParseResult parsed = spec.commandLine().getParseResult();
        parsed.matchedOptions().stream()
                .map(option -> option.longestName())
                .filter(name -> !name.equals(REPLAY) && !name.equals(HOME))
                .findFirst()
                .ifPresent(
                        name -> {
                            throw new IllegalArgumentException(
                                    name + " is for fuzzing, and has no place beside --replay");
                        });
        RunOptions.require(Files.exists(replay), "--replay: there is no file " + replay);
        RunOptions.require(Files.isRegularFile(replay), "--replay: not a file: " + replay);
        RunOptions.require(Files.isReadable(replay), "--replay: cannot be read: " + replay);
        RunOptions.require(
                !replay.toString().endsWith(".java"),
                "--replay: a Java source is not an input: " + replay);
    }
}
