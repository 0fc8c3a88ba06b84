package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A daemon tells the service manager that started it how it is. */
@Timeout(120)
final class ServiceManagerTest {
    @TempDir private Path directory;

    @Test
    void tellsFromItsBeginToItsEnd() throws Exception {
        final Path path = directory.resolve("notify");
        final NotifySocket manager = new NotifySocket(path);
        final Path config = Files.writeString(directory.resolve("a.yaml"), "# nothing\n");
        final Map<String, String> environment =
                Map.of("NOTIFY_SOCKET", path.toString(), "WATCHDOG_USEC", "400000");
        try (SluiceProcess daemon =
                new SluiceProcess(
                        environment,
                        List.of(
                                "run",
                                "--data=" + directory.resolve("d"),
                                "--mqtt=0",
                                "--amqp=0",
                                "--admin=off",
                                "--config=" + config))) {
            final int port = daemon.awaitMqttPort();
            final String ready = manager.take();
            assertTrue(
                    ready.startsWith("READY=1\nSTATUS=serves MQTT at port " + port + ", AMQP at"),
                    ready);
            // It has nothing to do, and sleeps: it is asked all the same.
            assertEquals("WATCHDOG=1", manager.take());
            assertEquals("WATCHDOG=1", manager.take());
            final long beforeUs = System.nanoTime() / 1_000;
            daemon.signal("HUP");
            final String[] reloading = manager.next().split("\nMONOTONIC_USEC=");
            assertEquals("RELOADING=1", reloading[0]);
            final long us = Long.parseLong(reloading[1]);
            assertTrue(us >= beforeUs && us <= System.nanoTime() / 1_000, reloading[1]);
            assertEquals(ready, manager.next());
            daemon.signal("TERM");
            assertEquals("STOPPING=1\nSTATUS=drains", manager.next());
            assertEquals(0, daemon.awaitExit(), daemon::said);
        }
    }

    @Test
    void whereNobodyListensItIsNotTold() {
        final String nowhere = directory.resolve("nobody").toString();
        assertEquals(false, ServiceManager.at(nowhere).orElseThrow().ready("x"));
        assertEquals(Optional.empty(), ServiceManager.at(null));
        assertEquals(Optional.empty(), ServiceManager.at("relative"));
        assertEquals(Optional.empty(), ServiceManager.at("/" + "a".repeat(107)));
    }

    @Test
    void theWatchdogIsOursAlone() {
        final String pid = Long.toString(ProcessHandle.current().pid());
        assertEquals(OptionalLong.of(30_000_000), Watchdog.patienceUs("30000000", pid));
        assertEquals(OptionalLong.of(1), Watchdog.patienceUs("1", null));
        assertEquals(OptionalLong.empty(), Watchdog.patienceUs("1", "1"));
        assertEquals(OptionalLong.empty(), Watchdog.patienceUs(null, pid));
        assertEquals(OptionalLong.empty(), Watchdog.patienceUs("0", pid));
        assertEquals(OptionalLong.empty(), Watchdog.patienceUs("soon", pid));
    }

    @Test
    void anAgentThatStandsStillIsNotCalledAlive() throws Exception {
        final AtomicBoolean moves = new AtomicBoolean(true);
        final Semaphore asked = new Semaphore(0);
        final Semaphore alive = new Semaphore(0);
        try (Watchdog watchdog =
                new Watchdog(
                        4_000,
                        () ->
                                () -> {
                                    asked.release();
                                    return moves.get();
                                },
                        alive::release)) {
            alive.acquire(2);
            moves.set(false);
            asked.drainPermits();
            asked.acquire(2); // one may have been on its way
            alive.drainPermits();
            asked.acquire(3);
            assertEquals(0, alive.availablePermits());
            moves.set(true);
            alive.acquire();
            assertTrue(watchdog != null);
        }
    }
}
