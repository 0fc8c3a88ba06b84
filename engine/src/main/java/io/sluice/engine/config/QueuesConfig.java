package io.sluice.engine.config;

/**
 * How many queues there may be, what each may hold, and how often a message is tried before it is a
 * dead letter.
 */
public record QueuesConfig(int countMax, long messagesMax, long bytesMax, int deliveriesMax) {
    /** As many as a heap of 96 MiB has room for, and some. */
    public static final int COUNT_USUAL = 10_000;

    private static final int COUNT_LIMIT = 1_000_000;
    private static final long MESSAGES_LIMIT = 1_000_000_000;
    private static final long BYTES_LIMIT = 16L << 40;
    private static final int DELIVERIES_LIMIT = 1_000_000;

    public QueuesConfig {
        Require.that(countMax >= 1 && countMax <= COUNT_LIMIT, "queues.max: 1 to 1000000");
        Require.that(
                messagesMax >= 1 && messagesMax <= MESSAGES_LIMIT,
                "queues.max_messages: 1 to 1000000000");
        Require.that(bytesMax >= 1 && bytesMax <= BYTES_LIMIT, "queues.max_bytes: 1B to 16TiB");
        Require.that(
                deliveriesMax >= 1 && deliveriesMax <= DELIVERIES_LIMIT,
                "queues.max_deliveries: 1 to 1000000");
    }

    /** With the usual number of queues. */
    public QueuesConfig(final long messagesMax, final long bytesMax, final int deliveriesMax) {
        this(COUNT_USUAL, messagesMax, bytesMax, deliveriesMax);
    }
}
