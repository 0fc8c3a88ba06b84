package io.sluice.codec.ws;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.MutableDirectBuffer;

/**
 * Writes frames (RFC 6455 section 5.2), each a whole message. A server's are not masked; a client
 * hands in a masking key, fresh and random for each frame (section 5.3). All methods return how
 * many bytes they wrote. Stateless.
 */
public final class FrameEncoder {
    /** The longest header: a masked one with a length of eight bytes. */
    public static final int MAX_HEADER_LENGTH = 14;

    /** The longest control frame. */
    public static final int MAX_CONTROL_LENGTH = 6 + InboundFrames.MAX_CONTROL_PAYLOAD;

    /** The longest reason that fits a close frame behind its code. */
    public static final int MAX_REASON_LENGTH = InboundFrames.MAX_CONTROL_PAYLOAD - 2;

    private static final int FIN = 0x80;
    private static final int MASK = 0x80;

    private FrameEncoder() {}

    /** Bytes of the header in front of a payload this long, so that room can be left for it. */
    public static int headerLength(final Endpoint sender, final int payloadLength) {
        assert payloadLength >= 0;
        final int unmasked = payloadLength < 126 ? 2 : payloadLength < 0x1_0000 ? 4 : 10;
        return sender == Endpoint.CLIENT ? unmasked + Integer.BYTES : unmasked;
    }

    /** The header of a server's binary frame, which its payload must follow. */
    public static int binaryHeader(
            final MutableDirectBuffer buffer, final int offset, final int payloadLength) {
        return header(buffer, offset, Opcode.BINARY, payloadLength, 0);
    }

    /**
     * The header of a client's binary frame, which its payload must follow, masked by {@link
     * MaskingKey#apply}.
     */
    public static int maskedBinaryHeader(
            final MutableDirectBuffer buffer,
            final int offset,
            final int payloadLength,
            final int maskingKey) {
        final int length = header(buffer, offset, Opcode.BINARY, payloadLength, MASK);
        buffer.putInt(offset + length, maskingKey, BIG_ENDIAN);
        return length + Integer.BYTES;
    }

    /** A server's ping or pong: a pong repeats the payload of the ping (section 5.5.3). */
    public static int control(
            final MutableDirectBuffer buffer,
            final int offset,
            final int opcode,
            final Slice payload) {
        assert opcode == Opcode.PING || opcode == Opcode.PONG;
        assert payload.length() <= InboundFrames.MAX_CONTROL_PAYLOAD;
        final int length = header(buffer, offset, opcode, payload.length(), 0);
        return length + payload.copyTo(buffer, offset + length);
    }

    /** A client's ping or pong. */
    public static int maskedControl(
            final MutableDirectBuffer buffer,
            final int offset,
            final int opcode,
            final Slice payload,
            final int maskingKey) {
        assert opcode == Opcode.PING || opcode == Opcode.PONG;
        assert payload.length() <= InboundFrames.MAX_CONTROL_PAYLOAD;
        final int length = header(buffer, offset, opcode, payload.length(), MASK);
        buffer.putInt(offset + length, maskingKey, BIG_ENDIAN);
        final int payloadOffset = offset + length + Integer.BYTES;
        payload.copyTo(buffer, payloadOffset);
        MaskingKey.apply(buffer, payloadOffset, payload.length(), maskingKey);
        return length + Integer.BYTES + payload.length();
    }

    /**
     * A server's close frame. {@link CloseCode#NO_STATUS_RECEIVED} stands for none, so that the
     * code of the peer's close can be sent back as it was read (section 5.5.1).
     */
    public static int close(
            final MutableDirectBuffer buffer,
            final int offset,
            final int closeCode,
            final Slice reason) {
        final int payloadLength = closePayloadLength(closeCode, reason);
        final int length = header(buffer, offset, Opcode.CLOSE, payloadLength, 0);
        closePayload(buffer, offset + length, closeCode, reason);
        return length + payloadLength;
    }

    /** A client's close frame. */
    public static int maskedClose(
            final MutableDirectBuffer buffer,
            final int offset,
            final int closeCode,
            final Slice reason,
            final int maskingKey) {
        final int payloadLength = closePayloadLength(closeCode, reason);
        final int length = header(buffer, offset, Opcode.CLOSE, payloadLength, MASK);
        buffer.putInt(offset + length, maskingKey, BIG_ENDIAN);
        final int payloadOffset = offset + length + Integer.BYTES;
        closePayload(buffer, payloadOffset, closeCode, reason);
        MaskingKey.apply(buffer, payloadOffset, payloadLength, maskingKey);
        return length + Integer.BYTES + payloadLength;
    }

    private static int closePayloadLength(final int closeCode, final Slice reason) {
        if (closeCode == CloseCode.NO_STATUS_RECEIVED) {
            assert reason.isEmpty();
            return 0;
        }
        assert CloseCode.isSendable(closeCode);
        assert reason.length() <= MAX_REASON_LENGTH;
        assert Utf8.isWellFormed(reason.buffer(), reason.offset(), reason.length());
        return 2 + reason.length();
    }

    private static void closePayload(
            final MutableDirectBuffer buffer,
            final int offset,
            final int closeCode,
            final Slice reason) {
        if (closeCode != CloseCode.NO_STATUS_RECEIVED) {
            buffer.putShort(offset, (short) closeCode, BIG_ENDIAN);
            reason.copyTo(buffer, offset + 2);
        }
    }

    /** All of a header but the key. */
    private static int header(
            final MutableDirectBuffer buffer,
            final int offset,
            final int opcode,
            final int payloadLength,
            final int mask) {
        final int length = headerLength(Endpoint.SERVER, payloadLength);
        buffer.putByte(offset, (byte) (FIN | opcode));
        switch (length) {
            case 2 -> buffer.putByte(offset + 1, (byte) (mask | payloadLength));
            case 4 -> {
                buffer.putByte(offset + 1, (byte) (mask | 126));
                buffer.putShort(offset + 2, (short) payloadLength, BIG_ENDIAN);
            }
            default -> {
                buffer.putByte(offset + 1, (byte) (mask | 127));
                buffer.putLong(offset + 2, payloadLength, BIG_ENDIAN);
            }
        }
        return length;
    }
}
