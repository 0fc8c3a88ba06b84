package io.sluice.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs targets: the drill of a fixed seed, then Jazzer, then the drill over what Jazzer kept. Exits
 * with 1 on a finding, when the canary is not found, and when a target has executed nothing; with 2
 * when it could not run.
 */
public final class FuzzRun {
    static final int NOTHING_FOUND = 0;
    static final int FOUND = 1;
    static final int COULD_NOT_RUN = 2;

    private static final int DRILL_SECONDS_MAX = 600;
    private static final long FIXED_SEED = 1;

    private FuzzRun() {}

    public static void main(final String[] arguments) {
        System.exit(FuzzCommand.commandLine().execute(arguments));
    }

    /** Puts one input through one target; an exit code. */
    static int replay(final String target, final Path file)
            throws IOException, InterruptedException {
        final int exit = drill(List.of("replay", target, file.toString()));
        if (exit > COULD_NOT_RUN) {
            System.out.println("FOUND: the process ended with exit code " + exit);
            return FOUND;
        }
        return exit;
    }

    /** The three parts of a run; an exit code. */
    static int fuzz(final RunOptions options)
            throws IOException, InterruptedException, ExecutionException {
        final Schedule schedule = Schedule.of(options);
        System.out.println("seed " + options.seed() + ", " + schedule.perTarget());
        final String home = options.home().toString();
        final int seeds =
                drill(words(List.of("seeds", home, Long.toString(FIXED_SEED)), options.targets()));
        if (seeds != NOTHING_FOUND) {
            System.out.println("FAILED: the drill over the seeds");
            return seeds == COULD_NOT_RUN ? COULD_NOT_RUN : FOUND;
        }
        System.out.println(schedule);
        final List<String> problems = fuzz(options, schedule);
        final int corpus = drill(words(List.of("corpus", home), options.targets()));
        if (corpus != NOTHING_FOUND) {
            problems.add("the drill over the corpus");
        }
        problems.forEach(problem -> System.out.println("FAILED: " + problem));
        if (corpus == COULD_NOT_RUN && problems.size() == 1) {
            return COULD_NOT_RUN;
        }
        return problems.isEmpty() ? NOTHING_FOUND : FOUND;
    }

    private static List<String> fuzz(final RunOptions options, final Schedule schedule)
            throws InterruptedException, ExecutionException {
        final List<String> problems = new ArrayList<>();
        final ExecutorService jobs = Executors.newFixedThreadPool(schedule.jobs());
        final CompletionService<List<RunResult>> runs = new ExecutorCompletionService<>(jobs);
        for (final Crew crew : schedule.crews()) {
            runs.submit(() -> new JazzerRun(crew, options).run());
        }
        jobs.shutdown();
        final long beganNs = System.nanoTime();
        int results = 0;
        while (results < options.targets().size()) {
            final Future<List<RunResult>> run = runs.poll(1, TimeUnit.MINUTES);
            if (run == null) {
                final long minutes = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - beganNs);
                System.out.println(schedule.progress(minutes, results));
                continue;
            }
            for (final RunResult result : run.get()) {
                results++;
                System.out.println(result);
                if (result.problem().isPresent()) {
                    problems.add(result.target() + ": " + result.problem().get());
                    report(result, options);
                }
            }
        }
        return problems;
    }

    private static void report(final RunResult result, final RunOptions options) {
        result.finding().forEach(line -> System.out.println("  " + line));
        result.reproducer()
                .ifPresent(
                        file ->
                                System.out.println(
                                        "  replay: "
                                                + FuzzHome.replayCommand(result.target(), file)));
        System.out.println("  logs: " + options.home().resolve("logs"));
    }

    private static int drill(final List<String> words) throws IOException, InterruptedException {
        return ChildJvm.run(DRILL_SECONDS_MAX, Drill.class, words);
    }

    private static List<String> words(final List<String> first, final List<String> rest) {
        final List<String> words = new ArrayList<>(first);
        words.addAll(rest);
        return words;
    }
}
