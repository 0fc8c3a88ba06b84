package io.sluice.tools;

import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.TopicName;
import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import io.sluice.tools.client.Deadline;
import io.sluice.tools.client.MqttClient;
import io.sluice.tools.client.MqttMessage;
import io.sluice.tools.client.PeerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Publishes over MQTT, and says what the server refuses. */
@Command(
        name = "pub",
        description = {
            "Publish a message over MQTT, and wait until the server has it.",
            "At QoS 1 and 2 exit code 0 says that the server has taken every message."
        },
        footer = {
            "",
            "Examples:",
            "  sluice pub queues/orders 'order 42'",
            "  sluice pub --qos 0 events/line1/temp 21.5",
            "  tail -f log | sluice pub --lines events/log"
        },
        mixinStandardHelpOptions = true)
final class PubCommand extends ProducerCommand {
    private static final int FIELD_BYTES_MAX = 65_535;
    private static final long EXPIRY_S_MAX = 0xFFFF_FFFFL;
    private static final int RECEIVE_MAXIMUM = 16;

    @Mixin private MqttOptions mqtt;

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            description = "Where to; queues/NAME is kept for a consumer, any other is an event.")
    private String topic;

    @Option(
            names = {"-q", "--qos"},
            paramLabel = "QOS",
            defaultValue = "1",
            description =
                    "0: not acknowledged, 1: acknowledged, 2: exactly once"
                            + " (default: ${DEFAULT-VALUE}).")
    private int qos;

    @Option(
            names = {"-r", "--retain"},
            description = "The server keeps it for those who subscribe later.")
    private boolean retain;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "NAME=VALUE",
            description = "A User Property; may be said more than once.")
    private List<String> user = List.of();

    @Option(names = "--content-type", paramLabel = "TEXT", description = "What the payload is.")
    private String contentType;

    @Option(
            names = "--response-topic",
            paramLabel = "TOPIC",
            description = "Where an answer is to be sent.")
    private String responseTopic;

    @Option(
            names = "--correlation",
            paramLabel = "TEXT",
            description = "What an answer is to repeat (Correlation Data).")
    private String correlation;

    @Option(
            names = "--expiry",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long it is worth something, in whole seconds, as 30s or 1h.")
    private Duration expiry;

    @Option(names = "--text", description = "Say that the payload is text (UTF-8).")
    private boolean text;

    private MqttMessage.Properties properties;

    @Override
    void check() {
        final Slice name = Slice.ofUtf8(topic);
        if (name.length() > FIELD_BYTES_MAX
                || TopicName.check(name.buffer(), 0, name.length()) != ReasonCode.SUCCESS) {
            throw wrong("TOPIC: 1 to 65535 bytes without + and #");
        }
        if (qos < 0 || qos > 2) {
            throw wrong("--qos: 0, 1 or 2");
        }
        properties =
                new MqttMessage.Properties(
                        text,
                        expiryS(),
                        field("--content-type", contentType),
                        responseTopic(),
                        field("--correlation", correlation)
                                .map(said -> said.getBytes(StandardCharsets.UTF_8)),
                        user.stream().map(this::userProperty).toList());
        final boolean any =
                text
                        || expiry != null
                        || contentType != null
                        || responseTopic != null
                        || correlation != null
                        || !user.isEmpty();
        if (mqtt.isV3() && any) {
            throw wrong("MQTT 3.1.1 knows no properties: leave them out, or leave --v3 out");
        }
    }

    private OptionalLong expiryS() {
        if (expiry == null) {
            return OptionalLong.empty();
        }
        if (expiry.toMillisPart() != 0 || expiry.toSeconds() > EXPIRY_S_MAX) {
            throw wrong("--expiry: whole seconds, up to 4294967295s");
        }
        return OptionalLong.of(expiry.toSeconds());
    }

    private Optional<String> responseTopic() {
        final Optional<String> said = field("--response-topic", responseTopic);
        if (said.isPresent()) {
            final Slice name = Slice.ofUtf8(said.get());
            if (TopicName.check(name.buffer(), 0, name.length()) != ReasonCode.SUCCESS) {
                throw wrong("--response-topic: a topic without + and #");
            }
        }
        return said;
    }

    private MqttMessage.UserProperty userProperty(final String said) {
        final int equals = said.indexOf('=');
        if (equals < 0) {
            throw wrong("--property: NAME=VALUE, not '" + said + "'");
        }
        return new MqttMessage.UserProperty(
                field("--property", said.substring(0, equals)).orElseThrow(),
                field("--property", said.substring(equals + 1)).orElseThrow());
    }

    private Optional<String> field(final String option, final String said) {
        if (said == null) {
            return Optional.empty();
        }
        final Slice bytes = Slice.ofUtf8(said);
        if (bytes.length() > FIELD_BYTES_MAX
                || !Utf8.isMqttString(bytes.buffer(), 0, bytes.length())) {
            throw wrong(option + ": a text of at most 65535 bytes, without NUL");
        }
        return Optional.of(said);
    }

    @Override
    Producer connect(final Deadline deadline) throws PeerException {
        final MqttClient client =
                MqttClient.connect(
                        server().server(MqttOptions.PORT),
                        mqtt.settings(server(), RECEIVE_MAXIMUM),
                        deadline);
        return new Producer() {
            @Override
            public Map<String, Object> send(final byte[] payload, final Deadline until)
                    throws PeerException {
                final int reason =
                        client.publish(
                                new MqttMessage(topic, payload, qos, retain, properties), until);
                return answer(reason);
            }

            @Override
            public void idle() throws PeerException {
                client.idle();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private Map<String, Object> answer(final int reason) {
        if (reason == ReasonCode.NO_MATCHING_SUBSCRIBERS) {
            say("nobody has subscribed to " + topic + ": the server has let the message go");
        }
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("topic", topic);
        answer.put("qos", (long) qos);
        answer.put("reason_code", (long) reason);
        answer.put("reason", ReasonCode.name(reason));
        return answer;
    }
}
