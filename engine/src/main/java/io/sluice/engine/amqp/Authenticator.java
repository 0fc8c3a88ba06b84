package io.sluice.engine.amqp;

import io.sluice.codec.wire.Slice;

/** Who may connect; asked on the loop, so it answers at once. */
public interface Authenticator {
    /** Whether a peer may come without a name: by ANONYMOUS, or without SASL at all. */
    boolean allowsAnonymous();

    /**
     * Whether anybody comes with a name. PLAIN is not offered else: a client that has a name would
     * choose it and be refused, where ANONYMOUS would do.
     */
    default boolean allowsPlain() {
        return true;
    }

    /** Whether this is the user's password. Both are only valid during the call. */
    boolean isValid(Slice user, Slice password);
}
