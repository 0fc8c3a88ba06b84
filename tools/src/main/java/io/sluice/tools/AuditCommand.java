package io.sluice.tools;

import io.sluice.engine.control.JsonText;
import io.sluice.engine.observe.CounterSnapshot;
import io.sluice.store.lmdb.StoreOpenException;
import io.sluice.store.lmdb.StoredLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Proves that the books balance, of a daemon that runs, has ended or was killed. */
@Command(
        name = "audit",
        description =
                "Prove that every message is accounted for: exit code 0, or 11 and what is not.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    @Spec private CommandSpec spec;

    @Mixin private RunOptions run;

    @Option(names = "--all", description = "Laws of which all is zero too.")
    private boolean all;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final Audit audit = new Audit();
            final CounterSnapshot counted =
                    CounterSnapshot.readAtBoundaries(run.counters(), PATIENCE_NS);
            audit.counters(counted);
            if (counted.isRunning()) {
                audit.past(counted);
            } else if (!run.isPrevious()) {
                audit.stored(StoredLedger.read(run.data()));
            }
            if (run.isJson()) {
                out.println(json(counted, audit));
            } else {
                print(out, counted, audit);
            }
            out.flush();
            return (audit.isBalanced() ? ExitCode.OK : ExitCode.UNBALANCED).code();
        } catch (final IOException e) {
            return failed(RunOptions.noCounters(e), ExitCode.USAGE);
        } catch (final StoreOpenException e) {
            return failed(e.getMessage(), ExitCode.STORE);
        }
    }

    private int failed(final String why, final ExitCode code) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("sluice: " + why);
        err.flush();
        return code.code();
    }

    private void print(final PrintWriter out, final CounterSnapshot counted, final Audit audit) {
        out.printf(
                "run %d, process %d, %s, began %s%n",
                counted.run().epoch(),
                counted.pid(),
                StatCommand.state(counted),
                Instant.ofEpochMilli(counted.startMs()));
        audit.laws().stream()
                .filter(law -> all || !law.isIdle())
                .forEach(law -> out.println(law.text()));
        audit.faults().forEach(out::println);
        out.println(audit.isBalanced() ? "the books balance" : "THE BOOKS DO NOT BALANCE");
    }

    private static String json(final CounterSnapshot counted, final Audit audit) {
        return new JsonText()
                .put("run", counted.run().epoch())
                .put("pid", counted.pid())
                .put("state", StatCommand.state(counted))
                .put("balanced", audit.isBalanced())
                .putJson(
                        "laws",
                        audit.laws().stream()
                                .map(AuditCommand::json)
                                .collect(Collectors.joining(",", "[", "]")))
                .putJson(
                        "faults",
                        audit.faults().stream()
                                .map(fault -> new JsonText().put("fault", fault).toString())
                                .collect(Collectors.joining(",", "[", "]")))
                .toString();
    }

    private static String json(final Audit.Law law) {
        final JsonText terms = new JsonText();
        law.terms().forEach(terms::put);
        return new JsonText()
                .put("of", law.of())
                .put("name", law.name())
                .put("total", law.total())
                .putJson("terms", terms.toString())
                .put("holds", law.holds())
                .toString();
    }
}
