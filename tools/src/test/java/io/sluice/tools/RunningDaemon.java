package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.QueuesConfig;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A daemon in this JVM at free ports of the loopback, for tests with real clients. */
final class RunningDaemon implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    private static final long PATIENCE_S = 60;

    private final Daemon daemon;
    private final int loops;

    RunningDaemon(final Path data, final int loops) throws StoreOpenException, IOException {
        this(usual(data, loops));
    }

    RunningDaemon(final EngineConfig config) throws StoreOpenException, IOException {
        daemon = new Daemon(config, RunningDaemon::log);
        loops = config.loops().count();
    }

    /** What it is told at start unless a test says otherwise. */
    static EngineConfig usual(final Path data, final int loops) {
        return EngineConfig.embedded(data, loops + 1)
                .withPorts(0, 0)
                .withLoops(new EngineConfig.LoopsConfig(loops, 1_024, 8 << 20, 0));
    }

    /** The same with other limits of its queues. */
    static EngineConfig withQueues(final EngineConfig config, final QueuesConfig queues) {
        return new EngineConfig(
                config.store(),
                config.loops(),
                config.listeners(),
                queues,
                config.protocols(),
                config.log());
    }

    /** That it begins and ends is no news in a test. */
    private static void log(final String line) {
        if (!line.contains(" info ")) {
            System.err.println(line);
        }
    }

    int mqttPort() {
        return daemon.engine().mqttAddress().getPort();
    }

    int amqpPort() {
        return daemon.engine().amqpAddress().getPort();
    }

    Daemon daemon() {
        return daemon;
    }

    long count(final Counter counter) {
        return daemon.engine().count(counter);
    }

    /** Waits for what the daemon is about to do. */
    static void await(final Supplier<String> what, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                fail("not within " + PATIENCE_S + " s: " + what.get());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** All clients are gone: the books are closed, and the pools of each loop are full. */
    void assertAtRest() {
        await(
                () -> "lent " + daemon.engine().lent(),
                () -> daemon.engine().lent().equals(Collections.nCopies(loops, "")));
        assertEquals(0, Books.messagesHeld(this::count), "messages that have no end");
        assertEquals(0, Books.matchedHeld(this::count), "matched that have no end");
        assertEquals(
                count(Counter.CONNECTIONS_ACCEPTED), count(Counter.CONNECTIONS_CLOSED), "ended");
        assertEquals(0, count(Counter.CONNECTIONS_INTERNAL_ERROR), "errors of ours");
        assertEquals(0, daemon.errors().recorded(), "errors that were logged");
    }

    @Override
    public void close() {
        daemon.close();
    }
}
