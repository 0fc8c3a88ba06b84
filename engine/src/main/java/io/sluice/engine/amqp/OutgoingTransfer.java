package io.sluice.engine.amqp;

import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Outgoing;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The delivery that a link is sending, in frames that its peer and the session's window take. The
 * message's memory is given back at once: what the window does not let through is copied.
 */
final class OutgoingTransfer {
    private final AmqpSession session;
    private final TransferEncoder encoder;
    private final long handle;
    private final boolean presettled;

    /** A number of its own for each delivery of the link. */
    private final UnsafeBuffer tagBytes = new UnsafeBuffer(new byte[Long.BYTES]);

    private final Slice tag = new Slice().wrap(tagBytes, 0, Long.BYTES);
    private final Slice part = new Slice();
    private final Slice left = new Slice();
    private long tagNumber;

    // Of the delivery that is under way.
    private int deliveryId;
    private boolean begun;

    // Of one that the window interrupted.
    private Outgoing message;
    private boolean unfinished;

    private final UnsafeBuffer rest = new UnsafeBuffer(0, 0);
    private int restOffset;
    private int restLength;

    OutgoingTransfer(final AmqpSession session, final long handle, final boolean presettled) {
        this.session = session;
        this.handle = handle;
        this.presettled = presettled;
        encoder = session.connection().server().codec().transferOut;
    }

    /** Whether there is more to send of {@link #message()} when the window lets it. */
    boolean isUnfinished() {
        return unfinished;
    }

    /** The one that was begun last. */
    Outgoing message() {
        return message;
    }

    /** Sends what goes, and has {@link Outgoing#written() taken} the bytes; whether that is all. */
    boolean begin(final Outgoing newMessage, final int newDeliveryId, final Slice content) {
        assert !isUnfinished();
        deliveryId = newDeliveryId;
        begun = false;
        tagBytes.putLong(0, ++tagNumber, ByteOrder.BIG_ENDIAN);
        final int sent = send(content);
        unfinished = sent < content.length() || !begun;
        if (unfinished) {
            restOffset = 0;
            restLength = content.length() - sent;
            rest.wrap(new byte[restLength]); // rare: a window is larger than a message
            rest.putBytes(0, content.buffer(), content.offset() + sent, restLength);
        }
        message = newMessage;
        newMessage.written();
        return !unfinished;
    }

    /** Goes on; whether that was all. */
    boolean resume() {
        part.wrap(rest, restOffset, restLength);
        final int sent = send(part);
        restOffset += sent;
        restLength -= sent;
        unfinished = restLength > 0;
        if (!unfinished) {
            rest.wrap(0, 0);
        }
        return !unfinished;
    }

    private int send(final Slice content) {
        int sent = 0;
        while (session.remoteIncomingWindow() > 0 && (sent < content.length() || !begun)) {
            encoder.clear().channel(session.channel()).handle(handle);
            if (!begun) {
                encoder.deliveryId(deliveryId).deliveryTag(tag).messageFormat(0);
                encoder.settled(presettled);
            } else if (presettled) {
                encoder.settled(true);
            }
            left.wrap(content.buffer(), content.offset() + sent, content.length() - sent);
            sent += session.writer().transfer(left);
            session.onTransferWritten();
            begun = true;
        }
        return sent;
    }
}
