package io.sluice.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run was asked for.
 *
 * @param seconds of fuzzing for each target
 * @param seed of the fuzzer; each target's own follows from it
 * @param jobs how many processes fuzz at once
 * @param crew how many targets share a process
 * @param home where everything is kept, an absolute path
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
    static final int SECONDS_DEFAULT = 30;
    static final int JOBS_DEFAULT_MAX = 4;
    static final long SEED_MAX = 0xFFFF_FFFFL;

    private static final int SECONDS_MAX = 7 * 24 * 60 * 60;
    private static final int JOBS_MAX = 64;
    private static final int CREW_MAX = 100;

    RunOptions {
        requireRange("--seconds", seconds, SECONDS_MAX);
        requireRange("--jobs", jobs, JOBS_MAX);
        requireRange("--crew", crew, CREW_MAX);
        requireRange("--seed", seed, SEED_MAX);
        require(replay.isEmpty() || targets.size() == 1, "--replay: one target");
        targets = List.copyOf(targets);
        home = home.toAbsolutePath();
    }

    /** The seed of one target: not 0, which would mean a random one. */
    long seedOf(final String target) {
        return 1 + Math.floorMod(seed * 31 + target.hashCode(), SEED_MAX);
    }

    static void requireRange(final String flag, final long value, final long max) {
        require(value >= 1 && value <= max, flag + ": 1 to " + max + ", not " + value);
    }

    static void require(final boolean holds, final String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
