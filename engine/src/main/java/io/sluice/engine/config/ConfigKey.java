package io.sluice.engine.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything that the configuration file can say: its name, how it is written, what is allowed and
 * what it means; {@code docs/configuration.md} repeats them.
 */
public enum ConfigKey {
    DATA(
            "data",
            Kind.PATH,
            "a directory",
            "Where messages are kept; made if it is not there.",
            config -> config.store().directory().toString()),
    STORE_MAX_BYTES(
            "store.max_bytes",
            Kind.SIZE,
            "64MiB to 16TiB",
            "How large the data file may grow.",
            config -> config.store().bytesMax()),
    EVENT_LOOPS(
            "event_loops",
            Kind.NUMBER,
            "1 to 64",
            "Threads that serve connections.",
            config -> (long) config.loops().count()),
    DELIVERIES(
            "deliveries",
            Kind.NUMBER,
            "64 to 1048576",
            "Messages of producers that each loop may have on their way at once; eight times as"
                    + " many may be unsettled at consumers.",
            config -> (long) config.loops().deliveries()),
    MEMORY(
            "memory",
            Kind.SIZE,
            "2MiB to 1GiB",
            "Memory of each loop for the messages on their way.",
            config -> (long) config.loops().slabBytes()),
    LINGER_US(
            "linger_us",
            Kind.NUMBER,
            "0 to 10000",
            "Microseconds that a loop looks for an answer of the store before it sleeps.",
            config -> (long) config.loops().lingerUs()),
    MQTT_HOST(
            "listeners.mqtt.host",
            Kind.TEXT,
            "a name or an address",
            "Where MQTT is listened for; 0.0.0.0 is every address of the machine.",
            config -> config.mqtt().host()),
    MQTT_PORT(
            "listeners.mqtt.port",
            Kind.NUMBER,
            "0 to 65535",
            "The port of MQTT; 0 takes a free one.",
            config -> (long) config.mqtt().port()),
    MQTT_MAX_CONNECTIONS(
            "listeners.mqtt.max_connections",
            Kind.NUMBER,
            "1 to 1000000",
            "Connections of MQTT; more are refused.",
            config -> (long) config.mqtt().connectionsMax()),
    AMQP_HOST(
            "listeners.amqp.host",
            Kind.TEXT,
            "a name or an address",
            "Where AMQP is listened for.",
            config -> config.amqp().host()),
    AMQP_PORT(
            "listeners.amqp.port",
            Kind.NUMBER,
            "0 to 65535",
            "The port of AMQP; 0 takes a free one.",
            config -> (long) config.amqp().port()),
    AMQP_MAX_CONNECTIONS(
            "listeners.amqp.max_connections",
            Kind.NUMBER,
            "1 to 1000000",
            "Connections of AMQP; more are refused.",
            config -> (long) config.amqp().connectionsMax()),
    ADMIN_HOST(
            "listeners.admin.host",
            Kind.TEXT,
            "a name or an address",
            "Where the daemon is asked how it is, over HTTP.",
            config -> config.admin().listener().host()),
    ADMIN_PORT(
            "listeners.admin.port",
            Kind.PORT_OR_OFF,
            "0 to 65535, or off",
            "The port of the administration; 0 takes a free one, off has none.",
            config -> (long) config.admin().listener().port()),
    ADMIN_MAX_CONNECTIONS(
            "listeners.admin.max_connections",
            Kind.NUMBER,
            "1 to 1000",
            "Connections of the administration; more are refused.",
            config -> (long) config.admin().listener().connectionsMax()),
    ADMIN_TOKEN(
            "listeners.admin.token",
            Kind.SECRET,
            "a text, or file: and a path",
            "What a client says as its bearer token to read /metrics and /config.",
            config -> config.admin().token()),
    QUEUES_MAX(
            "queues.max",
            Kind.NUMBER,
            "1 to 1000000",
            "Queues that may have been sent to, ever; a message for one more is refused.",
            config -> (long) config.queues().countMax()),
    QUEUES_MAX_MESSAGES(
            "queues.max_messages",
            Kind.NUMBER,
            "1 to 1000000000",
            "Messages that a queue may hold; more wait at their sender.",
            config -> config.queues().messagesMax()),
    QUEUES_MAX_BYTES(
            "queues.max_bytes",
            Kind.SIZE,
            "1B to 16TiB",
            "Bytes that a queue may hold, or one message that is longer; more wait at their"
                    + " sender.",
            config -> config.queues().bytesMax()),
    QUEUES_MAX_DELIVERIES(
            "queues.max_deliveries",
            Kind.NUMBER,
            "1 to 1000000",
            "How often a message is tried before it is a dead letter.",
            config -> (long) config.queues().deliveriesMax()),
    MQTT_MAX_PACKET_SIZE(
            "mqtt.max_packet_size",
            Kind.SIZE,
            "64B to 1MiB",
            "The largest packet that is read, told in CONNACK.",
            config -> (long) config.protocols().mqtt().packetBytesMax()),
    MQTT_RECEIVE_MAXIMUM(
            "mqtt.receive_maximum",
            Kind.NUMBER,
            "1 to 65535",
            "QoS 1 and 2 messages that a client may have on the way, told in CONNACK.",
            config -> (long) config.protocols().mqtt().receiveMaximum()),
    MQTT_KEEP_ALIVE_MAX(
            "mqtt.keep_alive_max",
            Kind.DURATION,
            "1s to 65535s, whole seconds",
            "A longer Keep Alive is replaced by this one; 65535s leaves even none as it is.",
            config -> config.protocols().mqtt().keepAliveMaxMs()),
    MQTT_MAX_SUBSCRIPTIONS(
            "mqtt.max_subscriptions",
            Kind.NUMBER,
            "0 to 1000000",
            "Topic Filters of one client; more are refused in SUBACK.",
            config -> (long) config.protocols().mqtt().subscriptionsMax()),
    AMQP_SASL(
            "amqp.sasl",
            Kind.WORDS,
            "anonymous, plain",
            "How a peer may say who it is.",
            config ->
                    config.protocols().amqp().sasl().mechanisms().stream()
                            .map(ConfigKey::word)
                            .toList()),
    AMQP_USERS_FILE(
            "amqp.users_file",
            Kind.FILE,
            "a file of lines name:password",
            "Whom plain knows; lines that begin with # are left out.",
            config -> config.protocols().amqp().sasl().users()),
    AMQP_DEFAULT_PATTERN(
            "amqp.default_pattern",
            Kind.WORD,
            "queues, events",
            "What an AMQP address is whose first segment is none of ours.",
            config -> word(config.protocols().amqp().defaultPattern())),
    AMQP_MAX_MESSAGE_SIZE(
            "amqp.max_message_size",
            Kind.SIZE,
            "512B to 1MiB",
            "The largest message that a link takes, told in attach.",
            config -> (long) config.protocols().amqp().messageBytesMax()),
    AMQP_IDLE_TIMEOUT(
            "amqp.idle_timeout",
            Kind.DURATION,
            "1s to 1h",
            "A peer that is silent for so long is gone.",
            config -> config.protocols().amqp().idleTimeoutMs()),
    LOG_FORMAT(
            "log.format",
            Kind.WORD,
            "text, json",
            "How the lines on standard error look.",
            config -> word(config.log().format())),
    LOG_LEVEL(
            "log.level",
            Kind.WORD,
            "error, warn, info",
            "How much is said there.",
            config -> word(config.log().level()));

    /** How a value is written. */
    public enum Kind {
        /** A text that is not empty. */
        TEXT("a text"),
        /** Where something is or shall be. */
        PATH("a path"),
        /** Where a file is that is read. */
        FILE("a file"),
        /** Digits. */
        NUMBER("a number"),
        /** Digits, or nothing at all. */
        PORT_OR_OFF("a port or off"),
        /** Digits and a unit of bytes. */
        SIZE("a size as 64MiB"),
        /** Digits and a unit of time. */
        DURATION("a duration as 10s"),
        /** One of a few words. */
        WORD("a word"),
        /** Some of a few words. */
        WORDS("a list"),
        /** A text that is never shown. */
        SECRET("a secret");

        private final String written;

        Kind(final String written) {
            this.written = written;
        }

        /** What an operator writes. */
        public String written() {
            return written;
        }
    }

    private final String path;
    private final Kind kind;
    private final String allowed;
    private final String meaning;
    private final Function<EngineConfig, Object> value;

    ConfigKey(
            final String path,
            final Kind kind,
            final String allowed,
            final String meaning,
            final Function<EngineConfig, Object> value) {
        this.path = path;
        this.kind = kind;
        this.allowed = allowed;
        this.meaning = meaning;
        this.value = value;
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The key of that path. */
    static Optional<ConfigKey> at(final String path) {
        for (final ConfigKey key : values()) {
            if (key.path.equals(path)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /** Its name in the file, the sections in front of it. */
    public String path() {
        return path;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a reload applies it; of the others a change needs a restart. */
    public boolean reloads() {
        return switch (this) {
            case ADMIN_TOKEN, AMQP_SASL, AMQP_USERS_FILE, LOG_FORMAT, LOG_LEVEL -> true;
            default -> false; // said once: sizes pools, binds a socket, or was told to a peer
        };
    }

    /** The values that it may have, in the operator's words. */
    public String allowed() {
        return allowed;
    }

    /** A sentence for the operator. */
    public String meaning() {
        return meaning;
    }

    /** The words that it may be. */
    List<String> words() {
        assert kind == Kind.WORD || kind == Kind.WORDS;
        return List.of(allowed.split(", "));
    }

    /** What a configuration says: a text, a number, words or a secret. */
    Object valueIn(final EngineConfig config) {
        return value.apply(config);
    }

    /** What a configuration says, as it is written in a file; a secret is not told. */
    public String textIn(final EngineConfig config) {
        final Object found = valueIn(config);
        return switch (kind) {
            case TEXT, PATH, NUMBER, WORD, SECRET -> found.toString();
            case FILE ->
                    ((Optional<?>) found)
                            .map(users -> ((AmqpConfig.Users) users).file().toString())
                            .orElse("");
            case PORT_OR_OFF -> (long) found == ListenerConfig.OFF ? "off" : found.toString();
            case SIZE -> Units.sizeText((long) found);
            case DURATION -> Units.durationText((long) found);
            case WORDS -> "[" + String.join(", ", wordsOf(found)) + "]";
        };
    }

    private static List<String> wordsOf(final Object found) {
        return ((List<?>) found).stream().map(Object::toString).toList();
    }
}
