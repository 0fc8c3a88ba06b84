package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ConnackEncoder;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PropertyDefaults;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/** Judges a CONNECT and words its CONNACK; one per loop. */
final class ConnectHandshake {
    private final MqttServer server;
    private final MqttLimits limits;
    private final Packets packets;

    ConnectHandshake(final MqttServer server) {
        this.server = server;
        limits = server.limits();
        packets = server.packets();
    }

    /**
     * Judges a whole CONNECT; {@link ReasonCode#SUCCESS}, or what the client is refused for, in the
     * decoder's version.
     */
    int judge(final DirectBuffer buffer, final int offset, final int length) {
        final IngressCap broken = packets.connectGuard.inspect(buffer, offset, length);
        final ConnectDecoder connect = packets.connect;
        final int reason = connect.wrap(buffer, offset, length);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        if (broken != IngressCap.NONE) {
            return broken == IngressCap.TOPIC_BYTES || broken == IngressCap.TOPIC_LEVELS
                    ? ReasonCode.TOPIC_NAME_INVALID
                    : ReasonCode.QUOTA_EXCEEDED;
        }
        if (connect.properties().has(PropertyId.AUTHENTICATION_METHOD)) {
            return ReasonCode.BAD_AUTHENTICATION_METHOD; // [MQTT-4.12.0-1]: none is known
        }
        return connect.version() == MqttVersion.V5 && connect.willRetain()
                ? ReasonCode.RETAIN_NOT_SUPPORTED // [MQTT-3.2.2-13]
                : ReasonCode.SUCCESS;
    }

    /** The loop on which the client's session lives; one without identifier stays where it is. */
    int loop() {
        final Slice clientId = packets.connect.clientId();
        return clientId.isEmpty() ? server.home().index() : loopOf(clientId);
    }

    private int loopOf(final Slice clientId) {
        return server.placement().loopOf(clientId.buffer(), clientId.offset(), clientId.length());
    }

    /** What the client is called: as it says, or as we do if it says nothing. */
    String clientId() {
        final Slice clientId = packets.connect.clientId();
        return clientId.isEmpty() ? assign() : clientId.toString();
    }

    /** One that belongs on this loop, where it would be looked for. */
    private String assign() {
        String assigned;
        do {
            assigned = server.sessions().assign();
        } while (loopOf(Slice.ofUtf8(assigned)) != server.home().index());
        return assigned;
    }

    /** The Keep Alive in seconds that holds; 0 for none. [MQTT-3.2.2-21] */
    int keepAlive() {
        final int asked = packets.connect.keepAlive();
        return isCapped(asked) ? limits.times().keepAliveSecondsMax() : asked;
    }

    /** Only MQTT 5 can be told another one. */
    private boolean isCapped(final int asked) {
        final int max = limits.times().keepAliveSecondsMax();
        return packets.connect.version() == MqttVersion.V5
                && max < MqttLimits.KEEP_ALIVE_MAX
                && (asked == 0 || asked > max);
    }

    /** The client's Receive Maximum; 3.1.1 promises none. */
    int receiveMaximum() {
        return (int)
                packets.connect
                        .properties()
                        .number(PropertyId.RECEIVE_MAXIMUM, PropertyDefaults.RECEIVE_MAXIMUM);
    }

    /** The client's Maximum Packet Size. */
    int maximumPacketSize() {
        final long asked =
                packets.connect
                        .properties()
                        .number(
                                PropertyId.MAXIMUM_PACKET_SIZE,
                                PropertyDefaults.MAXIMUM_PACKET_SIZE);
        return (int) Math.min(asked, PropertyDefaults.MAXIMUM_PACKET_SIZE);
    }

    /** The CONNACK that accepts, with the truth about what there is and what there is not. */
    ConnackEncoder accept(final String clientId) {
        final PropertyList asked = packets.connect.properties();
        final PropertyWriter told = packets.propertiesOut.clear();
        if (asked.number(PropertyId.SESSION_EXPIRY_INTERVAL, 0) != 0) {
            told.add(PropertyId.SESSION_EXPIRY_INTERVAL, 0); // it ends with the connection
        }
        told.add(PropertyId.RECEIVE_MAXIMUM, limits.receiveMaximum());
        told.add(PropertyId.RETAIN_AVAILABLE, 0);
        told.add(PropertyId.MAXIMUM_PACKET_SIZE, limits.maximumPacketSize());
        if (packets.connect.clientId().isEmpty()) {
            told.add(
                    PropertyId.ASSIGNED_CLIENT_IDENTIFIER,
                    Slice.ofUtf8(clientId)); // [MQTT-3.2.2-16]
        }
        // Without a Topic Alias Maximum it is 0.
        told.add(PropertyId.SHARED_SUBSCRIPTION_AVAILABLE, 0);
        if (isCapped(packets.connect.keepAlive())) {
            told.add(PropertyId.SERVER_KEEP_ALIVE, limits.times().keepAliveSecondsMax());
        }
        return packets.connackOut.reset().properties(told);
    }
}
