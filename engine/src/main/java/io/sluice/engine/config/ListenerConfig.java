package io.sluice.engine.config;

import java.net.InetSocketAddress;
import java.util.Objects;

/** Where one protocol is listened for; port 0 takes one that is free. */
public record ListenerConfig(String host, int port, int connectionsMax) {
    public ListenerConfig {
        Objects.requireNonNull(host);
        Require.that(!host.isBlank(), "host: a name or an address");
        Require.that(port >= 0 && port <= 65_535, "port: 0 to 65,535");
        Require.that(connectionsMax >= 1, "max_connections: at least 1");
    }

    /** The address that it says, resolved now. */
    public InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }
}
