package io.sluice.codec.amqp;

/** Which end of a link speaks (AMQP 1.0 part 2 section 2.8.1); as boolean, the receiver is true. */
public enum Role {
    SENDER,
    RECEIVER;

    static Role of(final boolean isReceiver) {
        return isReceiver ? RECEIVER : SENDER;
    }
}
