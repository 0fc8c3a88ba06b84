package io.sluice.engine.link;

/**
 * The end of a link that takes from a {@link Source}: an MQTT subscription, an AMQP sender link.
 */
public interface Consumer {
    /** One message, within the demand that was told; settled later, exactly once. */
    void onOutgoing(Outgoing message);

    /** Everything that was there when {@link Source#drain} asked has been handed over. */
    void onDrained();

    /**
     * A message that was settled with this tag is where its outcome has it, and stays there over a
     * crash: what was accepted is deleted.
     */
    default void onDone(final long tag) {}

    /** Whether it does not want the events of this producer, because they are its own. */
    default boolean isOwn(final Receiver producer) {
        return false;
    }

    /** So many events passed by because there was no demand, or no memory to wait in. */
    void onShed(long count);

    /**
     * Whether another message would have to wait here: then memory that is short goes to others.
     */
    default boolean isBehind() {
        return false;
    }
}
