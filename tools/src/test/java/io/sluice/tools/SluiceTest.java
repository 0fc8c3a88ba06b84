package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The sluice command answers. */
class SluiceTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            Sluice.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void versionNamesTheVersionThatWasBuilt() {
        assertEquals(0, command.execute("version"));
        assertTrue(
                out.toString().matches("(?s)sluice \\d+\\.\\d+\\.\\d+\\S*\\RJava .*"),
                out::toString);
    }

    @Test
    void everySubcommandHelps() {
        for (final String name : command.getSubcommands().keySet()) {
            assertEquals(0, command.execute(name, "--help"), () -> name + ": " + err);
        }
        assertTrue(out.toString().contains("Usage: sluice version"), out::toString);
    }

    @Test
    void aCommandAloneIsTheCommandAmongTheOthers() {
        for (final String name :
                List.of("run", "check", "stat", "pub", "sub", "send", "receive", "version")) {
            final CommandLine alone = Sluice.commandLine(name, "--help");
            assertEquals(Set.of("help", name), alone.getSubcommands().keySet());
            assertEquals(
                    command.getSubcommands().get(name).getUsageMessage(),
                    alone.getSubcommands().get(name).getUsageMessage());
        }
        assertEquals(
                command.getSubcommands().keySet(),
                Sluice.commandLine("rnu").getSubcommands().keySet());
    }

    @Test
    void aShellCanCompleteItsCommands() {
        assertEquals(0, command.execute("generate-completion"));
        assertTrue(out.toString().contains("_picocli_sluice_receive()"), "a function for each");
        assertTrue(out.toString().contains("'--password-file'"), "an option of a client command");
        out.getBuffer().setLength(0);
        assertEquals(0, command.execute("--help"));
        assertTrue(out.toString().contains("receive"), out::toString);
        assertFalse(out.toString().contains("generate-completion"), out::toString);
    }

    @Test
    void anUnknownCommandIsAUsageError() {
        assertEquals(CommandLine.ExitCode.USAGE, command.execute("rnu"));
        assertTrue(err.toString().contains("rnu"), err::toString);
    }
}
