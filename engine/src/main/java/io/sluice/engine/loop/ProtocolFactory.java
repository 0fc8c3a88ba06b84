package io.sluice.engine.loop;

import io.sluice.engine.link.Home;

/** Makes the protocol of a connection, on the loop that owns it from now on. */
public interface ProtocolFactory {
    Protocol create(Wire wire, Home home, long nowNs);
}
