package io.sluice.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What fuzz/run understands, and what it says about what it does not. */
final class FuzzCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine line =
            FuzzCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @TempDir private Path directory;

    private RunOptions options(final String... arguments) {
        line.parseArgs(arguments);
        final FuzzCommand command = line.getCommand();
        return command.options();
    }

    private void refuses(final String reason, final String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(FuzzRun.COULD_NOT_RUN, line.execute(arguments));
        assertTrue(err.toString().startsWith("fuzz/run: "), err::toString);
        assertTrue(err.toString().lines().count() <= 2, err::toString);
        assertTrue(err.toString().contains(reason), () -> reason + " is not in: " + err);
    }

    @Test
    void readsItsOptionsInAnyOrder() {
        for (final String[] arguments :
                List.of(
                        new String[] {"all", "--minutes", "2", "--seed", "7", "--jobs=3"},
                        new String[] {"--jobs", "3", "--minutes=2", "all", "--seed", "7"})) {
            final RunOptions options = options(arguments);
            assertEquals(Targets.names(), options.targets());
            assertEquals(120, options.seconds());
            assertEquals(7, options.seed());
            assertEquals(3, options.jobs());
            assertEquals(1, options.crew());
            assertEquals(Optional.empty(), options.replay());
            assertEquals(options.seedOf("Utf8Fuzz"), options.seedOf("Utf8Fuzz"));
        }
        assertEquals(30, options("Utf8Fuzz").seconds());
        assertEquals(9, options("Utf8Fuzz", "--seconds", "9", "--crew", "4").seconds());
    }

    @Test
    void saysWhichTargetWasMeant() {
        refuses("TARGET");
        refuses("no target is called 'NoSuchThing'; fuzz/run --help", "NoSuchThing");
        refuses("'publishfuzz'; did you mean PublishFuzz?", "publishfuzz");
        refuses("did you mean PublishFuzz?", "Publish");
        refuses("did you mean PublishGuardFuzz?", "--seconds", "3", "PublishGardFuzz");
        refuses("Utf8Fuzz", "all", "Utf8Fuzz");
    }

    @Test
    void saysWhichFlagIsWrong() {
        refuses("--seconds", "all", "--seconds");
        refuses("'x' is not an int", "all", "--seconds", "x");
        refuses("--seconds: 1 to 604800, not 0", "all", "--seconds", "0");
        refuses("--minutes: 1 to 10080, not 40000000", "all", "--minutes", "40000000");
        refuses("--minutes: 1 to 10080, not -1", "all", "--minutes", "-1");
        refuses("not both", "all", "--minutes", "1", "--seconds", "1");
        refuses("--seed: 1 to 4294967295, not 4294967296", "all", "--seed", "4294967296");
        refuses("--jobs: 1 to 64, not 65", "all", "--jobs", "65");
        refuses("--crew: 1 to 100, not 0", "all", "--crew", "0");
        refuses("--hours", "all", "--hours", "1");
        refuses("--minutes", "all", "--minute", "1");
    }

    @Test
    void replaysAFileThatIsAnInput() throws IOException {
        final Path file = Files.write(directory.resolve("in put"), new byte[] {1});
        final Path source = Files.writeString(directory.resolve("Crash_1.java"), "class A {}");
        final Path missing = directory.resolve("nofile");
        final RunOptions options = options("Utf8Fuzz", "--replay", file.toString());
        assertEquals(Optional.of(file), options.replay());
        refuses("there is no file " + missing, "Utf8Fuzz", "--replay", missing.toString());
        refuses("not a file: " + directory, "Utf8Fuzz", "--replay", directory.toString());
        refuses("a Java source is not an input", "Utf8Fuzz", "--replay", source.toString());
        refuses("one target", "all", "--replay", file.toString());
        refuses("--seed is for fuzzing", "Utf8Fuzz", "--seed=7", "--replay", file.toString());
    }

    @Test
    void helps() {
        assertEquals(0, line.execute("-h"));
        assertEquals(0, line.execute("--help"));
        for (final String word :
                List.of(
                        "Usage: fuzz/run",
                        "--seconds",
                        "default 30",
                        "Exit codes:",
                        "PublishFuzz")) {
            assertTrue(out.toString().contains(word), out::toString);
        }
    }

    @Test
    void doesNotRunWhereItCannotKeepItsFiles() throws IOException {
        final Path file = Files.writeString(directory.resolve("file"), "in the way");
        refuses(file.toString(), "Utf8Fuzz", "--home", file.toString());
    }

    @Test
    void saysWhatAReplayFinds() {
        assertTrue(Drill.replay("CanaryFuzz", new byte[0]));
        final byte[] song = {'s', 'l', 'u', 'i', 'c', 'e', 0x5C, (byte) 0xE5};
        assertEquals(false, Drill.replay("CanaryFuzz", song));
    }
}
