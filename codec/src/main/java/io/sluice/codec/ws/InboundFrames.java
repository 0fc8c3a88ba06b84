package io.sluice.codec.ws;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Turns the frames of one connection, as they come off the socket, into the byte stream they carry
 * (RFC 6455 section 5), in place: payloads are unmasked and moved together in one pass, so that
 * headers and control frames vanish from the range and the stream lies at its beginning.
 *
 * <pre>
 *   7   6 5 4   3 2 1 0   7   6 ....... 0
 *  +---+-------+--------+---+------------+------------------+-------------+---------
 *  |FIN|  RSV  | opcode | M | length     | longer length    | masking key | payload
 *  +---+-------+--------+---+------------+------------------+-------------+---------
 *                                         126: 2, 127: 8     only with M
 * </pre>
 *
 * <p>{@link #wrap} hands over a range, {@link #next} is called until it returns {@link #CONSUMED}
 * or a close code. Every byte of the range is taken in, also those of an unfinished frame: where it
 * broke off is kept here, which is why each connection has one of these. Message boundaries mean
 * nothing to the protocols above and are not reported. [MQTT-6.0.0-2]
 */
public final class InboundFrames {
    /** All bytes of the range are taken in. */
    public static final int CONSUMED = -1;

    /** The longest payload of a control frame (section 5.5). */
    public static final int MAX_CONTROL_PAYLOAD = 125;

    /** Inside {@link #next}: neither an event nor the end. */
    private static final int GO_ON = -2;

    private static final int FIN = 0x80;
    private static final int RSV = 0x70;
    private static final int MASK = 0x80;
    private static final int TWO_BYTES_FOLLOW = 126;
    private static final int EIGHT_BYTES_FOLLOW = 127;

    /** What the next byte is. */
    private enum State {
        FIRST_BYTE,
        SECOND_BYTE,
        LONGER_LENGTH,
        MASKING_KEY,
        PAYLOAD,
        /** After a close frame: whatever follows is not looked at (section 5.5.1). */
        CLOSED,
        /** After the peer broke a rule. */
        FAILED
    }

    private final boolean fromClient;
    private final long maxFramePayload;
    private final long maxMessagePayload;

    // Of the connection.
    private State state = State.FIRST_BYTE;
    private int failure;

    // Of the message.
    private boolean messageOpen;
    private long messagePayload;

    // Of the frame.
    private boolean fin;
    private int opcode;
    private int pendingHeaderBytes;
    private long leastLength;
    private long pendingPayload;
    private int maskingKey;

    // Of the control frame.
    private final UnsafeBuffer control = new UnsafeBuffer(new byte[MAX_CONTROL_PAYLOAD]);
    private final Slice slice = new Slice();
    private int controlLength;

    // Of the range.
    private MutableDirectBuffer buffer;
    private int payloadOffset;
    private int payloadLimit;
    private int position;
    private int limit;

    /**
     * @param sender who sends the frames read here: a client's must be masked, a server's must not
     * @param maxFramePayload bytes of payload in one data frame
     * @param maxMessagePayload bytes of payload in one message, all its frames together
     */
    public InboundFrames(
            final Endpoint sender, final long maxFramePayload, final long maxMessagePayload) {
        if (maxFramePayload < 1 || maxMessagePayload < 1) {
            throw new IllegalArgumentException("frame and message payload: 1 or more");
        }
        fromClient = sender == Endpoint.CLIENT;
        this.maxFramePayload = maxFramePayload;
        this.maxMessagePayload = maxMessagePayload;
    }

    /** Hands over the bytes that came next, once those before are consumed. */
    public void wrap(final MutableDirectBuffer buffer, final int offset, final int limit) {
        assert offset >= 0 && offset <= limit && limit <= buffer.capacity();
        assert position == this.limit || isOver() : "unread bytes";
        this.buffer = buffer;
        this.limit = limit;
        payloadOffset = offset;
        payloadLimit = offset;
        position = offset;
    }

    /**
     * Goes on until there is something to say. The stream up to there is at {@link #payloadOffset},
     * whatever the answer is: a caller delivers it also when the peer then closes or breaks a rule,
     * as it came before.
     *
     * @return {@link #CONSUMED}; {@link Opcode#PING}, {@link Opcode#PONG} or {@link Opcode#CLOSE}
     *     for a control frame, whose payload stays readable until the next call; or, from 1000 on,
     *     the {@link CloseCode} that the peer must get, again and again
     */
    public int next() {
        int event = GO_ON;
        while (event == GO_ON) {
            event =
                    switch (state) {
                        case FIRST_BYTE -> atEnd() ? CONSUMED : onFirstByte(take());
                        case SECOND_BYTE -> atEnd() ? CONSUMED : onSecondByte(take());
                        case LONGER_LENGTH -> atEnd() ? CONSUMED : onLengthByte(take());
                        case MASKING_KEY -> atEnd() ? CONSUMED : onKeyByte(take());
                        case PAYLOAD -> onPayload();
                        case CLOSED -> CONSUMED;
                        case FAILED -> failure;
                    };
        }
        return event;
    }

    /** Where the stream of this range begins: where the range did. */
    public int payloadOffset() {
        return payloadOffset;
    }

    /** How many bytes of the stream this range has given so far. */
    public int payloadLength() {
        return payloadLimit - payloadOffset;
    }

    /** The unmasked payload of the control frame last reported; a pong must repeat a ping's. */
    public Slice controlPayload() {
        return slice.wrap(control, 0, controlLength);
    }

    /** The code of the close frame, {@link CloseCode#NO_STATUS_RECEIVED} if it held none. */
    public int closeCode() {
        assert state == State.CLOSED;
        return controlLength == 0 ? CloseCode.NO_STATUS_RECEIVED : codeOf(control);
    }

    /** The reason in the close frame, in UTF-8, most often empty. */
    public Slice closeReason() {
        assert state == State.CLOSED;
        return controlLength == 0
                ? slice.wrap(control, 0, 0)
                : slice.wrap(control, 2, controlLength - 2);
    }

    private int onFirstByte(final int first) {
        if ((first & RSV) != 0) {
            return fail(CloseCode.PROTOCOL_ERROR); // section 5.2: no extension is negotiated
        }
        fin = (first & FIN) != 0;
        opcode = first & 0x0F;
        state = State.SECOND_BYTE;
        return switch (opcode) {
            case Opcode.CONTINUATION -> messageOpen ? GO_ON : fail(CloseCode.PROTOCOL_ERROR);
            case Opcode.BINARY -> messageOpen ? fail(CloseCode.PROTOCOL_ERROR) : GO_ON; // 5.4
            case Opcode.TEXT -> // [MQTT-6.0.0-1]
                    fail(messageOpen ? CloseCode.PROTOCOL_ERROR : CloseCode.UNSUPPORTED_DATA);
            case Opcode.CLOSE, Opcode.PING, Opcode.PONG -> // section 5.5
                    fin ? GO_ON : fail(CloseCode.PROTOCOL_ERROR);
            default -> fail(CloseCode.PROTOCOL_ERROR); // section 5.2: reserved
        };
    }

    private int onSecondByte(final int second) {
        if ((second & MASK) != 0 != fromClient) {
            return fail(CloseCode.PROTOCOL_ERROR); // section 5.1
        }
        final int length = second & 0x7F;
        if (length < TWO_BYTES_FOLLOW) {
            pendingPayload = length;
            return onLength();
        }
        if (Opcode.isControl(opcode)) {
            return fail(CloseCode.PROTOCOL_ERROR); // section 5.5
        }
        pendingPayload = 0;
        pendingHeaderBytes = length == EIGHT_BYTES_FOLLOW ? 8 : 2;
        leastLength = length == EIGHT_BYTES_FOLLOW ? 0x1_0000 : TWO_BYTES_FOLLOW;
        state = State.LONGER_LENGTH;
        return GO_ON;
    }

    private int onLengthByte(final int next) {
        pendingPayload = pendingPayload << 8 | next;
        if (--pendingHeaderBytes > 0) {
            return GO_ON;
        }
        if (pendingPayload < leastLength) {
            return fail(CloseCode.PROTOCOL_ERROR); // section 5.2: not the fewest bytes, or bit 63
        }
        return onLength();
    }

    private int onLength() {
        if (Opcode.isControl(opcode)) {
            controlLength = 0;
        } else {
            if (pendingPayload > maxFramePayload
                    || pendingPayload > maxMessagePayload - messagePayload) {
                return fail(CloseCode.MESSAGE_TOO_BIG); // section 10.4
            }
            messagePayload += pendingPayload;
        }
        pendingHeaderBytes = Integer.BYTES;
        state = fromClient ? State.MASKING_KEY : State.PAYLOAD;
        return GO_ON;
    }

    private int onKeyByte(final int next) {
        maskingKey = maskingKey << 8 | next;
        if (--pendingHeaderBytes == 0) {
            state = State.PAYLOAD;
        }
        return GO_ON;
    }

    private int onPayload() {
        final int length = (int) Math.min(pendingPayload, limit - position);
        if (Opcode.isControl(opcode)) {
            unmask(control, controlLength, length);
            controlLength += length;
        } else {
            unmask(buffer, payloadLimit, length);
            payloadLimit += length;
        }
        position += length;
        pendingPayload -= length;
        return pendingPayload == 0 ? onFrameEnd() : CONSUMED;
    }

    /** A server's payload goes the same way: its frames set no key, and zeros change nothing. */
    private void unmask(final MutableDirectBuffer target, final int offset, final int length) {
        maskingKey = MaskingKey.apply(target, offset, buffer, position, length, maskingKey);
    }

    private int onFrameEnd() {
        state = State.FIRST_BYTE;
        if (opcode == Opcode.CLOSE) {
            return onClose();
        }
        if (Opcode.isControl(opcode)) {
            return opcode;
        }
        messageOpen = !fin;
        if (fin) {
            messagePayload = 0;
        }
        return GO_ON;
    }

    private int onClose() {
        if (controlLength > 0) {
            if (controlLength < 2 || !CloseCode.isSendable(codeOf(control))) {
                return fail(CloseCode.PROTOCOL_ERROR); // sections 5.5.1 and 7.4
            }
            if (!Utf8.isWellFormed(control, 2, controlLength - 2)) {
                return fail(CloseCode.INVALID_FRAME_PAYLOAD); // section 8.1
            }
        }
        state = State.CLOSED;
        return Opcode.CLOSE;
    }

    private int fail(final int closeCode) {
        state = State.FAILED;
        failure = closeCode;
        return closeCode;
    }

    private boolean isOver() {
        return state == State.CLOSED || state == State.FAILED;
    }

    private boolean atEnd() {
        return position == limit;
    }

    private int take() {
        return buffer.getByte(position++) & 0xFF;
    }

    private static int codeOf(final DirectBuffer closePayload) {
        return closePayload.getShort(0, BIG_ENDIAN) & 0xFFFF;
    }
}
