package io.sluice.tools;

import io.sluice.engine.config.EngineConfig;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.nio.file.Path;

/** A daemon in this JVM at free ports of the loopback, for tests with real clients. */
final class RunningDaemon implements AutoCloseable {
    static final String HOST = "127.0.0.1";

    private final Daemon daemon;

    RunningDaemon(final Path data, final int loops) throws StoreOpenException, IOException {
        daemon =
                new Daemon(
                        EngineConfig.embedded(data, loops + 1)
                                .withPorts(0, 0)
                                .withLoops(new EngineConfig.LoopsConfig(loops, 1_024, 8 << 20, 0)),
                        RunningDaemon::log);
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

    @Override
    public void close() {
        daemon.close();
    }
}
