package io.sluice.codec.mqtt;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A packet on the wire, and the answer it must get.
 *
 * @param reason {@link ReasonCode#SUCCESS}, or the reason code the sender must get
 * @param version the version its connection speaks
 * @param sender who sends it
 * @param bytes the whole packet
 */
public record SamplePacket(int reason, MqttVersion version, PacketSender sender, byte[] bytes) {
    /** What a client sends and a server accepts. */
    static SamplePacket fromClient(final MqttVersion version, final String transcript) {
        return new SamplePacket(
                ReasonCode.SUCCESS, version, PacketSender.CLIENT, Wire.bytes(transcript));
    }

    /** What a server sends and a client accepts. */
    static SamplePacket fromServer(final MqttVersion version, final String transcript) {
        return new SamplePacket(
                ReasonCode.SUCCESS, version, PacketSender.SERVER, Wire.bytes(transcript));
    }

    /** The same bytes, if they were sent by a client and must be refused for this reason. */
    static SamplePacket badFromClient(
            final int reason, final MqttVersion version, final String transcript) {
        return new SamplePacket(reason, version, PacketSender.CLIENT, Wire.bytes(transcript));
    }

    /** The same bytes, if they were sent by a server and must be refused for this reason. */
    static SamplePacket badFromServer(
            final int reason, final MqttVersion version, final String transcript) {
        return new SamplePacket(reason, version, PacketSender.SERVER, Wire.bytes(transcript));
    }

    boolean isValid() {
        return reason == ReasonCode.SUCCESS;
    }

    UnsafeBuffer buffer() {
        return new UnsafeBuffer(bytes);
    }

    /** The name of the answer it must get. */
    String reasonName() {
        return ReasonCode.name(reason);
    }
}
