package io.sluice.engine.config;

/** What every queue may hold, and how often a message is tried before it is a dead letter. */
public record QueuesConfig(long messagesMax, long bytesMax, int deliveriesMax) {
    public QueuesConfig {
        Require.that(messagesMax >= 1, "queues.max_messages: at least 1");
        Require.that(bytesMax >= 1, "queues.max_bytes: at least 1");
        Require.that(deliveriesMax >= 1, "queues.max_deliveries: at least 1");
    }
}
