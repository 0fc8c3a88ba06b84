package io.sluice.engine.amqp;

/** A link's delivery-count and credit (section 2.6.7), in serial arithmetic. */
final class LinkCredit {
    private int deliveryCount;
    private int credit;

    LinkCredit(final int initialDeliveryCount) {
        deliveryCount = initialDeliveryCount;
    }

    int deliveryCount() {
        return deliveryCount;
    }

    /** How many more deliveries there may be. */
    int credit() {
        return credit;
    }

    /** As receiver: so many more than what has come. */
    void grant(final int newCredit) {
        credit = newCredit;
    }

    /** As sender: the receiver's view, which may lag behind ours. */
    void granted(final int receiverDeliveryCount, final long linkCredit) {
        final long effective = receiverDeliveryCount - deliveryCount + linkCredit;
        credit = (int) Math.max(0, Math.min(effective, Integer.MAX_VALUE));
    }

    /** A delivery, or false: there is no credit for it. */
    boolean take() {
        if (credit == 0) {
            return false;
        }
        credit--;
        deliveryCount++;
        return true;
    }

    /** As receiver: the sender has advanced to this count. */
    void advancedTo(final int senderDeliveryCount) {
        final int skipped = senderDeliveryCount - deliveryCount;
        if (skipped > 0) {
            credit = Math.max(0, credit - skipped);
            deliveryCount = senderDeliveryCount;
        }
    }

    /** As sender: uses up what is left, for there is nothing to send. */
    void exhaust() {
        deliveryCount += credit;
        credit = 0;
    }
}
