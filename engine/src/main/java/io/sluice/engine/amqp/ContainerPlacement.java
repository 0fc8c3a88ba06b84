package io.sluice.engine.amqp;

import org.agrona.DirectBuffer;

/**
 * On which loop a container's connections live, so that two that attach the same link meet there;
 * one for all loops.
 */
public interface ContainerPlacement {
    /** The loop of this container-id. */
    int loopOf(DirectBuffer containerId, int offset, int length);

    /** The server of another loop; it is handed a connection, and not touched here. */
    AmqpServer serverOf(int loop);
}
