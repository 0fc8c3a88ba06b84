package io.sluice.tools;

import io.sluice.codec.wire.Utf8;
import io.sluice.tools.client.AmqpConnection;
import io.sluice.tools.client.AmqpMessage;
import io.sluice.tools.client.AmqpSender;
import io.sluice.tools.client.Deadline;
import io.sluice.tools.client.PeerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.agrona.concurrent.UnsafeBuffer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends over AMQP 1.0, and says what the server does not accept. */
@Command(
        name = "send",
        description = {
            "Send a message over AMQP 1.0, and wait until the server has accepted it.",
            "Exit code 0 says that the server has accepted every message."
        },
        footer = {
            "",
            "Examples:",
            "  sluice send queues/orders 'order 42'",
            "  sluice send -p site=north --ttl 1h --file order.json queues/orders"
        },
        mixinStandardHelpOptions = true)
final class SendCommand extends ProducerCommand {
    private static final long TTL_MS_MAX = 0xFFFF_FFFFL;

    @Mixin private AmqpOptions amqp;

    @Parameters(
            index = "0",
            paramLabel = "ADDRESS",
            description = "Where to; queues/NAME, or a topic of events as events/line1/temp.")
    private String address;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "NAME=VALUE",
            description = "An application property of type string; may be said more than once.")
    private List<String> application = List.of();

    @Option(names = "--message-id", paramLabel = "TEXT", description = "The message-id.")
    private String messageId;

    @Option(names = "--subject", paramLabel = "TEXT", description = "What it is about.")
    private String subject;

    @Option(
            names = "--reply-to",
            paramLabel = "ADDRESS",
            description = "Where an answer is to be sent.")
    private String replyTo;

    @Option(
            names = "--correlation-id",
            paramLabel = "TEXT",
            description = "What an answer is to repeat.")
    private String correlationId;

    @Option(names = "--content-type", paramLabel = "TEXT", description = "What the payload is.")
    private String contentType;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long it is worth something, as 500ms or 1h.")
    private Duration ttl;

    @Option(names = "--durable", description = "Say that it must outlive a restart.")
    private boolean durable;

    @Option(
            names = "--text",
            description = "Send the payload as a string (amqp-value) instead of as bytes (data).")
    private boolean text;

    @Option(
            names = "--settled",
            description = "Ask for no outcome: faster, and nobody knows whether it was taken.")
    private boolean settled;

    @Override
    void check() {
        if (address.isEmpty()) {
            throw wrong("ADDRESS: not empty");
        }
        if (ttl != null && ttl.toMillis() > TTL_MS_MAX) {
            throw wrong("--ttl: up to 4294967295ms");
        }
        applicationProperties();
    }

    private Map<String, String> applicationProperties() {
        final Map<String, String> properties = new LinkedHashMap<>();
        for (final String each : application) {
            final int equals = each.indexOf('=');
            if (equals < 0
                    || properties.put(each.substring(0, equals), each.substring(equals + 1))
                            != null) {
                throw wrong("--property: NAME=VALUE, each name once, not '" + each + "'");
            }
        }
        return properties;
    }

    private AmqpMessage message(final byte... payload) {
        if (text && !Utf8.isWellFormed(new UnsafeBuffer(payload), 0, payload.length)) {
            throw wrong("--text: what is to be sent is no UTF-8");
        }
        return new AmqpMessage(
                payload,
                text,
                durable,
                ttl == null ? OptionalLong.empty() : OptionalLong.of(ttl.toMillis()),
                new AmqpMessage.Properties(
                        Optional.ofNullable(messageId),
                        Optional.ofNullable(subject),
                        Optional.ofNullable(replyTo),
                        Optional.ofNullable(correlationId),
                        contentType()),
                applicationProperties());
    }

    /** A symbol, which is ASCII. */
    private Optional<String> contentType() {
        if (contentType != null && !StandardCharsets.US_ASCII.newEncoder().canEncode(contentType)) {
            throw wrong("--content-type: ASCII only");
        }
        return Optional.ofNullable(contentType);
    }

    @Override
    Producer connect(final Deadline deadline) throws PeerException {
        final AmqpConnection connection =
                AmqpConnection.connect(
                        server().server(AmqpOptions.PORT), amqp.settings(server()), deadline);
        boolean attached = false;
        try {
            final AmqpSender sender = AmqpSender.attach(connection, address, settled, deadline);
            attached = true;
            return new Producer() {
                @Override
                public Map<String, Object> send(final byte[] payload, final Deadline until)
                        throws PeerException {
                    sender.send(message(payload), until);
                    final Map<String, Object> answer = new LinkedHashMap<>();
                    answer.put("address", address);
                    answer.put("outcome", settled ? "not asked for" : "accepted");
                    return answer;
                }

                @Override
                public void idle() throws PeerException {
                    sender.idle();
                }

                @Override
                public void close() {
                    connection.close();
                }
            };
        } finally {
            if (!attached) {
                connection.close();
            }
        }
    }
}
