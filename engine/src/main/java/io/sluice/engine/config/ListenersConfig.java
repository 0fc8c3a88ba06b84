package io.sluice.engine.config;

import java.util.Objects;

/** Where the daemon is reached: the protocols always, the administration if it is wanted. */
public record ListenersConfig(ListenerConfig mqtt, ListenerConfig amqp, AdminConfig admin) {
    public ListenersConfig {
        Objects.requireNonNull(mqtt);
        Objects.requireNonNull(amqp);
        Objects.requireNonNull(admin);
        Require.that(!mqtt.isOff(), "listeners.mqtt.port: 0 to 65535");
        Require.that(!amqp.isOff(), "listeners.amqp.port: 0 to 65535");
    }
}
