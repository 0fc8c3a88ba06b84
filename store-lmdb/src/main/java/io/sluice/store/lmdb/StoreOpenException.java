package io.sluice.store.lmdb;

/** The store cannot be opened; the message tells an operator why, and what helps. */
public final class StoreOpenException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoreOpenException(final String message) {
        super(message);
    }

    public StoreOpenException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
