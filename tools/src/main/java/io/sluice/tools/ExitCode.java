package io.sluice.tools;

/** Why the command ended; the same numbers in docs/operating.md. */
enum ExitCode {
    /** It did what it was asked. */
    OK(0),
    /** It was asked wrongly: an option, an argument, the configuration. */
    USAGE(2),
    /** The JVM had no memory; it ends by itself, and with this. */
    MEMORY(3),
    /** The store cannot be opened: in use, damaged, not writable. */
    STORE(4),
    /** A part of the daemon failed while it ran, and it ended rather than go on half. */
    FATAL(5),
    /** A second signal ended it before it had drained. */
    FORCED(6),
    /** A client command found nobody to connect to. */
    UNREACHABLE(7),
    /** The peer of a client command said no. */
    REFUSED(8),
    /** A client command waited long enough. */
    TIMED_OUT(9),
    /** The connection of a client command broke, or its peer did not keep to its protocol. */
    LOST(10),
    /** The books do not balance, or could not be audited. */
    UNBALANCED(11),
    /** An address cannot be listened at. */
    LISTENER(12);

    private final int code;

    ExitCode(final int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
