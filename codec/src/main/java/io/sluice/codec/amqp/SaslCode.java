package io.sluice.codec.amqp;

/** How a SASL dialogue ended (AMQP 1.0 part 5 section 5.3.3.6); the ordinal is the ubyte. */
public enum SaslCode {
    OK,
    /** The credentials are wrong. */
    AUTH,
    /** A system error. */
    SYS,
    /** A system error that will not go away by itself. */
    SYS_PERM,
    /** A system error that may go away. */
    SYS_TEMP;

    private static final SaslCode[] ALL = values();

    static SaslCode of(final int value) {
        return ALL[value];
    }
}
