package io.sluice.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a run was asked for.
 *
 * @param seconds of fuzzing for each target
 * @param seed of the fuzzer; each target's own follows from it
 * @param jobs how many processes fuzz at once
 * @param crew how many targets share a process
 * @param replay one input to put through the one target, instead of fuzzing
 */
record RunOptions(
        List<String> targets,
        int seconds,
        long seed,
        int jobs,
        int crew,
        Path home,
        Optional<Path> replay) {
    static final String USAGE =
            "usage: fuzz/run TARGET|all [--minutes N] [--seconds N] [--seed S] [--jobs N] [--crew"
                    + " N]\n"
                    + "       fuzz/run TARGET --replay FILE\n"
                    + "targets: "
                    + String.join(" ", Targets.names());

    private static final int SECONDS_DEFAULT = 30;
    private static final int CREW_MAX = 100;
    private static final long SEED_MAX = 0xFFFF_FFFFL;

    RunOptions {
        require(seconds >= 1, "--seconds, --minutes: 1 or more");
        require(jobs >= 1, "--jobs: 1 or more");
        require(crew >= 1 && crew <= CREW_MAX, "--crew: 1 to " + CREW_MAX);
        require(seed >= 1 && seed <= SEED_MAX, "--seed: 1 to " + SEED_MAX);
        require(replay.isEmpty() || targets.size() == 1, "--replay: one target");
    }

    static RunOptions parse(final List<String> arguments) {
        require(!arguments.isEmpty(), USAGE);
        final String target = arguments.get(0);
        require(target.equals("all") || Targets.names().contains(target), USAGE);
        int seconds = SECONDS_DEFAULT;
        int jobs = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
        long seed = ThreadLocalRandom.current().nextLong(1, SEED_MAX);
        int crew = 1;
        Path home = Path.of("target");
        Optional<Path> replay = Optional.empty();
        require(arguments.size() % 2 == 1, USAGE);
        for (int i = 1; i < arguments.size(); i += 2) {
            final String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "--minutes" -> seconds = 60 * number(value);
                case "--seconds" -> seconds = number(value);
                case "--seed" -> seed = Long.parseLong(value);
                case "--jobs" -> jobs = number(value);
                case "--crew" -> crew = number(value);
                case "--home" -> home = Path.of(value);
                case "--replay" -> replay = Optional.of(Path.of(value));
                default -> throw new IllegalArgumentException(USAGE);
            }
        }
        final List<String> targets = target.equals("all") ? Targets.names() : List.of(target);
        return new RunOptions(targets, seconds, seed, jobs, crew, home, replay);
    }

    /** The seed of one target: not 0, which would mean a random one. */
    long seedOf(final String target) {
        return 1 + Math.floorMod(seed * 31 + target.hashCode(), SEED_MAX);
    }

    private static int number(final String value) {
        return Integer.parseInt(value);
    }

    private static void require(final boolean holds, final String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
