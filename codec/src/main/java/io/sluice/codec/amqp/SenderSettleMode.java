package io.sluice.codec.amqp;

/** What a sender sends (AMQP 1.0 part 2 section 2.8.2); the ordinal is the ubyte. */
public enum SenderSettleMode {
    /** Unsettled deliveries only. */
    UNSETTLED,
    /** Settled deliveries only. */
    SETTLED,
    /** Either, as each transfer says. */
    MIXED;

    private static final SenderSettleMode[] ALL = values();

    static SenderSettleMode of(final int value) {
        return ALL[value];
    }
}
