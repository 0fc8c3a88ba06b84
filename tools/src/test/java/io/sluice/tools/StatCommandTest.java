package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of a daemon in another process: while it runs, and after it was killed. */
final class StatCommandTest {
    private static final Pattern MQTT =
            Pattern.compile("MQTT .* at 127\\.0\\.0\\.1:(\\d+), AMQP.*");

    @TempDir private Path directory;
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (final Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    /** A daemon in a process of its own, and the port of its MQTT. */
    private int start() throws IOException {
        final Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-opens",
                                "java.base/jdk.internal.misc=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Sluice.class.getName(),
                                "run",
                                "--data=" + directory,
                                "--mqtt=0",
                                "--amqp=0",
                                "--admin=off")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        started.add(process);
        final BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        while (true) {
            final String line = out.readLine();
            assertTrue(line != null, "the daemon has ended");
            final Matcher matcher = MQTT.matcher(line);
            if (matcher.matches()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
    }

    private String stat(final int exitCode, final String... options) {
        final StringWriter out = new StringWriter();
        final List<String> arguments = new ArrayList<>(List.of("stat", "--data=" + directory));
        arguments.addAll(List.of(options));
        assertEquals(
                exitCode,
                Sluice.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(arguments.toArray(String[]::new)),
                out::toString);
        return out.toString();
    }

    private void awaitStat(final String expected) throws InterruptedException {
        for (int i = 0; i < 1_000 && !stat(0, "--json").contains(expected); i++) {
            Thread.sleep(10);
        }
        final String last = stat(0, "--json");
        assertTrue(last.contains(expected), last);
    }

    @Test
    void theCountersOutliveAKilledDaemon() throws Exception {
        final int port = start();
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        awaitStat("\"connections_accepted\":1,");
        final long pid = started.get(0).pid();
        assertTrue(stat(0).startsWith("process " + pid + ", running, began 2"), () -> stat(0));
        started.get(0).destroyForcibly().waitFor();
        assertTrue(stat(0).startsWith("process " + pid + ", killed, "), () -> stat(0));
        assertTrue(stat(0).contains("connections_accepted                 1\n"), () -> stat(0));

        start();
        awaitStat("\"connections_accepted\":0,");
        assertTrue(stat(0, "--previous").startsWith("process " + pid + ", killed, "));
        started.get(1).destroy();
        started.get(1).waitFor();
        assertTrue(stat(0, "--all").contains(", ended, "), () -> stat(0));
        assertTrue(stat(0, "--all").contains("matched                              0\n"));
    }

    @Test
    void whereNoDaemonRanThereIsNothing() {
        final String said = stat(2);
        assertTrue(said.startsWith("sluice: no counters to be read: "), said);
        assertEquals(1, said.lines().count());
    }
}
