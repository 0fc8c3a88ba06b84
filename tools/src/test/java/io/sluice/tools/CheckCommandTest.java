package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a configuration file says everything and has two exit codes. */
final class CheckCommandTest {
    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int check(final String... arguments) {
        return Sluice.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void aGoodFileIsOk() throws IOException {
        final Path file = Files.writeString(directory.resolve("a.yaml"), "event_loops: 2\n");
        assertEquals(0, check("check", file.toString()));
        assertEquals(file + ": ok\n", out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void everyErrorOfABadFileIsALine() throws IOException {
        final Path file =
                Files.writeString(directory.resolve("a.yaml"), "event_loops: 0\nlgo: 1\n");
        assertEquals(2, check("check", file.toString()));
        final String errors = err.toString();
        assertEquals(2, errors.lines().count(), errors);
        assertEquals(
                file + ":1:14: event_loops is 0, allowed: 1 to 64",
                errors.lines().findFirst().orElseThrow());
        assertEquals(2, check("check", directory.resolve("none").toString()));
    }

    @Test
    void theSameIsSaidAsJson() throws IOException {
        final Path file = Files.writeString(directory.resolve("a.yaml"), "memory: \"\\\"\"\n");
        assertEquals(2, check("check", "--json", file.toString()));
        assertEquals(
                "{\"file\":\""
                        + file
                        + "\",\"ok\":false,\"errors\":[{\"line\":1,\"column\":9,\"found\":"
                        + "\"memory is \\\"\",\"allowed\":\"allowed: 2MiB to 1GiB, written as"
                        + " 64MiB (B, KiB, MiB, GiB, TiB)\"}]}\n",
                out.toString());
    }
}
