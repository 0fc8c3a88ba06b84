package io.sluice.codec.mqtt;

import org.agrona.MutableDirectBuffer;

/**
 * The flags in the first byte of a PUBLISH (MQTT 5.0 section 3.3.1). Stateless.
 *
 * <pre>
 *   7 6 5 4       3     2 1   0
 *  +------------+-----+-----+--------+
 *  | 3: PUBLISH | DUP | QoS | RETAIN |
 *  +------------+-----+-----+--------+
 * </pre>
 */
public final class PublishFlags {
    static final int DUP = 0x08;
    static final int QOS = 0x06;
    static final int RETAIN = 0x01;

    private PublishFlags() {}

    /**
     * Rewrites the DUP flag of the PUBLISH that begins at this offset; set only at QoS 1 and 2.
     * [MQTT-3.3.1-2]
     */
    public static void putDup(
            final MutableDirectBuffer buffer, final int packetOffset, final boolean dup) {
        final byte first = buffer.getByte(packetOffset);
        assert ControlPacketType.of(first) == ControlPacketType.PUBLISH;
        assert !dup || hasPacketId(first);
        buffer.putByte(packetOffset, (byte) set(first, DUP, dup));
    }

    static int qos(final int flags) {
        return (flags & QOS) >> 1;
    }

    /** These flags with another QoS. */
    static int withQos(final int flags, final int qos) {
        return flags & ~QOS | qos << 1;
    }

    /** These flags with one of them set or not. */
    static int set(final int flags, final int flag, final boolean on) {
        return on ? flags | flag : flags & ~flag;
    }

    /** Whether a PUBLISH with these flags, or this first byte, has a Packet Identifier. */
    static boolean hasPacketId(final int flags) {
        return (flags & QOS) != 0;
    }
}
