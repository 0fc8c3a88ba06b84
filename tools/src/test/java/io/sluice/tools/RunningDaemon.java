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
        final EngineConfig usual = EngineConfig.embedded(data, loops + 1).withPorts(0, 0);
        daemon =
                new Daemon(
                        new EngineConfig(
                                usual.store(),
                                new EngineConfig.LoopsConfig(loops, 1_024, 8 << 20),
                                usual.mqtt(),
                                usual.amqp(),
                                usual.admin(),
                                usual.queues()));
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
