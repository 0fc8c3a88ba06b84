package io.sluice.tools;

import io.sluice.engine.Engine;
import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.ListenerConfig;
import io.sluice.engine.config.LogConfig;
import io.sluice.engine.config.Reload;
import io.sluice.engine.control.AdminServer;
import io.sluice.engine.control.Conductor;
import io.sluice.engine.control.LogLines;
import io.sluice.engine.observe.CounterBlocks;
import io.sluice.engine.observe.ErrorLog;
import io.sluice.engine.store.StoreFailedException;
import io.sluice.engine.store.StoreFullException;
import io.sluice.store.lmdb.LmdbOptions;
import io.sluice.store.lmdb.LmdbStore;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The engine on its LMDB store, with the real clocks, its counters in a file, its administration
 * and its log: what {@code sluice run} runs.
 */
final class Daemon implements AutoCloseable {
    private static final int ERRORS_KEPT = 256;
    private static final int STORE_AGENTS = 2;

    private final EpochClock clock = SystemEpochClock.INSTANCE;
    private final SecureRandom entropy = new SecureRandom();
    private final ErrorLog errors = new ErrorLog(ERRORS_KEPT, clock);
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final LogLines log;
    private final LmdbStore store;
    private final RunCounters counters;
    private final Engine engine;
    private final Optional<AdminServer> admin;
    private final Conductor conductor;
    private volatile EngineConfig holding;
    private volatile boolean draining;

    /** Serves from now on, with its log on the standard error of the process. */
    Daemon(final EngineConfig config) throws StoreOpenException, IOException {
        this(config, System.err::println);
    }

    /** Serves from now on, and gives each line of its log there. */
    Daemon(final EngineConfig config, final Consumer<String> logOut)
            throws StoreOpenException, IOException {
        holding = config;
        log = new LogLines(config.log(), logOut);
        store =
                LmdbStore.open(
                        config.store().directory(),
                        LmdbOptions.of(config.store().bytesMax(), entropy.nextLong()));
        RunCounters counting = null;
        Engine started = null;
        AdminServer asked = null;
        boolean whole = false;
        try {
            counting = beginBooks(config);
            started = new Engine(config, store, outside(counting.blocks()));
            engine = started;
            counters = counting;
            if (!config.admin().listener().isOff()) {
                asked = administration(config);
            }
            whole = true;
        } finally {
            if (!whole) {
                undo(started, counting);
            }
        }
        admin = Optional.ofNullable(asked);
        conductor = new Conductor(errors, log);
        counters.notes().forEach(note -> log.say(LogConfig.Level.WARN, clock.time(), note));
        log.say(LogConfig.Level.INFO, clock.time(), counters.summary());
        log.say(LogConfig.Level.INFO, clock.time(), "serves as process " + RunCounters.pid());
    }

    private RunCounters beginBooks(final EngineConfig config) throws StoreOpenException {
        try {
            return RunCounters.begin(
                    config.store().directory(),
                    store.writer(),
                    config.loops().count() + STORE_AGENTS,
                    clock.time());
        } catch (final StoreFullException e) {
            throw new StoreOpenException(
                    "the store has no room to note that a run begins ("
                            + e.getMessage()
                            + "): free the disk, or raise store.max_bytes",
                    e);
        } catch (final StoreFailedException e) {
            throw new StoreOpenException(
                    "the books of the store cannot be read or written: " + e.getMessage(), e);
        }
    }

    private void endBooks(final RunCounters counting) {
        try {
            counting.closeBooks(store.writer());
        } catch (final StoreFullException | StoreFailedException e) {
            log.say(
                    LogConfig.Level.WARN,
                    clock.time(),
                    "the books of this run are closed by the next one: " + e.getMessage());
        }
    }

    private void undo(final Engine started, final RunCounters counting) {
        if (started != null) {
            started.close();
        }
        if (counting != null) {
            endBooks(counting);
        }
        store.close();
        if (counting != null) {
            counting.close();
        }
    }

    private Engine.Outside outside(final CounterBlocks blocks) {
        final NanoClock nanos = SystemNanoClock.INSTANCE;
        final long startNs = nanos.nanoTime();
        final long startMs = clock.time();
        return new Engine.Outside(
                nanos,
                nowNs -> startMs + TimeUnit.NANOSECONDS.toMillis(nowNs - startNs),
                entropy,
                blocks,
                errors,
                this::onFatal);
    }

    private AdminServer administration(final EngineConfig config) throws IOException {
        final ListenerConfig listener = config.admin().listener();
        final String where =
                "the administration at " + listener.host() + ":" + listener.port() + ": ";
        if (listener.address().isUnresolved()) {
            throw new IOException(where + "the name is not known");
        }
        try {
            return new AdminServer(
                    new AdminServer.Subject(
                            () -> holding,
                            engine::count,
                            engine::latency,
                            engine::connectionCount,
                            errors::recorded,
                            () -> !failure.isDone(),
                            () -> !draining));
        } catch (final IOException e) {
            throw new IOException(where + e.getMessage(), e);
        }
    }

    private void onFatal(final EngineAgent agent, final Throwable fatal) {
        failure.complete(new IllegalStateException("agent " + agent.roleName() + " failed", fatal));
    }

    Engine engine() {
        return engine;
    }

    ErrorLog errors() {
        return errors;
    }

    /** Where the administration listens, unless it is off. */
    Optional<InetSocketAddress> adminAddress() {
        return admin.map(AdminServer::address);
    }

    /** What was noticed when the store was opened. */
    List<String> notes() {
        return store.report().notes();
    }

    /** Runs this when a part of the daemon fails, or at once if one has; on any thread. */
    void onFailure(final Runnable action) {
        failure.thenRun(action);
    }

    /** Which part of the daemon has failed, and why. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure.getNow(null));
    }

    /** Applies what can change while it runs, and says what becomes of all that was read. */
    Reload reload(final EngineConfig read) {
        final Reload reload = Reload.of(holding, read);
        holding = reload.holding();
        log.reload(holding.log());
        engine.reload(holding);
        return reload;
    }

    /** A line in its log. */
    void say(final LogConfig.Level level, final String what) {
        log.say(level, clock.time(), what);
    }

    /** Not ready from the first moment on, and asked about it until the last. */
    @Override
    public void close() {
        draining = true;
        say(LogConfig.Level.INFO, "drains");
        engine.close();
        endBooks(counters);
        store.close();
        counters.close();
        admin.ifPresent(AdminServer::close);
        conductor.close();
        say(LogConfig.Level.INFO, "has ended");
    }
}
