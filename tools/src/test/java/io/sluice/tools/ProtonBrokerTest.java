package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The AMQP commands against a broker on Qpid Proton, where there is Proton. */
@Timeout(60)
final class ProtonBrokerTest {
    private static final String PYTHON = "/usr/bin/python3";

    @TempDir private Path directory;
    private Process broker;
    private BufferedReader said;
    private String port;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of(PYTHON))
                        && new ProcessBuilder(PYTHON, "-c", "import proton")
                                        .redirectErrorStream(true)
                                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                        .start()
                                        .waitFor()
                                == 0,
                "there is no Qpid Proton for " + PYTHON);
        final int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        final String script =
                Path.of(ProtonBrokerTest.class.getResource("/proton_broker.py").toURI()).toString();
        broker =
                new ProcessBuilder(PYTHON, script, Integer.toString(free))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        said =
                new BufferedReader(
                        new InputStreamReader(broker.getInputStream(), StandardCharsets.UTF_8));
        assertEquals("listens", said.readLine());
        port = "--port=" + free;
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.destroy();
            broker.onExit().join();
        }
    }

    @Test
    void sendsToItAndReceivesFromIt() throws Exception {
        Cli.run("send", port, "--json", "--property=a=b", "q", "one")
                .prints("{\"address\":\"q\",\"outcome\":\"accepted\"}");
        Cli.run("send", port, "--text", "--count=2", "q", "two").prints();
        Cli.run("send", port, "q", "no")
                .fails(
                        ExitCode.REFUSED,
                        port.replace("--port=", "127.0.0.1:") + " rejects the message");
        final String large = "large".repeat(50_000);
        final Path file = Files.writeString(directory.resolve("f"), large);
        Cli.run("send", port, "--file=" + file, "q").prints();
        Cli.run("receive", port, "--count=1", "--json", "q")
                .prints(
                        "{\"address\":\"q\",\"settled\":false,\"durable\":false,\"priority\":4,"
                                + "\"first_acquirer\":false,\"delivery_count\":0,"
                                + "\"application_properties\":{\"a\":\"b\"},"
                                + "\"body\":\"data\",\"payload\":\"one\"}");
        Cli.run("receive", port, "--count=1", "--reject", "q").prints("two");
        Cli.run("receive", port, "--all", "--release", "q").prints("two", large);
        Cli.run("receive", port, "--all", "q").prints();
        for (final String outcome : List.of("accepted", "rejected", "released", "released")) {
            assertEquals(outcome, said.readLine());
        }
    }
}
