package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/** Packet Identifiers (MQTT 5.0 section 2.2.1): 1 to 65,535. Stateless. */
public final class PacketIds {
    /** The largest; as many packets can be on their way at once. */
    public static final int MAX = 0xFFFF;

    private PacketIds() {}

    /** Whether this is one: 0 is none. */
    public static boolean isValid(final int packetId) {
        return packetId >= 1 && packetId <= MAX;
    }

    /** Rewrites the identifier at a decoder's {@code packetIdOffset()}, of which nothing moves. */
    public static void put(final MutableDirectBuffer buffer, final int offset, final int packetId) {
        assert isValid(packetId);
        FieldWriter.unsignedShort(buffer, offset, packetId);
    }
}
