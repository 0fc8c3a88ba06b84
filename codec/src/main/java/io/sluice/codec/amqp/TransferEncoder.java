package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes a transfer frame with its part of a message (AMQP 1.0 part 2 section 2.7.5); one encoder
 * per delivery that is under way. A message that is too large for one frame leaves in several, each
 * when the transmit buffer has room for it; until the last, the encoder belongs to this delivery:
 *
 * <pre>
 *   transfer.clear().handle(h).deliveryId(id).deliveryTag(tag).messageFormat(0);
 *   if (transfer.payloadRoom(maxFrameSize) == 0) {
 *       return NEVER; // not even the fields fit
 *   }
 *   sent = 0;
 *
 *   do { // again from here when the buffer, full before, has room
 *       rest.wrap(message, sent, length - sent);
 *       limit = Math.min(at + maxFrameSize, end);
 *       frameLength = transfer.payload(rest).encode(buffer, at, limit);
 *       if (frameLength == NO_ROOM) {
 *           return LATER;
 *       }
 *       at += frameLength;
 *       sent += transfer.payloadWritten();
 *       transfer.continueDelivery();
 *   } while (sent &lt; length); // an empty message is a frame, too
 *   return DONE;
 * </pre>
 */
public final class TransferEncoder {
    /** Bytes of fields that are measured without allocation. */
    private static final int USUAL_HEAD_MAX = FrameHeader.MIN_MAX_FRAME_SIZE;

    private final FieldWriter fields = new FieldWriter();
    private final UnsafeBuffer head = new UnsafeBuffer(new byte[USUAL_HEAD_MAX]);
    private final BytesField deliveryTag = new BytesField();
    private final DeliveryStateEncoder state = new DeliveryStateEncoder(Archetype.DELIVERY_STATE);
    private final Slice payload = new Slice();

    private int channel;
    private long handle;
    private long deliveryId;
    private long messageFormat;
    private int settled;
    private boolean more;
    private int rcvSettleMode;
    private boolean resume;
    private boolean aborted;
    private boolean batchable;
    private int payloadWritten;
    private boolean isWritten;

    public TransferEncoder() {
        clear();
    }

    /** Forgets every field: channel 0, handle 0, all others absent, no payload. */
    public TransferEncoder clear() {
        channel = 0;
        handle = 0;
        settled = FieldReader.ABSENT;
        more = false;
        aborted = false;
        batchable = false;
        payload.clear();
        return forgetFirst();
    }

    /**
     * Forgets what only the first frame of a delivery has to say. To be called once {@link #encode}
     * has written a frame, not after NO_ROOM.
     */
    public TransferEncoder continueDelivery() {
        assert isWritten : "no frame has said it";
        return forgetFirst();
    }

    private TransferEncoder forgetFirst() {
        isWritten = false;
        deliveryId = FieldReader.ABSENT;
        deliveryTag.clear();
        messageFormat = FieldReader.ABSENT;
        rcvSettleMode = FieldReader.ABSENT;
        state.clear();
        resume = false;
        return this;
    }

    public TransferEncoder channel(final int value) {
        channel = value;
        return this;
    }

    public TransferEncoder handle(final long value) {
        handle = value;
        return this;
    }

    /** A serial number. */
    public TransferEncoder deliveryId(final int value) {
        deliveryId = Integer.toUnsignedLong(value);
        return this;
    }

    /** 0 to 32 bytes. */
    public TransferEncoder deliveryTag(final Slice value) {
        assert value.length() <= TransferDecoder.DELIVERY_TAG_MAX;
        deliveryTag.set(value);
        return this;
    }

    public TransferEncoder messageFormat(final int value) {
        messageFormat = Integer.toUnsignedLong(value);
        return this;
    }

    public TransferEncoder settled(final boolean value) {
        settled = value ? 1 : 0;
        return this;
    }

    /** Whether frames follow even if this one takes the whole payload. */
    public TransferEncoder more(final boolean value) {
        more = value;
        return this;
    }

    public TransferEncoder rcvSettleMode(final ReceiverSettleMode value) {
        rcvSettleMode = value.ordinal();
        return this;
    }

    /** No state until it is told which. */
    public DeliveryStateEncoder state() {
        return state;
    }

    public TransferEncoder resume(final boolean value) {
        resume = value;
        return this;
    }

    public TransferEncoder aborted(final boolean value) {
        aborted = value;
        return this;
    }

    public TransferEncoder batchable(final boolean value) {
        batchable = value;
        return this;
    }

    /** What is still to send of the message. */
    public TransferEncoder payload(final Slice value) {
        payload.wrap(value);
        return this;
    }

    /**
     * Writes a frame with as much of the payload as fits before {@code limit}; if that isn't all,
     * with "more" set.
     *
     * @return bytes of the frame, or {@link TypeWriter#NO_ROOM} if not even one byte of a payload
     *     fits
     */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        int headLength = writeHead(buffer, offset, limit, more);
        if (headLength != TypeWriter.NO_ROOM
                && payload.length() > limit - offset - headLength
                && !more) {
            headLength = writeHead(buffer, offset, limit, true);
        }
        payloadWritten = 0;
        isWritten = false;
        if (headLength == TypeWriter.NO_ROOM) {
            return TypeWriter.NO_ROOM;
        }
        final int room = limit - offset - headLength;
        if (room == 0 && !payload.isEmpty()) {
            return TypeWriter.NO_ROOM;
        }
        payloadWritten = Math.min(payload.length(), room);
        fields.payload(payload.buffer(), payload.offset(), payloadWritten);
        isWritten = true;
        return fields.endFrame();
    }

    /** Bytes of the payload that the last {@link #encode} wrote. */
    public int payloadWritten() {
        return payloadWritten;
    }

    /**
     * How many bytes of payload a frame with these fields, and "more" set, takes under this
     * max-frame-size; 0 if not even the fields fit. Allocates if the fields take more than 512
     * bytes and more than those of any delivery before.
     */
    public int payloadRoom(final int maxFrameSize) {
        int headLength = writeHead(head, 0, head.capacity(), true);
        while (headLength == TypeWriter.NO_ROOM && head.capacity() < maxFrameSize) {
            head.wrap(new byte[(int) Math.min(2L * head.capacity(), maxFrameSize)]);
            headLength = writeHead(head, 0, head.capacity(), true);
        }
        return headLength == TypeWriter.NO_ROOM ? 0 : Math.max(0, maxFrameSize - headLength);
    }

    /** Writes all but the payload and the size; bytes written, header included, or NO_ROOM. */
    private int writeHead(
            final MutableDirectBuffer buffer,
            final int offset,
            final int limit,
            final boolean isMoreToCome) {
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.TRANSFER)
                .mandatoryUint(handle)
                .uint(deliveryId)
                .binary(deliveryTag)
                .uint(messageFormat)
                .bool(settled)
                .flag(isMoreToCome)
                .ubyte(rcvSettleMode);
        state.write(fields);
        fields.flag(resume).flag(aborted).flag(batchable).endPerformative();
        return fields.types().end();
    }
}
