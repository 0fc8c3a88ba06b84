package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/** Reads the fields that every packet is made of, inside the limits it is given. Stateless. */
final class FieldReader {
    /** The field does not end before the limit. */
    static final int CUT = -1;

    private FieldReader() {}

    /**
     * Where the body of a whole packet begins, or {@link #CUT} if its remaining length does not end
     * it exactly at {@code offset + length}.
     */
    static int bodyOffset(final DirectBuffer buffer, final int offset, final int length) {
        if (length < 2 + 0x80) {
            // Only one length of one byte can be right: it need not be decoded.
            return length >= 2 && buffer.getByte(offset + 1) == length - 2 ? offset + 2 : CUT;
        }
        final long remaining = VariableByteInteger.decode(buffer, offset + 1, offset + length);
        if (remaining < 0) {
            return CUT;
        }
        final int headerLength = 1 + VariableByteInteger.length(remaining);
        return headerLength + VariableByteInteger.value(remaining) == length
                ? offset + headerLength
                : CUT;
    }

    /** Bytes of the fixed header of a packet of this whole length, its length field minimal. */
    static int headerLength(final int length) {
        return length < 2 + 0x80 ? 2 : length < 3 + 0x4000 ? 3 : length < 4 + 0x20_0000 ? 4 : 5;
    }

    /**
     * As {@link #bodyOffset(DirectBuffer, int, int)}, and {@link #CUT} too if the packet does not
     * begin with this byte: its type and the flags that are fixed for it. [MQTT-2.1.3-1]
     */
    static int bodyOffset(
            final DirectBuffer buffer, final int offset, final int length, final int first) {
        final int body = bodyOffset(buffer, offset, length);
        return body != CUT && (buffer.getByte(offset) & 0xFF) == first ? body : CUT;
    }

    /**
     * Where the Packet Identifier lies that the body begins with, or {@link #CUT} if there is no
     * room for it, the packet is of none of these types, or its flags are not those fixed for its
     * type. [MQTT-2.1.3-1]
     *
     * @param types bit n stands for type n
     */
    static int packetIdOffset(
            final DirectBuffer buffer, final int offset, final int length, final int types) {
        final int body = bodyOffset(buffer, offset, length);
        if (body == CUT || offset + length - body < 2) {
            return CUT;
        }
        final int first = buffer.getByte(offset) & 0xFF;
        final int type = first >> 4;
        return (types >> type & 1) != 0 && first == ControlPacketType.firstByte(type) ? body : CUT;
    }

    /** Where a field with a two-byte length in front ends, or {@link #CUT}. */
    static int end(final DirectBuffer buffer, final int offset, final int limit) {
        if (limit - offset < 2) {
            return CUT;
        }
        final int end = offset + 2 + unsignedShort(buffer, offset);
        return end > limit ? CUT : end;
    }

    static int unsignedShort(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset, BIG_ENDIAN) & 0xFFFF;
    }
}
