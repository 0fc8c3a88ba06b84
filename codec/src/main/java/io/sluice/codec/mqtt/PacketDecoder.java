package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Reads one control packet where it lies. After a {@code wrap} that answered {@link
 * ReasonCode#SUCCESS} the accessors are good until the next one or until the bytes move.
 */
public interface PacketDecoder {
    /**
     * Checks everything that can be checked on this one packet.
     *
     * @param offset the packet's first byte
     * @param length bytes of the whole packet, as the framer found it
     * @return {@link ReasonCode#SUCCESS}, or the reason code that the peer must get; toward a 3.1.1
     *     peer, which has no such code, the session closes
     */
    int wrap(DirectBuffer buffer, int offset, int length, MqttVersion version);
}
