package io.sluice.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What came of one target.
 *
 * @param exit of the process
 * @param finding the fuzzer's words about what it found
 */
record RunResult(
        String target,
        int exit,
        long executions,
        long tookMs,
        Optional<Path> reproducer,
        List<String> finding) {

    /** Why the run fails because of this target, or nothing. The canary is right to be found. */
    Optional<String> problem() {
        if (target.equals(Targets.CANARY)) {
            return sang() ? Optional.empty() : Optional.of("the canary was not found");
        }
        if (reproducer.isPresent()) {
            return Optional.of("FINDING");
        }
        if (exit != 0) {
            return Optional.of("the fuzzer failed with exit code " + exit);
        }
        return executions == 0 ? Optional.of("nothing was executed") : Optional.empty();
    }

    private boolean sang() {
        return exit != 0
                && reproducer.isPresent()
                && finding.stream().anyMatch(line -> line.contains(CanaryFuzz.SONG));
    }

    @Override
    public String toString() {
        return "%-28s %9d executions %8d a second, %5.1f s: %s"
                .formatted(
                        target,
                        executions,
                        executions * 1_000 / tookMs,
                        tookMs / 1_000.0,
                        problem().orElse(sang() ? "found, as it must be" : "no findings"));
    }
}
