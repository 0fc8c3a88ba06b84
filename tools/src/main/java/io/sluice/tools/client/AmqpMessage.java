package io.sluice.tools.client;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A message of AMQP 1.0 that is to be sent.
 *
 * @param isText whether the body is a value of type string, else it is data
 */
public record AmqpMessage(
        byte[] payload,
        boolean isText,
        boolean durable,
        OptionalLong ttlMs,
        Properties properties,
        Map<String, String> applicationProperties) {
    public AmqpMessage {
        Objects.requireNonNull(payload);
        Objects.requireNonNull(ttlMs);
        Objects.requireNonNull(properties);
        Objects.requireNonNull(applicationProperties);
    }

    /** The standard's properties that a sender chooses. */
    public record Properties(
            Optional<String> messageId,
            Optional<String> subject,
            Optional<String> replyTo,
            Optional<String> correlationId,
            Optional<String> contentType) {
        boolean isEmpty() {
            return messageId.isEmpty()
                    && subject.isEmpty()
                    && replyTo.isEmpty()
                    && correlationId.isEmpty()
                    && contentType.isEmpty();
        }
    }
}
