package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * A transfer and where its part of the message lies (AMQP 1.0 part 2 section 2.7.5); one decoder
 * per loop. The frame body behind the performative is the payload.
 *
 * <pre>
 *  +-------------+------------------------------------------------+---------+
 *  | 00 53 14    | list: handle, delivery-id, delivery-tag, ...   | payload |
 *  +-------------+------------------------------------------------+---------+
 *  |&lt;----------------------- body of the frame ---------------------------->|
 * </pre>
 */
public final class TransferDecoder {
    /** Bytes of the longest delivery-tag (section 2.8.7). */
    public static final int DELIVERY_TAG_MAX = 32;

    private final FieldReader fields;
    private final DeliveryStateDecoder state;
    private final Slice deliveryTagView = new Slice();
    private final Slice payloadView = new Slice();

    private DirectBuffer buffer;
    private long handle;
    private long deliveryId;
    private long deliveryTag;
    private long messageFormat;
    private int settled;
    private boolean more;
    private int rcvSettleMode;
    private long stateRange;
    private boolean resume;
    private boolean aborted;
    private boolean batchable;
    private int payloadOffset;
    private int payloadLength;

    public TransferDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
        state = new DeliveryStateDecoder(fields);
    }

    /** Checks the performative that begins this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final FieldReader fields = this.fields;
        final int limit = offset + length;
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        fields.begin(buffer, offset, limit, Descriptor.TRANSFER);
        handle = fields.uint();
        fields.require();
        deliveryId = fields.uint();
        deliveryTag = fields.binary();
        if (deliveryTag != Range.NONE && Range.length(deliveryTag) > DELIVERY_TAG_MAX) {
            fields.fail(AmqpError.INVALID_FIELD);
        }
        messageFormat = fields.uint();
        settled = fields.bool();
        if (fields.hasNext()) {
            readOthers();
        } else {
            clearOthers();
        }
        payloadOffset = fields.end();
        payloadLength = limit - payloadOffset;
        final AmqpError error = fields.finish();
        return error != AmqpError.NONE || stateRange == Range.NONE
                ? error
                : state.wrapWithin(
                        buffer,
                        Range.offset(stateRange),
                        Range.length(stateRange),
                        Archetype.DELIVERY_STATE);
    }

    /** The fields that most transfers, whole deliveries each, end before. */
    private void readOthers() {
        more = fields.bool(false);
        rcvSettleMode = fields.ubyteChoice(ReceiverSettleMode.SECOND.ordinal());
        stateRange = fields.described();
        resume = fields.bool(false);
        aborted = fields.bool(false);
        batchable = fields.bool(false);
    }

    private void clearOthers() {
        more = false;
        rcvSettleMode = FieldReader.ABSENT;
        stateRange = Range.NONE;
        resume = false;
        aborted = false;
        batchable = false;
    }

    /** 0 to 2^32 - 1. */
    public long handle() {
        return handle;
    }

    public boolean hasDeliveryId() {
        return deliveryId != FieldReader.ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int deliveryId() {
        assert hasDeliveryId();
        return (int) deliveryId;
    }

    public boolean hasDeliveryTag() {
        return deliveryTag != Range.NONE;
    }

    /** 0 to 32 bytes. */
    public Slice deliveryTag() {
        assert hasDeliveryTag();
        return Range.view(deliveryTagView, buffer, deliveryTag);
    }

    public boolean hasMessageFormat() {
        return messageFormat != FieldReader.ABSENT;
    }

    /** Format and version as one number; only 0 is an AMQP message (3.2.16). */
    public int messageFormat() {
        assert hasMessageFormat();
        return (int) messageFormat;
    }

    public boolean hasSettled() {
        return settled != FieldReader.ABSENT;
    }

    /**
     * False if absent, the default on a delivery's first frame; on a later one absent means: as the
     * frames before (section 2.7.5).
     */
    public boolean settled() {
        return settled == 1;
    }

    /** Whether more frames of this delivery follow. */
    public boolean more() {
        return more;
    }

    public boolean hasRcvSettleMode() {
        return rcvSettleMode != FieldReader.ABSENT;
    }

    /** Of this delivery; if absent, it is the link's. */
    public ReceiverSettleMode rcvSettleMode() {
        assert hasRcvSettleMode();
        return ReceiverSettleMode.of(rcvSettleMode);
    }

    public boolean hasState() {
        return stateRange != Range.NONE;
    }

    public DeliveryStateDecoder state() {
        assert hasState();
        return state;
    }

    public boolean resume() {
        return resume;
    }

    /** Whether the delivery is given up; the payload does not count then. */
    public boolean aborted() {
        return aborted;
    }

    public boolean batchable() {
        return batchable;
    }

    /** Where this frame's part of the message begins. */
    public int payloadOffset() {
        return payloadOffset;
    }

    public int payloadLength() {
        return payloadLength;
    }

    /** This frame's part of the message. */
    public Slice payload() {
        return payloadView.wrap(buffer, payloadOffset, payloadLength);
    }
}
