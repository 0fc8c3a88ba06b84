package io.sluice.fuzz.law;

/** A law that was broken: the fuzzer keeps the input and stops. */
public final class Finding extends AssertionError {
    private static final long serialVersionUID = 1L;

    public Finding(final String message) {
        super(message);
    }

    public Finding(final String message, final Throwable cause) {
        super(message, cause);
    }
}
