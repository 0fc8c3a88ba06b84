package io.sluice.engine.store;

/**
 * A write or a sync failed, or the store is damaged: whether the batch is there is unknown until
 * the store is opened again. It must never be synced again in this process, since the kernel
 * reports a lost write only once.
 */
public final class StoreFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreFailedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
