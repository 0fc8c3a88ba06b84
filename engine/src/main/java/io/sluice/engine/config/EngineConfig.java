package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Everything the daemon is told, at start and by a reload. */
public record EngineConfig(
        StoreConfig store,
        LoopsConfig loops,
        ListenersConfig listeners,
        QueuesConfig queues,
        ProtocolsConfig protocols,
        LogConfig log) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int CONNECTIONS_MAX = 10_000;
    private static final int MQTT_PORT = 1883;
    private static final int AMQP_PORT = 5672;
    private static final int ADMIN_PORT = 9090;
    private static final int ADMIN_CONNECTIONS_MAX = 16;
    private static final int MESSAGE_BYTES_MAX = 256 << 10;

    public EngineConfig {
        Objects.requireNonNull(store);
        Objects.requireNonNull(loops);
        Objects.requireNonNull(listeners);
        Objects.requireNonNull(queues);
        Objects.requireNonNull(protocols);
        Objects.requireNonNull(log);
    }

    /**
     * How many loops serve the connections, what each has in memory for messages, and how long it
     * and the store look for each other's mail before they sleep.
     */
    public record LoopsConfig(int count, int deliveries, int slabBytes, int lingerUs) {
        private static final int COUNT_MAX = 64; // a set of loops is one word

        public LoopsConfig {
            Require.that(count >= 1 && count <= COUNT_MAX, "event_loops: 1 to 64");
            Require.that(deliveries >= 64 && deliveries <= 1 << 20, "deliveries: 64 to 1048576");
            Require.that(slabBytes >= 2 << 20 && slabBytes <= 1 << 30, "memory: 2MiB to 1GiB");
            Require.that(lingerUs >= 0 && lingerUs <= 10_000, "linger_us: 0 to 10000");
        }

        /**
         * Longer than most disks take for a commit, but on one core: there it would keep others
         * from it.
         */
        public static int lingerUsFor(final int cores) {
            return cores > 1 ? 1_000 : 0;
        }

        /** One core is left to the store. */
        public static int countFor(final int cores) {
            return Math.max(1, Math.min(4, cores - 1));
        }
    }

    /** What the protocols allow their peers. */
    public record ProtocolsConfig(MqttConfig mqtt, AmqpConfig amqp) {
        public ProtocolsConfig {
            Objects.requireNonNull(mqtt);
            Objects.requireNonNull(amqp);
        }
    }

    /** What is served when nobody says anything: this machine only, kept in the directory. */
    public static EngineConfig embedded(final Path directory, final int cores) {
        return new EngineConfig(
                new StoreConfig(directory, 4L << 30),
                new LoopsConfig(
                        LoopsConfig.countFor(cores),
                        4_096,
                        16 << 20,
                        LoopsConfig.lingerUsFor(cores)),
                new ListenersConfig(
                        new ListenerConfig(LOOPBACK, MQTT_PORT, CONNECTIONS_MAX),
                        new ListenerConfig(LOOPBACK, AMQP_PORT, CONNECTIONS_MAX),
                        new AdminConfig(
                                new ListenerConfig(LOOPBACK, ADMIN_PORT, ADMIN_CONNECTIONS_MAX),
                                Secret.NONE)),
                new QueuesConfig(10_000_000, 2L << 30, 10),
                new ProtocolsConfig(
                        new MqttConfig(MESSAGE_BYTES_MAX, 256, 65_535_000, 1_024),
                        new AmqpConfig(
                                new AmqpConfig.Sasl(
                                        List.of(AmqpConfig.Mechanism.ANONYMOUS), Optional.empty()),
                                AmqpConfig.Pattern.QUEUES,
                                MESSAGE_BYTES_MAX,
                                120_000)),
                new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO));
    }

    /** Where MQTT is listened for. */
    public ListenerConfig mqtt() {
        return listeners.mqtt();
    }

    /** Where AMQP is listened for. */
    public ListenerConfig amqp() {
        return listeners.amqp();
    }

    /** Where the daemon is asked how it is. */
    public AdminConfig admin() {
        return listeners.admin();
    }

    /** The same at other ports, and without the administration, whose port would be the same. */
    public EngineConfig withPorts(final int mqttPort, final int amqpPort) {
        return withPorts(mqttPort, amqpPort, ListenerConfig.OFF);
    }

    /** The same at other ports. */
    public EngineConfig withPorts(final int mqttPort, final int amqpPort, final int adminPort) {
        return new EngineConfig(
                store,
                loops,
                new ListenersConfig(
                        mqtt().withPort(mqttPort),
                        amqp().withPort(amqpPort),
                        new AdminConfig(admin().listener().withPort(adminPort), admin().token())),
                queues,
                protocols,
                log);
    }

    /** The same, kept in another directory. */
    public EngineConfig withDirectory(final Path directory) {
        return new EngineConfig(
                new StoreConfig(directory, store.bytesMax()),
                loops,
                listeners,
                queues,
                protocols,
                log);
    }

    /** The same with what the other one says of the keys that reload. */
    EngineConfig withReloadable(final EngineConfig other) {
        final AmqpConfig amqp = protocols.amqp();
        return new EngineConfig(
                store,
                loops,
                new ListenersConfig(
                        mqtt(), amqp(), new AdminConfig(admin().listener(), other.admin().token())),
                queues,
                new ProtocolsConfig(
                        protocols.mqtt(),
                        new AmqpConfig(
                                other.protocols.amqp().sasl(),
                                amqp.defaultPattern(),
                                amqp.messageBytesMax(),
                                amqp.idleTimeoutMs())),
                other.log);
    }

    /** The same on other loops. */
    public EngineConfig withLoops(final LoopsConfig other) {
        return new EngineConfig(store, other, listeners, queues, protocols, log);
    }
}
