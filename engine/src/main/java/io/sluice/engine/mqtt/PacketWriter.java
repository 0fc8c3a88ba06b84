package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PropertyDefaults;
import io.sluice.engine.loop.Wire;
import org.agrona.MutableDirectBuffer;

/** Writes packets to one client, in its version and within its Maximum Packet Size. */
final class PacketWriter {
    private final Wire wire;
    private final Packets packets;
    private final int claimMax;
    private MqttVersion version = MqttVersion.V5;
    private int maximumPacketSize = PropertyDefaults.MAXIMUM_PACKET_SIZE;

    /**
     * @param claimMax no packet above this is claimed room for: as large as those that are read
     */
    PacketWriter(final Wire wire, final Packets packets, final int claimMax) {
        this.wire = wire;
        this.packets = packets;
        this.claimMax = claimMax;
    }

    /** What the client has said in CONNECT. */
    void connected(final MqttVersion newVersion, final int newMaximumPacketSize) {
        version = newVersion;
        maximumPacketSize = newMaximumPacketSize;
    }

    MqttVersion version() {
        return version;
    }

    /** Whether the client takes a packet of so many bytes. [MQTT-3.1.2-24] */
    boolean fits(final int length) {
        return length <= maximumPacketSize;
    }

    /** Writes a packet that was filled in; false, and nothing is written, if it does not fit. */
    boolean write(final PacketEncoder packet) {
        final int length = packet.encodedLength(version);
        if (!fits(length)) {
            return false;
        }
        final MutableDirectBuffer buffer = wire.claim(length);
        packet.encode(buffer, wire.claimOffset(), version);
        wire.commit(length);
        return true;
    }

    /** PUBACK, PUBREC, PUBREL or PUBCOMP, smaller than any CONNACK that fitted. */
    void ack(final int type, final int packetId, final int reasonCode) {
        write(packets.ackOut.reset(type, packetId).reasonCode(reasonCode));
    }

    void pingResponse() {
        write(packets.pingOut);
    }

    /** The reason why we end, where the version has one. */
    void disconnect(final int reasonCode) {
        if (version == MqttVersion.V5) {
            write(packets.disconnectOut.reset(reasonCode));
        }
    }

    /** Writes a PUBLISH that was filled in, and fits. */
    void publish(
            final OutgoingPublish publish, final int length, final int packetId, final long nowNs) {
        assert fits(length);
        if (length > claimMax) { // grown by our own fields, or from another protocol
            publish.encode(packets.largeOut, 0, packetId, nowNs);
            wire.write(packets.largeOut, 0, length);
            return;
        }
        final MutableDirectBuffer buffer = wire.claim(length);
        publish.encode(buffer, wire.claimOffset(), packetId, nowNs);
        wire.commit(length);
    }
}
