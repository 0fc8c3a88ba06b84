package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/** When the expiry timer of a terminus starts (AMQP 1.0 part 3 section 3.5.6). */
public enum TerminusExpiryPolicy {
    LINK_DETACH("link-detach"),
    SESSION_END("session-end"),
    CONNECTION_CLOSE("connection-close"),
    NEVER("never");

    private static final TerminusExpiryPolicy[] ALL = values();

    private final Slice symbol;

    TerminusExpiryPolicy(final String symbol) {
        this.symbol = Slice.ofUtf8(symbol);
    }

    /** Shared: only to be read. */
    Slice symbol() {
        return symbol;
    }

    /** Index of the policy with this symbol, or -1. */
    static int indexOf(final Slice symbol) {
        for (int i = 0; i < ALL.length; i++) {
            if (ALL[i].symbol.contentEquals(symbol)) {
                return i;
            }
        }
        return -1;
    }

    static TerminusExpiryPolicy of(final int index) {
        return ALL[index];
    }
}
