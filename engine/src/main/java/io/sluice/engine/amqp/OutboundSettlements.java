package io.sluice.engine.amqp;

import io.sluice.codec.amqp.Role;

/**
 * Our settlements of what we have sent, for receivers that settle after us (part 2 section 2.6.12);
 * one for each session. As many are told at once as have one verdict and follow each other.
 */
final class OutboundSettlements implements Unflushed {
    private final AmqpSession session;

    // Told by the next flush, if there are any.
    private boolean any;
    private int first;
    private int last;
    private Verdict verdict;

    private boolean flushing;

    OutboundSettlements(final AmqpSession session) {
        this.session = session;
    }

    /** The delivery is settled, as its receiver has said. */
    void add(final int deliveryId, final Verdict newVerdict) {
        if (any && newVerdict == verdict && deliveryId == last + 1) {
            last = deliveryId;
            return;
        }
        write();
        any = true;
        first = deliveryId;
        last = deliveryId;
        verdict = newVerdict;
    }

    /** Those that are added until then are told together. */
    void flushLater() {
        if (!flushing) {
            flushing = true;
            session.connection().flushLater(this);
        }
    }

    @Override
    public void flush() {
        flushing = false;
        write();
    }

    private void write() {
        if (!any || session.isEnding()) {
            return;
        }
        any = false;
        final Codec codec = session.connection().server().codec();
        codec.dispositionOut
                .clear()
                .channel(session.channel())
                .role(Role.SENDER)
                .first(first)
                .last(last)
                .settled(true);
        verdict.write(codec.dispositionOut.state());
        session.writer().frame(codec.dispositionFrame);
    }
}
