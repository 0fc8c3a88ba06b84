package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The MQTT commands against the broker mosquitto, where there is one. */
@Timeout(60)
final class MosquittoTest {
    @TempDir private Path directory;
    private Process broker;
    private String port;

    @BeforeEach
    void start() throws Exception {
        final Path program =
                Stream.of("/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto")
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElse(null);
        assumeTrue(program != null, "there is no mosquitto on this machine");
        final int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        final Path config =
                Files.writeString(
                        directory.resolve("m.conf"),
                        "listener "
                                + free
                                + " 127.0.0.1\nallow_anonymous true\n"
                                + "log_dest stderr\n");
        broker =
                new ProcessBuilder(program.toString(), "-c", config.toString())
                        .redirectErrorStream(true)
                        .start();
        final BufferedReader lines = broker.inputReader();
        String line = lines.readLine();
        while (line != null && !line.contains("running")) {
            line = lines.readLine();
        }
        final Thread drain = new Thread(() -> drain(lines), "its log");
        drain.setDaemon(true);
        drain.start();
        port = "--port=" + free;
    }

    /** Nobody wants to know, but it must be able to write. */
    private void drain(final BufferedReader lines) {
        try {
            while (lines.readLine() != null) {
                assertTrue(lines.markSupported());
            }
        } catch (final IOException e) {
            assertEquals("Stream closed", e.getMessage(), "it has ended");
        }
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.destroy();
            broker.onExit().join();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,false", "1,false", "2,false", "0,true", "1,true", "2,true"})
    void aRetainedMessageComesFromIt(final int qos, final boolean v3) {
        final List<String> version = v3 ? List.of("--v3") : List.of("--content-type=t");
        final String option = "--qos=" + qos;
        final Cli pub = Cli.run("pub", port, option, "-r", version.get(0), "a/b", "hi");
        assertEquals(new Cli(0, "", pub.err()), pub);
        final Cli sub =
                v3
                        ? Cli.run("sub", port, option, "--v3", "--json", "--count=1", "a/+")
                        : Cli.run("sub", port, option, "--json", "--count=1", "a/+");
        sub.prints(
                "{\"topic\":\"a/b\",\"qos\":"
                        + qos
                        + ",\"retain\":true"
                        + (v3 ? "" : ",\"content_type\":\"t\"")
                        + ",\"payload\":\"hi\"}");
    }
}
