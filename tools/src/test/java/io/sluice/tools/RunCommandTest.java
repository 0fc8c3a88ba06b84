package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.config.EngineConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that cannot begin says why in one line, and its exit code says it too. */
final class RunCommandTest {
    @TempDir private Path directory;
    private final StringWriter err = new StringWriter();

    private int run(final String... options) {
        final List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(Arrays.asList(options));
        return Sluice.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }

    private String oneLine() {
        assertEquals(1, err.toString().lines().count(), err::toString);
        return err.toString().strip();
    }

    private static ServerSocket taken() throws IOException {
        final ServerSocket socket = new ServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = taken()) {
            final String port = Integer.toString(taken.getLocalPort());
            final String data = directory.resolve("d").toString();
            assertEquals(
                    ExitCode.LISTENER.code(),
                    run("--data", data, "--mqtt", port, "--amqp", "0", "--admin", "off"));
            assertEquals(
                    "sluice: cannot listen for MQTT at 127.0.0.1:"
                            + port
                            + ": Address already in use",
                    oneLine());
            err.getBuffer().setLength(0);
            assertEquals(
                    ExitCode.LISTENER.code(),
                    run("--data", data, "--mqtt", "0", "--amqp", port, "--admin", "off"));
            assertTrue(oneLine().contains("cannot listen for AMQP at 127.0.0.1:" + port));
            err.getBuffer().setLength(0);
            assertEquals(
                    ExitCode.LISTENER.code(),
                    run("--data", data, "--mqtt", "0", "--amqp", "0", "--admin", port));
            assertTrue(oneLine().contains("the administration at 127.0.0.1:" + port));
        }
    }

    @Test
    void aHostThatNobodyKnowsIsNamed() throws IOException {
        final Path file =
                Files.writeString(
                        directory.resolve("a.yaml"),
                        "listeners: {mqtt: {host: nobody.invalid}, admin: {port: off}}\n");
        final String data = directory.resolve("d").toString();
        assertEquals(ExitCode.LISTENER.code(), run("--config", file.toString(), "--data", data));
        assertEquals(
                "sluice: cannot listen for MQTT at nobody.invalid:1883: the name is not known",
                oneLine());
    }

    @Test
    void aDirectoryInUseIsNamed() throws Exception {
        final Path data = directory.resolve("d");
        try (Daemon first = new Daemon(EngineConfig.embedded(data, 2).withPorts(0, 0), l -> {})) {
            assertEquals(
                    4,
                    run("--data", data.toString(), "--mqtt", "0", "--amqp", "0", "--admin", "off"));
            assertTrue(oneLine().startsWith("sluice: "), err::toString);
            assertTrue(oneLine().contains(data.toString()), err::toString);
            assertTrue(first.engine().mqttAddress().getPort() > 0);
        }
    }

    @Test
    void aDirectoryThatIsAFileIsNamed() throws IOException {
        final Path data = Files.writeString(directory.resolve("d"), "");
        assertEquals(4, run("--data", data.toString()));
        assertTrue(oneLine().contains(data + " is no directory"), err::toString);
    }

    @Test
    void aBadConfigurationIsTold() throws IOException {
        final Path file = Files.writeString(directory.resolve("a.yaml"), "event_loops: 0\n");
        assertEquals(2, run("--config", file.toString()));
        assertEquals(
                file
                        + ":1:14: event_loops is 0, allowed: 1 to 64\n"
                        + "sluice: the configuration cannot be used\n",
                err.toString());
    }

    @Test
    void aBadOptionIsAUsageError() {
        assertEquals(2, run("--mqtt", "70000"));
        assertTrue(err.toString().startsWith("an option is not allowed: port: 0 to 65535"));
        assertEquals(2, run("--admin", "none"));
    }
}
