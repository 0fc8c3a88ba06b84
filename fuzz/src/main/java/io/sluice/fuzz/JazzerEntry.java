package io.sluice.fuzz;

import io.sluice.fuzz.law.Meter;
import io.sluice.fuzz.law.Target;

/** What Jazzer calls: one process fuzzes one target, named by the argument. */
public final class JazzerEntry {
    private static Target target;

    private JazzerEntry() {}

    /** Called once, by Jazzer, with the values of its {@code --target_args}. */
    public static void fuzzerInitialize(final String[] arguments) {
        target = Targets.target(arguments[0], Meter.instrumented());
    }

    /** Called for each input, by Jazzer. */
    public static void fuzzerTestOneInput(final byte[] input) {
        target.check(input);
    }
}
