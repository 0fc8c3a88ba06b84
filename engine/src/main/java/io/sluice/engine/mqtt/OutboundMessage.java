package io.sluice.engine.mqtt;

import io.sluice.engine.link.Outgoing;

/**
 * A message on its way to a client, in one {@link OutboundList} at a time; used again and again.
 */
final class OutboundMessage {
    Subscription subscription;
    Outgoing message;

    /** Its bytes are copied, or not wanted any more. */
    boolean written;

    int qos;

    /** 0 while it waits. */
    int packetId;

    /** The type of the packet that the client owes. */
    int awaited;

    OutboundMessage previous;
    OutboundMessage next;
}
