package io.sluice.store.lmdb;

/** A page, or what it says, cannot be right; the message says which and why. */
final class DamageException extends Exception {
    private static final long serialVersionUID = 1L;

    DamageException(final String message) {
        super(message);
    }
}
