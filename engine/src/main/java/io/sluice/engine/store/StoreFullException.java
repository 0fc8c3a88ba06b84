package io.sluice.engine.store;

/**
 * There is no room in the map or on the disk: nothing of the batch has happened, and the store is
 * as it was after the last commit.
 */
public final class StoreFullException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoreFullException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
