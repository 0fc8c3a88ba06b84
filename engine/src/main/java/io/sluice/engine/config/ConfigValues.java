package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The values of one file over those that hold where it says nothing, made into records. A record
 * that refuses a value is asked again without it, so that everything it refuses is told.
 */
final class ConfigValues {
    private final EngineConfig usual;
    private final Map<ConfigKey, Found> found;
    private final ConfigErrors errors;

    ConfigValues(
            final EngineConfig usual,
            final Map<ConfigKey, Found> found,
            final ConfigErrors errors) {
        this.usual = usual;
        this.found = found;
        this.errors = errors;
    }

    /** The whole; to be used only if there is no error. */
    EngineConfig config() {
        return new EngineConfig(
                make(
                        () ->
                                new StoreConfig(
                                        path(ConfigKey.DATA), number(ConfigKey.STORE_MAX_BYTES))),
                make(this::loops),
                new ListenersConfig(
                        listener(ConfigKey.MQTT_HOST, ConfigKey.MQTT_PORT),
                        listener(ConfigKey.AMQP_HOST, ConfigKey.AMQP_PORT),
                        admin()),
                make(this::queues),
                new EngineConfig.ProtocolsConfig(make(this::mqtt), amqp()),
                make(
                        () ->
                                new LogConfig(
                                        word(ConfigKey.LOG_FORMAT, LogConfig.Format.class),
                                        word(ConfigKey.LOG_LEVEL, LogConfig.Level.class))));
    }

    private EngineConfig.LoopsConfig loops() {
        return new EngineConfig.LoopsConfig(
                integer(ConfigKey.EVENT_LOOPS),
                integer(ConfigKey.DELIVERIES),
                integer(ConfigKey.MEMORY),
                integer(ConfigKey.LINGER_US));
    }

    private ListenerConfig listener(final ConfigKey host, final ConfigKey port) {
        final String section = sectionOf(host);
        final ConfigKey connections = ConfigKey.at(section + "max_connections").orElseThrow();
        return make(
                section,
                () -> new ListenerConfig(text(host), integer(port), integer(connections)),
                host);
    }

    private AdminConfig admin() {
        return make(
                "",
                () ->
                        new AdminConfig(
                                listener(ConfigKey.ADMIN_HOST, ConfigKey.ADMIN_PORT),
                                (Secret) value(ConfigKey.ADMIN_TOKEN)),
                ConfigKey.ADMIN_TOKEN);
    }

    private QueuesConfig queues() {
        return new QueuesConfig(
                integer(ConfigKey.QUEUES_MAX),
                number(ConfigKey.QUEUES_MAX_MESSAGES),
                number(ConfigKey.QUEUES_MAX_BYTES),
                integer(ConfigKey.QUEUES_MAX_DELIVERIES));
    }

    private MqttConfig mqtt() {
        return new MqttConfig(
                integer(ConfigKey.MQTT_MAX_PACKET_SIZE),
                integer(ConfigKey.MQTT_RECEIVE_MAXIMUM),
                number(ConfigKey.MQTT_KEEP_ALIVE_MAX),
                integer(ConfigKey.MQTT_MAX_SUBSCRIPTIONS));
    }

    private AmqpConfig amqp() {
        // A file that names no users is found at the mechanism that wants them.
        final AmqpConfig.Sasl sasl =
                make("", () -> new AmqpConfig.Sasl(mechanisms(), users()), ConfigKey.AMQP_SASL);
        return make(
                () ->
                        new AmqpConfig(
                                sasl,
                                word(ConfigKey.AMQP_DEFAULT_PATTERN, AmqpConfig.Pattern.class),
                                integer(ConfigKey.AMQP_MAX_MESSAGE_SIZE),
                                number(ConfigKey.AMQP_IDLE_TIMEOUT)));
    }

    private List<AmqpConfig.Mechanism> mechanisms() {
        return ((List<?>) value(ConfigKey.AMQP_SASL))
                .stream()
                        .map(each -> constant(each.toString(), AmqpConfig.Mechanism.class))
                        .toList();
    }

    private Optional<AmqpConfig.Users> users() {
        return ((Optional<?>) value(ConfigKey.AMQP_USERS_FILE)).map(AmqpConfig.Users.class::cast);
    }

    private <T> T make(final Supplier<T> record) {
        return make("", record, ConfigKey.DATA);
    }

    /**
     * The record, without the values that it refuses.
     *
     * @param section stands before the keys that the record's rules name
     * @param otherwise the key that is at fault if the one of the rule is not in the file
     */
    private <T> T make(final String section, final Supplier<T> record, final ConfigKey otherwise) {
        while (true) {
            try {
                return record.get();
            } catch (final IllegalArgumentException e) {
                refuse(section + e.getMessage(), otherwise);
            }
        }
    }

    private void refuse(final String rule, final ConfigKey otherwise) {
        final int colon = rule.indexOf(": ");
        final ConfigKey named = ConfigKey.at(rule.substring(0, colon)).orElseThrow();
        final ConfigKey key = found.containsKey(named) ? named : otherwise;
        final Found refused = found.remove(key);
        if (refused == null) {
            throw new AssertionError("what holds without a file is refused: " + rule);
        }
        final String ruled = rule.substring(colon + 2);
        // A key may allow a word beside what its record counts.
        final String allowed = key.allowed().startsWith(ruled) ? key.allowed() : ruled;
        errors.add(
                refused.place(),
                key.path() + " is " + ScalarReader.shown(refused.written()),
                key == named ? "allowed: " + allowed : "needs " + named.path() + ": " + ruled);
    }

    private static String sectionOf(final ConfigKey key) {
        return key.path().substring(0, key.path().lastIndexOf('.') + 1);
    }

    private Object value(final ConfigKey key) {
        final Found there = found.get(key);
        return there == null ? key.valueIn(usual) : there.value();
    }

    private String text(final ConfigKey key) {
        return (String) value(key);
    }

    private Path path(final ConfigKey key) {
        return Path.of(text(key));
    }

    private long number(final ConfigKey key) {
        return (long) value(key);
    }

    /** What does not fit is refused by every rule, as the least and the most that fit are. */
    private int integer(final ConfigKey key) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number(key)));
    }

    private <E extends Enum<E>> E word(final ConfigKey key, final Class<E> type) {
        return constant(text(key), type);
    }

    private static <E extends Enum<E>> E constant(final String word, final Class<E> type) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }
}
