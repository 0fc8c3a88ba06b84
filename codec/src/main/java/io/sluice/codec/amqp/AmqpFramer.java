package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Finds whole frames in a stream of bytes (AMQP 1.0 part 2 section 2.3), and refuses one that is
 * too large as soon as its first four bytes are there: no byte of its body is ever waited for.
 * Holds only what it last saw; one per loop serves every connection with the same max-frame-size.
 */
public final class AmqpFramer {
    private final int maxFrameSize;
    private int frameLength;
    private int bodyOffset;
    private int bodyLength;
    private int type;
    private int channel;

    /**
     * @param maxFrameSize bytes of a whole frame, header included, that we take (section 2.7.1)
     */
    public AmqpFramer(final int maxFrameSize) {
        if (maxFrameSize < FrameHeader.MIN_MAX_FRAME_SIZE) {
            throw new IllegalArgumentException("max-frame-size: 512 or more");
        }
        this.maxFrameSize = maxFrameSize;
    }

    /**
     * Looks for a frame at {@code offset}.
     *
     * @return {@link AmqpError#NONE} when a whole one of {@link #frameLength()} bytes lies there;
     *     {@link AmqpError#INCOMPLETE}; or {@link AmqpError#FRAMING_ERROR} for a size below 8 or
     *     above max-frame-size, a data offset below 2 or past the frame, and a type that is neither
     *     AMQP nor SASL, each as soon as its byte is there
     */
    public AmqpError next(final DirectBuffer buffer, final int offset, final int limit) {
        frameLength = 0;
        final int available = limit - offset;
        if (available < Integer.BYTES) {
            return AmqpError.INCOMPLETE;
        }
        final int size = buffer.getInt(offset, BIG_ENDIAN);
        if (size < FrameHeader.LENGTH || size > maxFrameSize) {
            return AmqpError.FRAMING_ERROR; // as int, sizes from 2^31 on are negative
        }
        frameLength = size;
        if (available < FrameHeader.LENGTH) {
            return headSoFar(buffer, offset, available);
        }
        final int dataOffset = (buffer.getByte(offset + FrameHeader.DOFF_OFFSET) & 0xFF) << 2;
        type = buffer.getByte(offset + FrameHeader.TYPE_OFFSET) & 0xFF;
        if (!isDataOffset(dataOffset, size) || !isType(type)) {
            return AmqpError.FRAMING_ERROR;
        }
        channel = buffer.getShort(offset + FrameHeader.CHANNEL_OFFSET, BIG_ENDIAN) & 0xFFFF;
        bodyOffset = offset + dataOffset;
        bodyLength = size - dataOffset;
        return size > available ? AmqpError.INCOMPLETE : AmqpError.NONE;
    }

    /**
     * Bytes of the frame last looked at, whole or not: the size to make room for while it is
     * incomplete, 0 while its size is.
     */
    public int frameLength() {
        return frameLength;
    }

    /** Where the body begins, behind the extended header if there is one. After NONE. */
    public int bodyOffset() {
        return bodyOffset;
    }

    /** Bytes of the body; 0 is an empty frame (section 2.4.5). After NONE. */
    public int bodyLength() {
        return bodyLength;
    }

    /** {@link FrameHeader#TYPE_AMQP} or {@link FrameHeader#TYPE_SASL}. After NONE. */
    public int type() {
        return type;
    }

    /** The channel of an AMQP frame, 0 to 65,535. After NONE. */
    public int channel() {
        return channel;
    }

    private AmqpError headSoFar(final DirectBuffer buffer, final int offset, final int available) {
        if (available > FrameHeader.DOFF_OFFSET) {
            final int doff = buffer.getByte(offset + FrameHeader.DOFF_OFFSET) & 0xFF;
            if (!isDataOffset(doff << 2, frameLength)) {
                return AmqpError.FRAMING_ERROR;
            }
        }
        if (available > FrameHeader.TYPE_OFFSET
                && !isType(buffer.getByte(offset + FrameHeader.TYPE_OFFSET) & 0xFF)) {
            return AmqpError.FRAMING_ERROR;
        }
        return AmqpError.INCOMPLETE;
    }

    private static boolean isDataOffset(final int dataOffset, final int size) {
        return dataOffset >= FrameHeader.LENGTH && dataOffset <= size;
    }

    private static boolean isType(final int type) {
        return type == FrameHeader.TYPE_AMQP || type == FrameHeader.TYPE_SASL;
    }
}
