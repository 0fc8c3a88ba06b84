package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Source;
import java.util.ArrayList;
import java.util.List;

/** One Topic Filter of a client, and the source that it draws from; owned by the session. */
final class Subscription implements Consumer {
    private final Subscriptions all;
    private final OutboundPublishes outbound;
    private final boolean queue;
    private int options;
    private int identifier;
    private Source source;

    /** Those that wait for this one to be heard of everywhere; null once it is. */
    private List<PendingSuback> awaiting = new ArrayList<>(1);

    /** SUBACK is sent: messages may come. */
    private boolean open;

    private boolean closed;

    /** What the source was told, less what came. */
    private int demanded;

    Subscription(final Subscriptions all, final OutboundPublishes outbound, final boolean queue) {
        this.all = all;
        this.outbound = outbound;
        this.queue = queue;
    }

    /** How the client wants its messages, from now on. */
    void wants(final int newOptions, final int newIdentifier) {
        options = newOptions;
        identifier = newIdentifier;
    }

    void drawFrom(final Source newSource) {
        source = newSource;
    }

    /** The SUBACK has to wait for this subscription, unless it is heard of already. */
    void delay(final PendingSuback suback) {
        if (awaiting != null) {
            awaiting.add(suback);
            suback.waitForOne();
        }
    }

    /** What is published from now on comes here, wherever it is published. */
    void onReady() {
        if (awaiting != null) {
            final List<PendingSuback> ready = awaiting;
            awaiting = null;
            ready.forEach(PendingSuback::onReady);
        }
    }

    /** Its SUBACK is sent. */
    void open() {
        open = !closed;
    }

    /** Tells the source what would be taken, if that is worth telling. */
    void tellDemand() {
        if (!open) {
            return;
        }
        final int wanted = outbound.demandOf(this);
        if (wanted != demanded && (wanted >= demanded << 1 || wanted < demanded)) {
            demanded = wanted;
            source.demand(wanted);
        }
    }

    boolean isStarved() {
        return demanded == 0;
    }

    @Override
    public void onOutgoing(final Outgoing message) {
        demanded--;
        outbound.onOutgoing(this, message);
        all.onTaken(this);
    }

    @Override
    public void onDrained() {
        throw new AssertionError("nobody drains a subscription");
    }

    @Override
    public boolean isOwn(final Receiver producer) {
        return SubscriptionOptions.noLocal(options) && all.isOf(producer); // [MQTT-3.8.3-3]
    }

    @Override
    public void onShed(final long count) {
        outbound.onShed(count);
    }

    @Override
    public boolean isBehind() {
        return outbound.wouldWait(qos());
    }

    boolean isQueue() {
        return queue;
    }

    int qos() {
        return SubscriptionOptions.qos(options);
    }

    /** The QoS of a message that was published with this one. [MQTT-3.8.4-8] */
    int qosFor(final int published) {
        // What a queue has taken it hands over as it was asked to, whoever brought it.
        return queue ? qos() : Math.min(qos(), published);
    }

    /** Whether a message keeps its RETAIN flag. [MQTT-3.3.1-12] [MQTT-3.3.1-13] */
    boolean retains(final boolean published) {
        return published && SubscriptionOptions.retainAsPublished(options);
    }

    /** The Subscription Identifier, 0 for none. */
    int identifier() {
        return identifier;
    }

    /** The client has unsubscribed, or is gone. */
    void close() {
        open = false;
        closed = true;
        source.close();
    }
}
