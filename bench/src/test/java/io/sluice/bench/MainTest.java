package io.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The benchmark command says what is wrong before it measures anything. */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    private void refuses(final String reason, final String... arguments) {
        assertEquals(CommandLine.ExitCode.USAGE, command.execute(arguments));
        assertTrue(err.toString().startsWith("bench/run: "), err::toString);
        assertTrue(err.toString().contains(reason), err::toString);
    }

    @Test
    void doesNotPublishARoughTable() {
        refuses("not with --quick", "codec", "--quick", "--write");
    }

    @Test
    void namesTheSuitesThereAre() {
        refuses("no suite is called 'nosuch'; there is codec, engine, footprint", "nosuch");
    }

    @Test
    void proposesTheFlagThatWasMeant() {
        refuses("--quick", "codec", "--quik");
    }

    @Test
    void helps() {
        assertEquals(0, command.execute("--help"));
        for (final String word :
                List.of(
                        "The suite: codec, engine, footprint.",
                        "not with --quick",
                        "Exit codes:")) {
            assertTrue(out.toString().contains(word), out::toString);
        }
    }

    @Test
    void everySuiteIsNamed() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/suites"))) {
            final List<String> names =
                    files.map(file -> file.getFileName().toString().replace(".tsv", "")).toList();
            assertTrue(Suites.NAMES.containsAll(names), names::toString);
        }
    }
}
