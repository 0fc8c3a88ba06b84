package io.sluice.engine.config;

import java.util.Objects;

/**
 * Where the daemon is asked how it is, and what a client must know to read numbers and settings.
 */
public record AdminConfig(ListenerConfig listener, Secret token) {
    private static final int CONNECTIONS_LIMIT = 1_000;

    public AdminConfig {
        Objects.requireNonNull(listener);
        Objects.requireNonNull(token);
        // Each of them may have a thread of its own for as long as a slow client takes.
        Require.that(
                listener.connectionsMax() <= CONNECTIONS_LIMIT,
                "listeners.admin.max_connections: 1 to 1000");
    }
}
