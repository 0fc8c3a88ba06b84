package io.sluice.engine.config;

import java.net.InetSocketAddress;
import java.util.Objects;

/** Where one protocol is listened for; port 0 takes one that is free. */
public record ListenerConfig(String host, int port, int connectionsMax) {
    /** The port of a listener that is not there. */
    public static final int OFF = -1;

    private static final int CONNECTIONS_LIMIT = 1_000_000;

    public ListenerConfig {
        Objects.requireNonNull(host);
        Require.that(!host.isBlank(), "host: a name or an address");
        Require.that(port >= OFF && port <= 65_535, "port: 0 to 65535");
        Require.that(
                connectionsMax >= 1 && connectionsMax <= CONNECTIONS_LIMIT,
                "max_connections: 1 to 1000000");
    }

    /** Whether nobody listens. */
    public boolean isOff() {
        return port == OFF;
    }

    /** The address that it says, resolved now. */
    public InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /** The same at another port. */
    public ListenerConfig withPort(final int other) {
        return new ListenerConfig(host, other, connectionsMax);
    }
}
