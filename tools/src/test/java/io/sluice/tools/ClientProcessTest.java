package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client commands as processes: standard input, Ctrl-C, a reader that goes. */
@Timeout(120)
final class ClientProcessTest {
    @TempDir private Path directory;

    private RunningDaemon daemon() throws Exception {
        return new RunningDaemon(directory.resolve("d"), 1);
    }

    private static String port(final RunningDaemon daemon, final String command) {
        final boolean isMqtt = command.equals("sub") || command.equals("pub");
        return "--port=" + (isMqtt ? daemon.mqttPort() : daemon.amqpPort());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub", "receive"})
    void controlCAcknowledgesWhatWasPrintedAndEndsWell(final String command) throws Exception {
        try (RunningDaemon daemon = daemon();
                SluiceProcess client =
                        new SluiceProcess(command, port(daemon, command), "queues/q")) {
            assertEquals(0, Cli.run("send", port(daemon, "send"), "queues/q", "one").code());
            client.awaitOut("^one$");
            client.signal("INT");
            assertEquals(0, client.awaitExit(), client::said);
            assertEquals("out one\n", client.said());
            assertEquals(1, daemon.daemon().engine().count(Counter.MATCHED_SETTLED));
            assertEquals(0, Books.matchedHeld(daemon.daemon().engine()::count));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub", "send"})
    void linesOfStandardInputAreSentAsTheyCome(final String command) throws Exception {
        try (RunningDaemon daemon = daemon();
                SluiceProcess client =
                        new SluiceProcess(command, port(daemon, command), "--lines", "queues/q")) {
            final OutputStream in = client.in();
            for (final String line : List.of("grün", "two")) {
                in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
                Cli.run("receive", port(daemon, "receive"), "--count=1", "queues/q").prints(line);
            }
            in.close();
            assertEquals(0, client.awaitExit(), client::said);
            assertEquals("", client.said());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub", "receive"})
    void aReaderThatHasGoneEndsItQuietly(final String command) throws Exception {
        try (RunningDaemon daemon = daemon()) {
            final String send = port(daemon, "send");
            assertEquals(0, Cli.run("send", send, "--count=20", "queues/q", "x").code());
            final List<String> shell = new ArrayList<>();
            shell.addAll(List.of("bash", "-c", "\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", "sh"));
            shell.addAll(
                    SluiceProcess.command(List.of(command, port(daemon, command), "queues/q")));
            final Process process = new ProcessBuilder(shell).start();
            int sent = 20;
            for (; process.isAlive(); sent++) { // it hears that head has gone when it prints
                assertEquals(0, Cli.run("send", send, "queues/q", "x").code());
            }
            assertEquals("x\n", new String(process.getInputStream().readAllBytes(), "US-ASCII"));
            assertEquals("", new String(process.getErrorStream().readAllBytes(), "US-ASCII"));
            assertEquals(0, process.waitFor());
            final long settled = daemon.daemon().engine().count(Counter.MATCHED_SETTLED);
            final Cli rest = Cli.run("receive", port(daemon, "receive"), "--all", "queues/q");
            assertEquals(
                    sent - settled, rest.out().lines().count(), "what was not printed is there");
            assertTrue(settled >= 1, () -> "settled " + settled);
        }
    }

    @Test
    void aPasswordComesFromTheEnvironmentOrAFile() throws Exception {
        final Path users =
                java.nio.file.Files.writeString(directory.resolve("users"), "ada:secret\n");
        final Path config =
                java.nio.file.Files.writeString(
                        directory.resolve("a.yaml"),
                        "amqp: {sasl: [plain], users_file: " + users + "}\n");
        try (SluiceProcess daemon =
                SluiceProcess.daemon(directory.resolve("d"), "--admin=off", "--config=" + config)) {
            final String port =
                    "--port=" + daemon.awaitOut("AMQP 1.0 at 127\\.0\\.0\\.1:(\\d+)").group(1);
            final List<String> send = List.of("send", port, "queues/q", "x");
            final Map<String, String> right =
                    Map.of("SLUICE_USER", "ada", "SLUICE_PASSWORD", "secret");
            try (SluiceProcess client = new SluiceProcess(right, send)) {
                assertEquals(0, client.awaitExit(), client::said);
            }
            final Path wrong =
                    java.nio.file.Files.writeString(directory.resolve("wrong"), "sesame\n");
            final Cli cli =
                    Cli.run("receive", port, "--user=ada", "--password-file=" + wrong, "queues/q");
            assertEquals(8, cli.code());
            assertTrue(
                    cli.err().endsWith("refuses the user or the password (SASL outcome auth)\n"),
                    cli::err);
            assertFalse(cli.err().contains("sesame"), cli::err);
        }
    }
}
