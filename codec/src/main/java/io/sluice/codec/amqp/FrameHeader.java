package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * The fixed part of a frame (AMQP 1.0 part 2 section 2.3.1); bytes 6 and 7 are the channel of an
 * AMQP frame and ignored in a SASL frame (part 5 section 5.3.1).
 *
 * <pre>
 *   0      3   4      5      6      7
 *  +--------+------+------+---------+-----------------+------
 *  |  size  | doff | type | channel | extended header | body
 *  +--------+------+------+---------+-----------------+------
 *  |&lt;----------------- doff * 4 bytes ------------->|
 *  |&lt;------------------------ size bytes ------------------->|
 * </pre>
 */
public final class FrameHeader {
    /** The highest channel number, which a header has two bytes for. */
    static final int CHANNEL_MAX = 0xFFFF;

    /** Bytes of a header without an extended header; the smallest frame. */
    public static final int LENGTH = 8;

    /** The smallest max-frame-size there is: every peer takes so much (section 2.8.19). */
    public static final int MIN_MAX_FRAME_SIZE = 512;

    public static final int TYPE_AMQP = 0;
    public static final int TYPE_SASL = 1;

    static final int DOFF_OFFSET = 4;
    static final int TYPE_OFFSET = 5;
    static final int CHANNEL_OFFSET = 6;
    static final int DOFF_MIN = 2;

    private FrameHeader() {}

    /** Writes the header of a frame of {@code size} bytes in all. */
    public static void encode(
            final MutableDirectBuffer buffer,
            final int offset,
            final int size,
            final int type,
            final int channel) {
        assert size >= LENGTH && channel >= 0 && channel <= 0xFFFF;
        buffer.putInt(offset, size, BIG_ENDIAN);
        buffer.putByte(offset + DOFF_OFFSET, (byte) DOFF_MIN);
        buffer.putByte(offset + TYPE_OFFSET, (byte) type);
        buffer.putShort(offset + CHANNEL_OFFSET, (short) channel, BIG_ENDIAN);
    }

    /** Writes an empty AMQP frame, which keeps a connection alive (section 2.4.5): 8 bytes. */
    public static int encodeEmpty(final MutableDirectBuffer buffer, final int offset) {
        encode(buffer, offset, LENGTH, TYPE_AMQP, 0);
        return LENGTH;
    }
}
