package io.sluice.codec.amqp;

/** When a receiver settles (AMQP 1.0 part 2 section 2.8.3); the ordinal is the ubyte. */
public enum ReceiverSettleMode {
    /** As soon as it has reached an outcome. */
    FIRST,
    /** After the sender has settled. */
    SECOND;

    private static final ReceiverSettleMode[] ALL = values();

    static ReceiverSettleMode of(final int value) {
        return ALL[value];
    }
}
