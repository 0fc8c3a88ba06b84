package io.sluice.engine.config;

/**
 * What a client of the MQTT listener may cost.
 *
 * @param packetBytesMax bytes of a packet that is read, told in CONNACK
 * @param receiveMaximum QoS 1 and 2 messages that a client may have on the way, told in CONNACK
 * @param keepAliveMaxMs a longer Keep Alive of a client is replaced by this one; the longest that
 *     the wire can say leaves every one as it is
 * @param subscriptionsMax Topic Filters of one client
 */
public record MqttConfig(
        int packetBytesMax, int receiveMaximum, long keepAliveMaxMs, int subscriptionsMax) {
    private static final int PACKET_BYTES_MIN = 64;
    private static final int PACKET_BYTES_LIMIT = 1 << 20; // the longest that a loop keeps
    private static final int NUMBER_MAX = 65_535;
    private static final long SECOND_MS = 1_000;
    private static final int SUBSCRIPTIONS_LIMIT = 1_000_000;

    public MqttConfig {
        Require.that(
                packetBytesMax >= PACKET_BYTES_MIN && packetBytesMax <= PACKET_BYTES_LIMIT,
                "mqtt.max_packet_size: 64B to 1MiB");
        Require.that(
                receiveMaximum >= 1 && receiveMaximum <= NUMBER_MAX,
                "mqtt.receive_maximum: 1 to 65535");
        Require.that(
                keepAliveMaxMs >= SECOND_MS
                        && keepAliveMaxMs <= NUMBER_MAX * SECOND_MS
                        && keepAliveMaxMs % SECOND_MS == 0,
                "mqtt.keep_alive_max: 1s to 65535s, whole seconds");
        Require.that(
                subscriptionsMax >= 0 && subscriptionsMax <= SUBSCRIPTIONS_LIMIT,
                "mqtt.max_subscriptions: 0 to 1000000");
    }

    /** The longest Keep Alive as the wire says it. */
    public int keepAliveSecondsMax() {
        return (int) (keepAliveMaxMs / SECOND_MS);
    }
}
