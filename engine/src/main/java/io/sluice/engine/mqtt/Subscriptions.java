package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubackEncoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** A client's subscriptions by their Topic Filters; owned by the session. */
final class Subscriptions {
    private final ServerSession session;
    private final OutboundPublishes outbound;
    private final Packets packets;
    private final Directory directory;
    private final int subscriptionsMax;

    private final Map<String, Subscription> byFilter = new HashMap<>();
    private final List<Subscription> queues = new ArrayList<>();

    /** An event subscription was told that nothing is wanted. */
    private boolean starved;

    private boolean telling;
    private boolean tellAgain;
    private boolean closed;

    Subscriptions(
            final ServerSession session,
            final OutboundPublishes outbound,
            final MqttServer server) {
        this.session = session;
        this.outbound = outbound;
        packets = server.packets();
        directory = server.directory();
        subscriptionsMax = server.limits().subscriptions().subscriptionsMax();
    }

    /** A whole SUBSCRIBE. */
    boolean onSubscribe(final DirectBuffer buffer, final int offset, final int length) {
        final IngressCap broken =
                packets.filterGuard.inspect(buffer, offset, length, session.version());
        final SubscribeDecoder subscribe = packets.subscribe;
        final int reason = subscribe.wrap(buffer, offset, length, session.version());
        if (reason != ReasonCode.SUCCESS) {
            return session.refuse(reason);
        }
        final PendingSuback suback =
                new PendingSuback(this, subscribe.packetId(), subscribe.count());
        for (int i = 0; subscribe.next(); i++) { // [MQTT-3.8.4-5]: in their order
            final int code =
                    broken == IngressCap.NONE
                            ? subscribe(subscribe, suback)
                            : ReasonCode.QUOTA_EXCEEDED;
            suback.reasonCodes()[i] = (byte) code;
        }
        suback.onReady();
        return true;
    }

    /** The filter that the decoder stands on; returns its reason code. */
    private int subscribe(final SubscribeDecoder subscribe, final PendingSuback suback) {
        if (!subscribe.isValid()) {
            return ReasonCode.TOPIC_FILTER_INVALID; // [MQTT-4.7.1-1] [MQTT-4.7.1-2]
        }
        if (subscribe.isShared()) {
            return ReasonCode.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED; // as CONNACK has told
        }
        final String filter = subscribe.topicFilter().toString();
        final Subscription existing = byFilter.get(filter);
        if (existing != null) {
            // [MQTT-3.8.4-3]: replaced, and nothing is lost in between
            existing.wants(subscribe.options(), subscribe.subscriptionIdentifier());
            existing.delay(suback);
            return SubscriptionOptions.qos(subscribe.options());
        }
        return byFilter.size() < subscriptionsMax
                ? attach(filter, subscribe, suback)
                : ReasonCode.QUOTA_EXCEEDED;
    }

    private int attach(
            final String filter, final SubscribeDecoder subscribe, final PendingSuback suback) {
        final Slice slice = subscribe.topicFilter();
        final DirectBuffer buffer = slice.buffer();
        final boolean queue = directory.isQueue(buffer, slice.offset(), slice.length());
        if (queue && TopicFilter.hasWildcard(buffer, slice.offset(), slice.length())) {
            return ReasonCode.WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED; // none reaches a queue
        }
        final Subscription subscription = new Subscription(this, outbound, queue);
        subscription.wants(subscribe.options(), subscribe.subscriptionIdentifier());
        subscription.delay(suback);
        final Source source =
                queue
                        ? directory.queue(buffer, slice.offset(), slice.length(), subscription)
                        : directory.events(
                                buffer,
                                slice.offset(),
                                slice.length(),
                                subscription,
                                subscription::onReady);
        if (source == null) {
            subscription.onReady(); // there is nothing to wait for
            return ReasonCode.TOPIC_FILTER_INVALID;
        }
        subscription.drawFrom(source);
        suback.subscriptions().add(subscription);
        byFilter.put(filter, subscription);
        if (queue) {
            queues.add(subscription);
            subscription.onReady();
        }
        return subscription.qos();
    }

    /** Every filter of a SUBSCRIBE is heard of everywhere: it is answered. */
    void onReady(final PendingSuback suback) {
        if (closed) {
            return;
        }
        answer(ControlPacketType.SUBACK, suback.packetId(), suback.reasonCodes());
        if (closed) {
            return; // the answer did not fit
        }
        suback.subscriptions().forEach(Subscription::open);
        suback.subscriptions().stream().filter(each -> !each.isQueue()).forEach(this::tell);
        onProgress();
    }

    /** A whole UNSUBSCRIBE. */
    boolean onUnsubscribe(final DirectBuffer buffer, final int offset, final int length) {
        final IngressCap broken =
                packets.filterGuard.inspect(buffer, offset, length, session.version());
        final SubscribeDecoder unsubscribe = packets.subscribe;
        final int reason = unsubscribe.wrap(buffer, offset, length, session.version());
        if (reason != ReasonCode.SUCCESS) {
            return session.refuse(reason);
        }
        final byte[] reasonCodes = new byte[unsubscribe.count()];
        final int packetId = unsubscribe.packetId();
        final List<Subscription> ended = new ArrayList<>();
        for (int i = 0; unsubscribe.next(); i++) { // [MQTT-3.10.4-6]
            final int code =
                    broken == IngressCap.NONE
                            ? unsubscribe(unsubscribe, ended)
                            : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
            reasonCodes[i] = (byte) code;
        }
        answer(ControlPacketType.UNSUBACK, packetId, reasonCodes);
        ended.forEach(Subscription::onReady); // a SUBACK may have waited for it
        return true;
    }

    private int unsubscribe(final SubscribeDecoder unsubscribe, final List<Subscription> ended) {
        if (!unsubscribe.isValid()) {
            return ReasonCode.TOPIC_FILTER_INVALID;
        }
        final Subscription subscription =
                byFilter.remove(unsubscribe.topicFilter().toString()); // [MQTT-3.10.4-1]
        if (subscription == null) {
            return ReasonCode.NO_SUBSCRIPTION_EXISTED; // [MQTT-3.10.4-5]
        }
        queues.remove(subscription);
        subscription.close();
        ended.add(subscription);
        return ReasonCode.SUCCESS;
    }

    private void answer(final int type, final int packetId, final byte[] reasonCodes) {
        final SubackEncoder encoder = packets.subackOut.reset(type, packetId);
        for (final byte code : reasonCodes) {
            encoder.add(code & 0xFF);
        }
        if (!session.writer().write(encoder)) {
            session.disconnect(ReasonCode.PACKET_TOO_LARGE); // [MQTT-3.1.2-24] forbids the answer
        }
    }

    /** Whether this is what the same client publishes. */
    boolean isOf(final Receiver producer) {
        return session.isOf(producer);
    }

    /** A message was taken: the source may need to hear that more are. */
    void onTaken(final Subscription subscription) {
        if (subscription.isQueue()) {
            onProgress();
        } else {
            tell(subscription);
        }
    }

    private void tell(final Subscription events) {
        events.tellDemand();
        starved |= events.isStarved();
    }

    /** There is room again, or less of it: those who draw are told. */
    void onProgress() {
        if (telling) { // a source has answered at once
            tellAgain = true;
            return;
        }
        telling = true;
        do {
            tellAgain = false;
            for (int i = 0; i < queues.size(); i++) {
                queues.get(i).tellDemand();
            }
        } while (tellAgain && !closed);
        telling = false;
        if (starved && outbound.hasRoom()) {
            starved = false;
            byFilter.forEach(this::tellEvents);
        }
    }

    private void tellEvents(final String filter, final Subscription subscription) {
        if (!subscription.isQueue()) {
            tell(subscription);
        }
    }

    /** The session has ended. */
    void close() {
        closed = true;
        byFilter.values().forEach(Subscription::close);
        byFilter.clear();
        queues.clear();
    }
}
