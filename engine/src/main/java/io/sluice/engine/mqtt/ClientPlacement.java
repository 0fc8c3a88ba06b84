package io.sluice.engine.mqtt;

import io.sluice.engine.loop.ProtocolFactory;
import org.agrona.DirectBuffer;

/**
 * On which loop a client's session lives, so that two connections with the same identifier meet
 * there; one for all loops.
 */
public interface ClientPlacement {
    /** The loop of this client identifier. */
    int loopOf(DirectBuffer clientId, int offset, int length);

    /** The server of another loop; it is handed on, and not touched here. */
    ProtocolFactory serverOf(int loop);
}
