package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Finds whole packets in a stream of bytes; one per loop serves every connection with the same
 * Maximum Packet Size. One that is too large is refused as soon as its fixed header is there: no
 * byte of its body is ever waited for. Holds only what it last saw.
 *
 * <pre>
 *   7 6 5 4   3 2 1 0   7 ............ 0
 *  +-------+---------+-----------------+---------
 *  | type  |  flags  | remaining length| body ...
 *  +-------+---------+-----------------+---------
 *                      1 to 4 bytes
 * </pre>
 */
public final class MqttFramer {
    /** More bytes are needed: the one answer of {@link #next} that is no reason code. */
    public static final int INCOMPLETE = -1;

    private final int maximumPacketSize;
    private int packetLength;
    private int type;

    /**
     * @param maximumPacketSize bytes of a whole packet, fixed header included (MQTT 5.0 section
     *     3.2.2.3.6)
     */
    public MqttFramer(final int maximumPacketSize) {
        if (maximumPacketSize < 1) {
            throw new IllegalArgumentException("maximum packet size: 1 or more");
        }
        this.maximumPacketSize = maximumPacketSize;
    }

    /**
     * Looks for a packet at {@code offset}.
     *
     * @return {@link ReasonCode#SUCCESS} when a whole one of {@link #packetLength()} bytes lies
     *     there; {@link #INCOMPLETE}; {@link ReasonCode#PACKET_TOO_LARGE}; or {@link
     *     ReasonCode#MALFORMED_PACKET} for the reserved type 0 and for a length of more than four
     *     bytes or not of the fewest
     */
    public int next(final DirectBuffer buffer, final int offset, final int limit) {
        packetLength = 0;
        type = ControlPacketType.RESERVED;
        if (offset >= limit) {
            return INCOMPLETE;
        }
        type = ControlPacketType.of(buffer.getByte(offset));
        if (type == ControlPacketType.RESERVED) {
            return ReasonCode.MALFORMED_PACKET; // MQTT 5.0 section 2.1.2
        }
        final long remaining = VariableByteInteger.decode(buffer, offset + 1, limit);
        if (remaining < 0) {
            return remaining == VariableByteInteger.INCOMPLETE
                    ? INCOMPLETE
                    : ReasonCode.MALFORMED_PACKET; // [MQTT-1.5.5-1]
        }
        packetLength =
                1 + VariableByteInteger.length(remaining) + VariableByteInteger.value(remaining);
        if (packetLength > maximumPacketSize) {
            return ReasonCode.PACKET_TOO_LARGE; // [MQTT-3.2.2-15]
        }
        return packetLength > limit - offset ? INCOMPLETE : ReasonCode.SUCCESS;
    }

    /**
     * The {@link ControlPacketType} of the packet last looked at, whole or not: {@link
     * ControlPacketType#maySend} tells whether its sender may send it at all, and by it the decoder
     * is chosen. {@link ControlPacketType#RESERVED} while not one byte is there.
     */
    public int type() {
        return type;
    }

    /**
     * Bytes of the packet last looked at, whole or not: the size to make room for while it is
     * incomplete, 0 while its fixed header is.
     */
    public int packetLength() {
        return packetLength;
    }
}
