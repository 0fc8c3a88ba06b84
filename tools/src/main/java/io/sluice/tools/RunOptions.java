package io.sluice.tools;

import io.sluice.engine.observe.CounterFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which run of which daemon is looked at, and how it is told. */
final class RunOptions {
    @Option(
            names = "--data",
            paramLabel = "DIRECTORY",
            defaultValue = RunCommand.DATA_TEXT,
            description = "Where the daemon keeps its messages (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(names = "--previous", description = "The last run that was killed, not this one.")
    private boolean previous;

    @Option(names = "--json", description = "One JSON object with everything.")
    private boolean json;

    Path data() {
        return data;
    }

    boolean isPrevious() {
        return previous;
    }

    boolean isJson() {
        return json;
    }

    /** Why there are none, and what to do. */
    static String noCounters(final IOException e) {
        return "no counters to be read: "
                + e
                + "; --data is the directory of a daemon that runs or has run";
    }

    /** The counter file of the run. */
    Path counters() throws IOException {
        return counters(RunCounters.fileOf(data));
    }

    /** The counter file of the run whose daemon writes, or wrote last, into this one. */
    Path counters(final Path current) {
        return previous ? CounterFile.previousOf(current) : current;
    }
}
