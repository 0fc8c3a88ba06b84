package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes one control packet that was filled in before. What it was given (slices, properties) must
 * stay as it is until then; encoding again writes the same bytes.
 */
public interface PacketEncoder {
    /** Bytes of the whole packet. */
    int encodedLength(MqttVersion version);

    /** Writes the whole packet and returns its length. */
    int encode(MutableDirectBuffer buffer, int offset, MqttVersion version);
}
