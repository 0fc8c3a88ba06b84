package io.sluice.engine.amqp;

/** Has something to tell, and waits a moment for more of its kind. */
@FunctionalInterface
interface Unflushed {
    /** Tells it. */
    void flush();
}
