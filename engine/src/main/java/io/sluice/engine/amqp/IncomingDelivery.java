package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.wire.Slice;

/** The delivery that comes in on a link, of which frames may still be missing (section 2.6.14). */
final class IncomingDelivery {
    private final SenderSettleMode mode;
    private final Assemblies assemblies;
    private final int headLength;
    private final byte[] tag = new byte[TransferDecoder.DELIVERY_TAG_MAX];

    private boolean begun;
    private int deliveryId;
    private int tagLength;
    private int format;
    private boolean settled;
    private long length;

    /** Null while there is nothing of it, or no memory for it. */
    private Assembly assembly;

    private boolean skipped;

    IncomingDelivery(
            final SenderSettleMode mode, final Assemblies assemblies, final int headLength) {
        this.mode = mode;
        this.assemblies = assemblies;
        this.headLength = headLength;
    }

    boolean isBegun() {
        return begun;
    }

    /** The first frame: NONE, or what is wrong with it. */
    AmqpError begin(final TransferDecoder transfer) {
        if (!transfer.hasDeliveryId() || !transfer.hasDeliveryTag()) {
            return AmqpError.INVALID_FIELD; // section 2.7.5
        }
        begun = true;
        deliveryId = transfer.deliveryId();
        tagLength = transfer.deliveryTag().length();
        final Slice bytes = transfer.deliveryTag();
        for (int i = 0; i < tagLength; i++) {
            tag[i] = bytes.byteAt(i);
        }
        format = transfer.hasMessageFormat() ? transfer.messageFormat() : 0;
        settled = false;
        length = 0;
        skipped = false;
        return AmqpError.NONE;
    }

    /** Any frame, the first too: NONE, or what is wrong with it. */
    AmqpError onFrame(final TransferDecoder transfer) {
        if (transfer.hasDeliveryId() && transfer.deliveryId() != deliveryId
                || transfer.hasMessageFormat() && transfer.messageFormat() != format
                || transfer.hasDeliveryTag() && !isTag(transfer.deliveryTag())) {
            return AmqpError.INVALID_FIELD; // of another delivery: they do not mix on a link
        }
        if (transfer.resume()) {
            return AmqpError.NOT_IMPLEMENTED;
        }
        if (transfer.hasRcvSettleMode() && transfer.rcvSettleMode() == ReceiverSettleMode.SECOND) {
            return AmqpError.INVALID_FIELD; // our attach said first
        }
        settled |= transfer.hasSettled() && transfer.settled();
        final boolean isWhole = !transfer.more() && !transfer.aborted();
        if (settled && mode == SenderSettleMode.UNSETTLED
                || isWhole && !settled && mode == SenderSettleMode.SETTLED) {
            return AmqpError.INVALID_FIELD; // not what the link was attached for
        }
        length += transfer.payloadLength();
        return AmqpError.NONE;
    }

    private boolean isTag(final Slice bytes) {
        if (bytes.length() != tagLength) {
            return false;
        }
        for (int i = 0; i < tagLength; i++) {
            if (bytes.byteAt(i) != tag[i]) {
                return false;
            }
        }
        return true;
    }

    /** Keeps the frame's part of the message, if there is memory. */
    void append(final TransferDecoder transfer) {
        if (skipped) {
            return;
        }
        if (assembly == null) {
            assembly = assemblies.take();
            skipped = assembly == null || !assembly.begin(headLength);
        }
        if (skipped
                || !assembly.append(
                        transfer.payload().buffer(),
                        transfer.payloadOffset(),
                        transfer.payloadLength())) {
            drop();
            skipped = true;
        }
    }

    private void drop() {
        if (assembly != null) {
            assembly.free();
            assembly = null;
        }
    }

    /** It is over, whole or not. */
    void end() {
        drop();
        begun = false;
    }

    /** It is over; its bytes are the caller's, null if they were in this frame or skipped. */
    Assembly takeAssembly() {
        final Assembly taken = assembly;
        assembly = null;
        begun = false;
        return taken;
    }

    /** Whether there was no memory for it. */
    boolean isSkipped() {
        return skipped;
    }

    /** Whether parts of it came before. */
    boolean isInParts() {
        return assembly != null || skipped;
    }

    /** Whether it takes memory that others could use. */
    boolean takesMemory() {
        return assembly != null;
    }

    int deliveryId() {
        return deliveryId;
    }

    int format() {
        return format;
    }

    boolean isSettled() {
        return settled;
    }

    /** Bytes so far. */
    long length() {
        return length;
    }
}
