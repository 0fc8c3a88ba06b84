package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ConnectCaps;
import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.PacketIds;
import io.sluice.codec.mqtt.PublishCaps;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What a client of an MQTT listener may cost.
 *
 * @param maximumPacketSize bytes of a packet that is read, told in CONNACK
 * @param receiveMaximum QoS 1 and 2 messages that a client may have on the way, told in CONNACK
 * @param times how long is waited for what
 * @param publish what a message may cost, a will too
 * @param filters what a SUBSCRIBE or UNSUBSCRIBE may cost
 * @param subscriptions what one client may subscribe to, and how much waits for it
 */
public record MqttLimits(
        int maximumPacketSize,
        int receiveMaximum,
        Times times,
        PublishCaps publish,
        FilterCaps filters,
        Subscribing subscriptions) {

    /** The longest Keep Alive that the wire can say; as a maximum it means none. */
    public static final int KEEP_ALIVE_MAX = 0xFFFF;

    private static final int PACKET_SIZE_MIN = 64;

    /**
     * How long is waited for what.
     *
     * @param handshakeNs from the connection to its CONNECT
     * @param keepAliveSecondsMax a longer Keep Alive of a client is replaced by this one; {@link
     *     #KEEP_ALIVE_MAX} leaves even none as it is
     * @param holdNs a client whose message finds no room for so long is disconnected
     */
    public record Times(long handshakeNs, int keepAliveSecondsMax, long holdNs) {
        public Times {
            require(handshakeNs > 0, "handshake: more than 0");
            require(
                    keepAliveSecondsMax >= 1 && keepAliveSecondsMax <= KEEP_ALIVE_MAX,
                    "keep alive: 1 to 65,535 seconds");
            require(holdNs > 0, "hold: more than 0");
        }
    }

    /**
     * What one client may subscribe to, and how much waits for it.
     *
     * @param subscriptionsMax Topic Filters at once
     * @param inFlightMax QoS 1 and 2 messages sent and not acknowledged, whatever more the client
     *     would take
     * @param waitingMax messages that wait for the client's acknowledgements or its socket; events
     *     past it are dropped
     */
    public record Subscribing(int subscriptionsMax, int inFlightMax, int waitingMax) {
        public Subscribing {
            require(subscriptionsMax >= 0, "subscriptions: 0 or more");
            require(inFlightMax >= 1 && inFlightMax <= PacketIds.MAX, "in flight: 1 to 65,535");
            require(waitingMax >= 1, "waiting: 1 or more");
        }
    }

    public MqttLimits {
        require(maximumPacketSize >= PACKET_SIZE_MIN, "maximum packet size: 64 or more");
        require(
                receiveMaximum >= 1 && receiveMaximum <= PacketIds.MAX,
                "receive maximum: 1 to 65,535");
        Objects.requireNonNull(times);
        Objects.requireNonNull(publish);
        Objects.requireNonNull(filters);
        Objects.requireNonNull(subscriptions);
    }

    /** What holds where the operator says nothing. */
    public static MqttLimits defaults() {
        final int packet = 256 << 10;
        return new MqttLimits(
                packet,
                256,
                new Times(
                        TimeUnit.SECONDS.toNanos(10), KEEP_ALIVE_MAX, TimeUnit.SECONDS.toNanos(60)),
                new PublishCaps(1_024, 32, 64 << 10, 128, 16 << 10, packet),
                new FilterCaps(256, 1_024, 32, 16 << 10, 128),
                new Subscribing(1_024, 256, 1_000));
    }

    /** A CONNECT's caps: its will is a message to come, its own properties cost as much. */
    ConnectCaps connect() {
        return new ConnectCaps(publish, publish.propertyBytesMax(), publish.userPropertiesMax());
    }

    private static void require(final boolean condition, final String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }
}
