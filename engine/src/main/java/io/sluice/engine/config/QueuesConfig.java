package io.sluice.engine.config;

/** What every queue may hold, and how often a message is tried before it is a dead letter. */
public record QueuesConfig(long messagesMax, long bytesMax, int deliveriesMax) {
    private static final long MESSAGES_LIMIT = 1_000_000_000;
    private static final long BYTES_LIMIT = 16L << 40;
    private static final int DELIVERIES_LIMIT = 1_000_000;

    public QueuesConfig {
        Require.that(
                messagesMax >= 1 && messagesMax <= MESSAGES_LIMIT,
                "queues.max_messages: 1 to 1000000000");
        Require.that(bytesMax >= 1 && bytesMax <= BYTES_LIMIT, "queues.max_bytes: 1B to 16TiB");
        Require.that(
                deliveriesMax >= 1 && deliveriesMax <= DELIVERIES_LIMIT,
                "queues.max_deliveries: 1 to 1000000");
    }
}
