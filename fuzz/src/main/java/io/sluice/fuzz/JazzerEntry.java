package io.sluice.fuzz;

import io.sluice.fuzz.law.Meter;
import io.sluice.fuzz.law.Target;
import java.util.List;

/** What Jazzer calls: one process fuzzes the targets that are named by the arguments. */
public final class JazzerEntry {
    /** Begins the line that says how often a target was executed. */
    static final String EXECUTED = "executed: ";

    private static Crew crew;
    private static Target[] targets;
    private static long[] executions;

    private JazzerEntry() {}

    /** Called once, by Jazzer, with the values of its {@code --target_args}. */
    public static void fuzzerInitialize(final String[] arguments) {
        crew = new Crew(List.of(arguments));
        targets = new Target[arguments.length];
        executions = new long[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            targets[i] = Targets.target(arguments[i], Meter.instrumented());
        }
    }

    /** Called for each input, by Jazzer. */
    public static void fuzzerTestOneInput(final byte[] input) {
        final int index = crew.index(input);
        if (index >= 0) {
            executions[index]++;
            targets[index].check(crew.input(input));
        }
    }

    /** Called once, by Jazzer, at the end. */
    public static void fuzzerTearDown() {
        for (int i = 0; i < executions.length; i++) {
            System.out.println(EXECUTED + crew.targets().get(i) + ' ' + executions[i]);
        }
        System.out.flush();
    }
}
