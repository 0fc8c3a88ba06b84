package io.sluice.tools.client;

import java.util.Objects;

/** Where a peer listens. */
public record Server(String host, int port) {
    private static final int PORT_MAX = 65_535;

    public Server {
        Objects.requireNonNull(host);
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("port: 1 to 65535");
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
