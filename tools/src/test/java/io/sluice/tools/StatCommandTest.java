package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of a daemon in another process: while it runs, and after it was killed. */
final class StatCommandTest {
    @TempDir private Path directory;
    private final List<ChildDaemon> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(ChildDaemon::close);
    }

    /** A daemon in a process of its own, and the port of its MQTT. */
    private int start() throws IOException {
        final ChildDaemon daemon = new ChildDaemon(directory);
        started.add(daemon);
        return daemon.mqttPort();
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
        started.get(0).kill();
        assertTrue(stat(0).startsWith("process " + pid + ", killed, "), () -> stat(0));
        assertTrue(stat(0).contains("connections_accepted                 1\n"), () -> stat(0));

        start();
        awaitStat("\"connections_accepted\":0,");
        assertTrue(stat(0, "--previous").startsWith("process " + pid + ", killed, "));
        started.get(1).terminate();
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
