package io.sluice.tools.client;

import java.util.Objects;

/** Why a client cannot go on, in one line for whoever runs it. */
public final class PeerException extends Exception {
    private static final long serialVersionUID = 1;

    /** What kind of end it is. */
    public enum Kind {
        /** There is no connection: nobody listens, a name that is not known, no route. */
        UNREACHABLE,
        /** The peer was reached and said no. */
        REFUSED,
        /** The peer did not answer in time. */
        TIMED_OUT,
        /** The connection broke, or the peer did not keep to its protocol. */
        LOST,
        /** Whoever runs it has ended it. */
        STOPPED
    }

    private final Kind kind;

    public PeerException(final Kind kind, final String message) {
        super(message);
        this.kind = Objects.requireNonNull(kind);
    }

    public Kind kind() {
        return kind;
    }
}
