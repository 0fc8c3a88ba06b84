package io.sluice.engine.link;

/**
 * The end of a link that takes from a {@link Source}: an MQTT subscription, an AMQP sender link.
 */
public interface Consumer {
    /** One message, within the demand that was told; settled later, exactly once. */
    void onOutgoing(Outgoing message);

    /** Everything that was there when {@link Source#drain} asked has been handed over. */
    void onDrained();

    /** So many events passed by because there was no demand. */
    void onShed(long count);

    /** How many events may wait for demand before they pass by; a queue's messages always wait. */
    default int backlogMax() {
        return 0;
    }
}
