package io.sluice.tools;

import io.sluice.engine.Engine;
import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.observe.CounterBlocks;
import io.sluice.engine.observe.ErrorLog;
import io.sluice.store.lmdb.LmdbOptions;
import io.sluice.store.lmdb.LmdbStore;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** The engine on its LMDB store, with the real clocks: what {@code sluice run} runs. */
final class Daemon implements AutoCloseable {
    private static final int ERRORS_KEPT = 256;

    private final LmdbStore store;
    private final Engine engine;
    private final ErrorLog errors;
    private final CountDownLatch failed = new CountDownLatch(1);
    private volatile Throwable failure;

    /** Serves from now on. */
    Daemon(final EngineConfig config) throws StoreOpenException, IOException {
        final SecureRandom entropy = new SecureRandom();
        store =
                LmdbStore.open(
                        config.store().directory(),
                        LmdbOptions.of(config.store().bytesMax(), entropy.nextLong()));
        final NanoClock clock = SystemNanoClock.INSTANCE;
        final long startNs = clock.nanoTime();
        final long startMs = SystemEpochClock.INSTANCE.time();
        errors = new ErrorLog(ERRORS_KEPT, SystemEpochClock.INSTANCE);
        final int agents = config.loops().count() + 2;
        Engine started = null;
        try {
            started =
                    new Engine(
                            config,
                            store,
                            new Engine.Outside(
                                    clock,
                                    nowNs ->
                                            startMs
                                                    + TimeUnit.NANOSECONDS.toMillis(
                                                            nowNs - startNs),
                                    entropy,
                                    new CounterBlocks(
                                            new UnsafeBuffer(
                                                    ByteBuffer.allocateDirect(
                                                            CounterBlocks.lengthFor(agents)))),
                                    errors,
                                    this::onFatal));
        } finally {
            if (started == null) {
                store.close();
            }
        }
        engine = started;
    }

    private void onFatal(final EngineAgent agent, final Throwable fatal) {
        failure = new IllegalStateException("agent " + agent.roleName() + " failed", fatal);
        failed.countDown();
    }

    Engine engine() {
        return engine;
    }

    ErrorLog errors() {
        return errors;
    }

    /** What was noticed when the store was opened. */
    List<String> notes() {
        return store.report().notes();
    }

    /** Waits until a part of the daemon fails; then what it was. */
    Throwable awaitFailure() throws InterruptedException {
        failed.await();
        return failure;
    }

    @Override
    public void close() {
        engine.close();
        store.close();
    }
}
