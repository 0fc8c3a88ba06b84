package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * Writes one control packet that was filled in before. What it was given (slices, properties) must
 * stay as it is until then; encoding again writes the same bytes.
 *
 * <p>A string or binary of more than 65,535 bytes and a packet whose remaining length is above
 * {@link VariableByteInteger#MAX} throw {@link IllegalArgumentException}, in production too: such
 * lengths may come from a peer of another protocol, and so are the world's fault. What lies behind
 * the offset then is no packet, and must not be sent. An order that breaks a rule of MQTT is our
 * own fault, and an assertion.
 */
public interface PacketEncoder {
    /** Bytes of the whole packet. */
    int encodedLength(MqttVersion version);

    /** Writes the whole packet and returns its length. */
    int encode(MutableDirectBuffer buffer, int offset, MqttVersion version);
}
