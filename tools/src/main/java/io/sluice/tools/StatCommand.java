package io.sluice.tools;

import io.sluice.engine.control.JsonText;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.CounterSnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads the counters of a daemon from outside, whether it runs, has ended or was killed. */
@Command(
        name = "stat",
        description = "Print what a daemon has counted, whether it runs or not.",
        mixinStandardHelpOptions = true)
final class StatCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private RunOptions run;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "The counter file itself, instead of the one of a directory.")
    private Path file;

    @Option(names = "--all", description = "What is zero too.")
    private boolean all;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final CounterSnapshot counted =
                    CounterSnapshot.read(file == null ? run.counters() : run.counters(file));
            if (run.isJson()) {
                out.println(json(counted));
            } else {
                print(out, counted);
            }
            out.flush();
            return ExitCode.OK.code();
        } catch (final IOException e) {
            final PrintWriter err = spec.commandLine().getErr();
            err.println("sluice: " + RunOptions.noCounters(e));
            err.flush();
            return ExitCode.USAGE.code();
        }
    }

    private void print(final PrintWriter out, final CounterSnapshot counted) {
        out.printf(
                "process %d, %s, began %s%n",
                counted.pid(), state(counted), Instant.ofEpochMilli(counted.startMs()));
        // Of a run that was killed: interrupted, and only their senders know what becomes of them.
        out.printf(
                "on their way: %d received, %d at consumers%n",
                Books.messagesHeld(counted::value), Books.matchedHeld(counted::value));
        for (final Map.Entry<String, Long> each : counted.values().entrySet()) {
            if (all || each.getValue() != 0) {
                out.printf("%-36s %d%n", each.getKey(), each.getValue());
            }
        }
    }

    private static String json(final CounterSnapshot counted) {
        final JsonText counters = new JsonText();
        counted.values().forEach(counters::put);
        return new JsonText()
                .put("pid", counted.pid())
                .put("state", state(counted))
                .put("began", Instant.ofEpochMilli(counted.startMs()).toString())
                .put("messages_held", Books.messagesHeld(counted::value))
                .put("matched_held", Books.matchedHeld(counted::value))
                .putJson("counters", counters.toString())
                .toString();
    }

    static String state(final CounterSnapshot counted) {
        if (counted.hasEnded()) {
            return "ended";
        }
        return counted.isRunning() ? "running" : "killed";
    }
}
