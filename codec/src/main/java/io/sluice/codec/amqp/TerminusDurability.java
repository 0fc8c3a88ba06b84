package io.sluice.codec.amqp;

/** What of a terminus is kept (AMQP 1.0 part 3 section 3.5.5); the ordinal is the uint. */
public enum TerminusDurability {
    NONE,
    CONFIGURATION,
    UNSETTLED_STATE;

    private static final TerminusDurability[] ALL = values();

    static TerminusDurability of(final int value) {
        return ALL[value];
    }
}
