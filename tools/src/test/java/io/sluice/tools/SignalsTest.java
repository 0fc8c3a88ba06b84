package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A daemon in a process of its own that is signalled. */
@Timeout(120)
final class SignalsTest {
    /** A CONNECT of MQTT 5 with a clean start and no keep alive, of a client named a. */
    private static final byte[] CONNECT = {
        0x10, 14, 0, 4, 'M', 'Q', 'T', 'T', 5, 2, 0, 0, 0, 0, 1, 'a'
    };

    @TempDir private Path data;

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void theFirstSignalDrainsAndTheExitCodeIsThatOfSuccess(final String signal) throws Exception {
        try (SluiceProcess daemon = SluiceProcess.daemon(data, "--admin=off")) {
            daemon.awaitMqttPort();
            daemon.signal(signal);
            assertEquals(0, daemon.awaitExit(), daemon::said);
            assertTrue(daemon.said().contains("info drains"), daemon::said);
            assertTrue(daemon.said().contains("info has ended"), daemon::said);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void theSecondSignalEndsItWhileItDrains(final String second) throws Exception {
        try (SluiceProcess daemon = SluiceProcess.daemon(data, "--admin=off");
                Socket client = new Socket("127.0.0.1", daemon.awaitMqttPort())) {
            client.getOutputStream().write(CONNECT);
            assertEquals(0x20, client.getInputStream().read(), "CONNACK");
            daemon.signal("TERM");
            daemon.awaitErr("info drains"); // and waits for the client, which stays
            daemon.signal(second);
            assertEquals(6, daemon.awaitExit(), daemon::said);
            assertFalse(daemon.said().contains("has ended"), daemon::said);
        }
    }

    @Test
    void anActionIsRunAtEachSignalAndTheHandlerFromBeforeHoldsAgain() throws Exception {
        final java.util.concurrent.Semaphore outer = new java.util.concurrent.Semaphore(0);
        final java.util.concurrent.Semaphore inner = new java.util.concurrent.Semaphore(0);
        try (Signals first = new Signals()) {
            assertTrue(first.on("USR2", outer::release));
            try (Signals second = new Signals()) {
                assertTrue(second.on("USR2", inner::release));
                signalSelf();
                inner.acquire();
                signalSelf();
                inner.acquire();
                assertEquals(0, outer.availablePermits());
            }
            signalSelf();
            outer.acquire();
        }
    }

    private static void signalSelf() throws IOException, InterruptedException {
        final String pid = Long.toString(ProcessHandle.current().pid());
        assertEquals(
                0, new ProcessBuilder(List.of("kill", "-USR2", pid)).inheritIO().start().waitFor());
    }
}
