package io.sluice.engine.store;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import java.util.ArrayDeque;

/**
 * A producer is gone: its inserts that are parked at full nodes come home {@link Outcome#RELEASED},
 * so that those of the dead do not keep out the living. What has its room already is written. Made
 * when needed, since it is rare.
 */
final class ParkedRecall extends Mail {
    private final Receiver producer;
    private final StoreNodes nodes;
    private final ArrayDeque<Delivery> inserts;

    ParkedRecall(
            final Receiver producer, final StoreNodes nodes, final ArrayDeque<Delivery> inserts) {
        this.producer = producer;
        this.nodes = nodes;
        this.inserts = inserts;
    }

    @Override
    protected void onArrival() {
        for (final StoreNode node : nodes.all()) {
            if (node.parked.removeIf(this::isReleased)) {
                node.unpark(inserts); // a smaller one may have waited behind it
            }
        }
    }

    private boolean isReleased(final Delivery delivery) {
        final boolean isOwn = delivery.owner() == producer;
        if (isOwn) {
            delivery.goHome(Outcome.RELEASED);
        }
        return isOwn;
    }
}
