package io.sluice.fuzz;

import java.util.List;
import java.util.PriorityQueue;

/**
 * Which processes a run starts, and about how long they take.
 *
 * @param jobs how many of the crews run at once
 * @param targets how many there are in all crews
 * @param logs what to follow while it runs
 */
record Schedule(List<Crew> crews, int jobs, int targets, RunOptions options, String logs) {
    /** The canary is looked for until it is found, and no longer. */
    static final int CANARY_SECONDS = 30;

    /** What a process takes before its first input, and after its last. */
    private static final int START_SECONDS = 3;

    static Schedule of(final RunOptions options) {
        final List<Crew> crews = Crew.of(options.targets(), options.crew());
        final FuzzHome home = new FuzzHome(options.home());
        return new Schedule(
                crews,
                Math.min(options.jobs(), crews.size()),
                options.targets().size(),
                options,
                home.log(crews.size() == 1 ? crews.get(0).name() : "*").toString());
    }

    /** How long a crew fuzzes. */
    static int secondsOf(final Crew crew, final RunOptions options) {
        return crew.name().equals(Targets.CANARY)
                ? CANARY_SECONDS
                : Math.multiplyExact(options.seconds(), crew.targets().size());
    }

    /** About how long all of them take: each begins when a process is free. */
    long seconds() {
        final PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < jobs; i++) {
            free.add(0L);
        }
        long end = 0;
        for (final Crew crew : crews) {
            final long done = free.remove() + START_SECONDS + secondsOf(crew, options);
            free.add(done);
            end = Math.max(end, done);
        }
        return end;
    }

    /** What is said first. */
    String perTarget() {
        if (isCanary()) {
            return "the canary alone: until it is found, and without drills";
        }
        return duration(options.seconds())
                + " for each target, and the drills before and after on top";
    }

    /** What is said after so many minutes in which no target came to its end. */
    String progress(final long minutes, final int done) {
        return "after " + minutes + " min: " + done + " of " + count(targets) + " done";
    }

    @Override
    public String toString() {
        return "fuzzing %s, %d at once, %s %s; follow %s"
                .formatted(
                        count(targets),
                        jobs,
                        isCanary() ? "at most" : "about",
                        duration(seconds()),
                        logs);
    }

    private boolean isCanary() {
        return options.targets().equals(List.of(Targets.CANARY));
    }

    private static String count(final int targets) {
        return targets == 1 ? "1 target" : targets + " targets";
    }

    static String duration(final long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        final long minutes = Math.round(seconds / 60.0);
        return minutes < 120 ? minutes + " min" : Math.round(minutes / 60.0) + " h";
    }
}
