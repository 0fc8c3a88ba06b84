package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A sluice command that was run in this JVM: how it ended, and what it said. */
record Cli(int code, String out, String err) {
    static Cli run(final String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int code =
                Sluice.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        return new Cli(code, out.toString(), err.toString());
    }

    /** It has to have ended well, with these lines. */
    void prints(final String... lines) {
        assertEquals("", err);
        assertEquals(List.of(lines), out.lines().toList());
        assertEquals(0, code);
    }

    /** It has to have ended with this code and this one line of error. */
    void fails(final ExitCode expected, final String line) {
        assertEquals("sluice: " + line + "\n", err);
        assertEquals(expected.code(), code);
    }
}
