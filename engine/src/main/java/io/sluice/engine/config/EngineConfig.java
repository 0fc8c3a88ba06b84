package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.Objects;

/** Everything the daemon is told at start. */
public record EngineConfig(
        StoreConfig store,
        LoopsConfig loops,
        ListenerConfig mqtt,
        ListenerConfig amqp,
        ListenerConfig admin,
        QueuesConfig queues) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int CONNECTIONS_MAX = 10_000;
    private static final int MQTT_PORT = 1883;
    private static final int AMQP_PORT = 5672;
    private static final int ADMIN_PORT = 9090;
    private static final int ADMIN_CONNECTIONS_MAX = 16;

    public EngineConfig {
        Objects.requireNonNull(store);
        Objects.requireNonNull(loops);
        Objects.requireNonNull(mqtt);
        Objects.requireNonNull(amqp);
        Objects.requireNonNull(admin);
        Objects.requireNonNull(queues);
    }

    /** How many loops serve the connections, and what each has in memory for messages. */
    public record LoopsConfig(int count, int deliveries, int slabBytes) {
        private static final int COUNT_MAX = 64; // a set of loops is one word

        public LoopsConfig {
            Require.that(count >= 1 && count <= COUNT_MAX, "event_loops: 1 to 64");
            Require.that(deliveries >= 64, "deliveries: at least 64");
            Require.that(slabBytes >= 2 << 20, "memory: at least 2 MiB for each loop");
        }

        /** One core is left to the store. */
        public static int countFor(final int cores) {
            return Math.max(1, Math.min(4, cores - 1));
        }
    }

    /** What is served when nobody says anything: this machine only, kept in the directory. */
    public static EngineConfig embedded(final Path directory, final int cores) {
        return new EngineConfig(
                new StoreConfig(directory, 4L << 30),
                new LoopsConfig(LoopsConfig.countFor(cores), 4_096, 16 << 20),
                new ListenerConfig(LOOPBACK, MQTT_PORT, CONNECTIONS_MAX),
                new ListenerConfig(LOOPBACK, AMQP_PORT, CONNECTIONS_MAX),
                new ListenerConfig(LOOPBACK, ADMIN_PORT, ADMIN_CONNECTIONS_MAX),
                new QueuesConfig(10_000_000, 2L << 30, 10));
    }

    /** The same at other ports. */
    public EngineConfig withPorts(final int mqttPort, final int amqpPort) {
        return new EngineConfig(
                store,
                loops,
                new ListenerConfig(mqtt.host(), mqttPort, mqtt.connectionsMax()),
                new ListenerConfig(amqp.host(), amqpPort, amqp.connectionsMax()),
                admin,
                queues);
    }
}
