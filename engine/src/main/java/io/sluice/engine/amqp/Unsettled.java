package io.sluice.engine.amqp;

import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.wire.SerialNumber;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What a session has sent and its peer has not settled, in order of delivery-ids. A range of ids
 * costs as many steps as it has ids or as there are deliveries, whichever is less.
 */
final class Unsettled {
    /** A delivery that was sent. */
    static final class Sent {
        private int deliveryId;
        private SenderLink link;
        private Outgoing message;
        private Sent previous;
        private Sent next;
    }

    private final Int2ObjectHashMap<Sent> byId = new Int2ObjectHashMap<>();
    private Sent oldest;
    private Sent newest;
    private Sent free;

    /** The delivery with the next id. */
    void add(final int deliveryId, final SenderLink link, final Outgoing message) {
        final Sent sent = free == null ? new Sent() : free;
        free = sent.next;
        sent.deliveryId = deliveryId;
        sent.link = link;
        sent.message = message;
        sent.next = null;
        sent.previous = newest;
        if (newest == null) {
            oldest = sent;
        } else {
            newest.next = sent;
        }
        newest = sent;
        byId.put(deliveryId, sent);
    }

    int size() {
        return byId.size();
    }

    /** Settles what there is of the range; whether there was anything. */
    boolean settle(
            final int first,
            final int last,
            final int nextDeliveryId,
            final DispositionDecoder disposition) {
        final int end = SerialNumber.isBefore(last, nextDeliveryId) ? last : nextDeliveryId - 1;
        final long ids = (long) end - first + 1 & 0xFFFF_FFFFL;
        final int before = byId.size();
        if (SerialNumber.isBefore(end, first)) {
            return false;
        }
        if (ids <= before) {
            for (int id = first; ids > id - first; id++) {
                final Sent sent = byId.get(id);
                if (sent != null) {
                    settle(sent, disposition);
                }
            }
        } else {
            Sent sent = oldest;
            while (sent != null) {
                final Sent next = sent.next;
                if (SerialNumber.isWithin(sent.deliveryId, first, end)) {
                    settle(sent, disposition);
                }
                sent = next;
            }
        }
        return byId.size() < before;
    }

    private void settle(final Sent sent, final DispositionDecoder disposition) {
        final SenderLink link = sent.link;
        final Outgoing message = sent.message;
        final int deliveryId = sent.deliveryId;
        remove(sent);
        link.onSettled(deliveryId, message, disposition);
    }

    /** Everything of the link comes back. */
    void release(final SenderLink link, final Outcome outcome) {
        Sent sent = oldest;
        while (sent != null) {
            final Sent next = sent.next;
            if (sent.link == link) {
                final Outgoing message = sent.message;
                remove(sent);
                link.onReleased(message, outcome);
            }
            sent = next;
        }
    }

    private void remove(final Sent sent) {
        byId.remove(sent.deliveryId);
        if (sent.previous == null) {
            oldest = sent.next;
        } else {
            sent.previous.next = sent.next;
        }
        if (sent.next == null) {
            newest = sent.previous;
        } else {
            sent.next.previous = sent.previous;
        }
        sent.link = null;
        sent.message = null;
        sent.previous = null;
        sent.next = free;
        free = sent;
    }
}
