package io.sluice.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs targets: the drill of a fixed seed, then Jazzer, then the drill over what Jazzer kept. Exits
 * with 1 on a finding, when the canary is not found, and when a target has executed nothing.
 */
public final class FuzzRun {
    private static final int DRILL_SECONDS_MAX = 600;
    private static final long FIXED_SEED = 1;

    private FuzzRun() {}

    public static void main(final String[] arguments) throws Exception {
        final RunOptions options;
        try {
            options = RunOptions.parse(List.of(arguments));
        } catch (final IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(run(options) ? 0 : 1);
    }

    private static boolean run(final RunOptions options) throws Exception {
        if (options.replay().isPresent()) {
            final String file = options.replay().get().toString();
            return drill(List.of("replay", options.targets().get(0), file));
        }
        System.out.println(
                "seed " + options.seed() + ", " + options.seconds() + " s for each target");
        final String home = options.home().toString();
        if (!drill(words(List.of("seeds", home, Long.toString(FIXED_SEED)), options.targets()))) {
            System.out.println("FAILED: the drill over the seeds");
            return false;
        }
        final List<String> problems = fuzz(options);
        if (!drill(words(List.of("corpus", home), options.targets()))) {
            problems.add("the drill over the corpus");
        }
        problems.forEach(problem -> System.out.println("FAILED: " + problem));
        return problems.isEmpty();
    }

    private static List<String> fuzz(final RunOptions options)
            throws InterruptedException, ExecutionException {
        final List<String> problems = new ArrayList<>();
        final ExecutorService jobs = Executors.newFixedThreadPool(options.jobs());
        final List<Future<List<RunResult>>> runs = new ArrayList<>();
        for (final Crew crew : Crew.of(options.targets(), options.crew())) {
            runs.add(jobs.submit(() -> new JazzerRun(crew, options).run()));
        }
        jobs.shutdown();
        for (final Future<List<RunResult>> run : runs) {
            for (final RunResult result : run.get()) {
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

    private static boolean drill(final List<String> words)
            throws IOException, InterruptedException {
        return ChildJvm.run(DRILL_SECONDS_MAX, Drill.class, words) == 0;
    }

    private static List<String> words(final List<String> first, final List<String> rest) {
        final List<String> words = new ArrayList<>(first);
        words.addAll(rest);
        return words;
    }
}
