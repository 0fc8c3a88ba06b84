package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.PacketIds;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Window;
import io.sluice.engine.loop.HandedOver;
import io.sluice.engine.loop.Wire;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What a client is sent, from the match to its settlement; owned by the session. What the client's
 * Receive Maximum or its socket has no room for waits here, within a bound.
 */
final class OutboundPublishes {
    /** How many messages of a queue are asked for at once, so that others have theirs. */
    private static final int BATCH = 32;

    // For life.
    private final ServerSession session;
    private final MqttServer server;
    private final Wire wire;
    private final Counters counters;
    private final int inFlightMax;
    private final int waitingMax;

    // Of the session.
    private final Int2ObjectHashMap<OutboundMessage> byPacketId = new Int2ObjectHashMap<>();
    private final OutboundList sent = new OutboundList();
    private final OutboundList waiting = new OutboundList();
    private int waitingAtQos0;
    private int lastPacketId;

    /** Messages of queues that are sent and not settled. */
    private int unsettledOfQueues;

    /** Linked by {@code next}. */
    private OutboundMessage free;

    // Of the connection.
    private final Window window = new Window(0);
    private final HandedOver handedOver;

    OutboundPublishes(final ServerSession session, final MqttServer server, final Wire wire) {
        this.session = session;
        this.server = server;
        this.wire = wire;
        counters = server.home().counters();
        inFlightMax = server.limits().subscriptions().inFlightMax();
        waitingMax = server.limits().subscriptions().waitingMax();
        handedOver = new HandedOver(wire, counters);
    }

    /** The client takes so many unacknowledged messages. [MQTT-3.3.4-9] */
    void connected(final int receiveMaximum) {
        window.reset();
        window.capacity(Math.min(receiveMaximum, inFlightMax));
    }

    /** How many messages the subscription would take now. */
    int demandOf(final Subscription subscription) {
        if (!subscription.isQueue()) {
            return Math.max(0, waitingMax - waiting.size());
        }
        if (wire.isCongested()) {
            return 0;
        }
        final int room =
                subscription.qos() == 0
                        ? waitingMax - waiting.size()
                        : window.available() - waiting.size();
        return Math.max(0, Math.min(room, BATCH));
    }

    /** A message for one of the client's subscriptions. */
    void onOutgoing(final Subscription subscription, final Outgoing message) {
        counters.increment(Counter.MATCHED);
        if (subscription.isQueue()) {
            counters.increment(Counter.QUEUE_MATCHED);
        }
        final OutboundMessage out = take();
        out.subscription = subscription;
        out.message = message;
        out.qos = subscription.qosFor(Record.qos(message.buffer(), message.offset()));
        if (maySendAtOnce(out.qos)) {
            send(out);
        } else if (waiting.size() < waitingMax) {
            waiting.addLast(out);
            waitingAtQos0 += out.qos == 0 ? 1 : 0;
        } else {
            giveBack(out, Counter.MATCHED_DROPPED_SLOW);
        }
    }

    /** Nothing overtakes what has the same QoS. [MQTT-4.6.0-6] */
    private boolean maySendAtOnce(final int qos) {
        if (wire.isCongested()) {
            return false;
        }
        return qos == 0 ? waitingAtQos0 == 0 : waiting.isEmpty() && window.available() > 0;
    }

    /** Whether another message of this QoS would wait. */
    boolean wouldWait(final int qos) {
        return !waiting.isEmpty() || !maySendAtOnce(qos);
    }

    /** Sends what has waited, as far as there is room. */
    void sendWaiting() {
        while (!waiting.isEmpty() && !wire.isCongested()) {
            final OutboundMessage out = waiting.first();
            if (out.qos > 0 && window.available() == 0) {
                return;
            }
            waiting.remove(out);
            waitingAtQos0 -= out.qos == 0 ? 1 : 0;
            send(out);
        }
    }

    /** Whether the client has a queue's message and has not said what became of it. */
    boolean isOwedAcks() {
        return unsettledOfQueues > 0;
    }

    /** Whether those that wait are few enough to ask for more events. */
    boolean hasRoom() {
        return waiting.size() <= waitingMax >>> 1;
    }

    private void send(final OutboundMessage out) {
        final long nowNs = server.home().clock().nanoTime();
        if (isExpired(out.message, nowNs)) {
            giveBack(out, Counter.MATCHED_DROPPED_EXPIRED); // [MQTT-3.3.2-5]
            return;
        }
        final OutgoingPublish publish = server.outgoingPublish();
        if (!publish.wrap(out.message)) {
            reject(out, Counter.MATCHED_DROPPED_UNMAPPED);
            return;
        }
        final boolean retain =
                out.subscription.retains(
                        Record.isRetain(out.message.buffer(), out.message.offset()));
        publish.to(session.version(), out.qos, retain, out.subscription.identifier());
        final int length = publish.encodedLength();
        if (!session.writer().fits(length)) {
            reject(out, Counter.MATCHED_DROPPED_TOO_LARGE); // [MQTT-3.1.2-25]: as if it were sent
            return;
        }
        if (out.qos > 0) {
            final boolean taken = window.take();
            assert taken;
            out.packetId = nextPacketId();
            out.awaited = out.qos == 1 ? ControlPacketType.PUBACK : ControlPacketType.PUBREC;
            byPacketId.put(out.packetId, out);
            sent.addLast(out);
            if (out.subscription.isQueue()) {
                unsettledOfQueues++;
                session.release(Hold.WINDOW); // its answer may lie behind what we do not read
            }
        }
        session.writer().publish(publish, length, out.packetId, nowNs);
        written(out);
        if (out.qos == 0) {
            handedOver.add(out.message, out.subscription.isQueue());
            recycle(out);
        }
    }

    private boolean isExpired(final Outgoing message, final long nowNs) {
        final long expiresAtMs = Record.expiresAtMs(message.buffer(), message.offset());
        return expiresAtMs != 0 && expiresAtMs <= server.time().ms(nowNs);
    }

    private int nextPacketId() {
        do {
            lastPacketId = lastPacketId == PacketIds.MAX ? 1 : lastPacketId + 1;
        } while (byPacketId.containsKey(lastPacketId)); // [MQTT-2.2.1-4]
        return lastPacketId;
    }

    /** PUBACK: the client has it, or will not have it. */
    boolean onPuback(final int packetId, final int reasonCode) {
        final OutboundMessage out = byPacketId.get(packetId);
        if (out == null) {
            return true; // nothing that it could still change
        }
        if (out.awaited != ControlPacketType.PUBACK) {
            return session.refuse(ReasonCode.PROTOCOL_ERROR); // [MQTT-3.3.4-1]
        }
        settle(out, reasonCode);
        finish(out);
        return true;
    }

    /** PUBREC: it has it, once. */
    boolean onPubrec(final int packetId, final int reasonCode) {
        final OutboundMessage out = byPacketId.get(packetId);
        if (out == null) {
            if (!ReasonCode.isError(reasonCode)) {
                session.writer()
                        .ack(
                                ControlPacketType.PUBREL,
                                packetId,
                                ReasonCode.PACKET_IDENTIFIER_NOT_FOUND);
            }
            return true;
        }
        if (out.awaited == ControlPacketType.PUBACK) {
            return session.refuse(ReasonCode.PROTOCOL_ERROR); // [MQTT-3.3.4-1]
        }
        if (out.awaited == ControlPacketType.PUBREC) {
            settle(out, reasonCode);
            if (ReasonCode.isError(reasonCode)) {
                finish(out);
                return true;
            }
            out.awaited = ControlPacketType.PUBCOMP;
        }
        session.writer().ack(ControlPacketType.PUBREL, packetId, ReasonCode.SUCCESS);
        return true; // [MQTT-4.3.3-4]
    }

    /** PUBCOMP: the identifier is free again. */
    boolean onPubcomp(final int packetId) {
        final OutboundMessage out = byPacketId.get(packetId);
        if (out == null) {
            return true;
        }
        if (out.awaited != ControlPacketType.PUBCOMP) {
            return session.refuse(ReasonCode.PROTOCOL_ERROR); // [MQTT-4.3.3-3]: before its PUBREC
        }
        finish(out);
        return true;
    }

    private void finish(final OutboundMessage out) {
        byPacketId.remove(out.packetId);
        sent.remove(out);
        window.release();
        recycle(out);
        sendWaiting();
        session.subscriptions().onProgress();
    }

    private void settle(final OutboundMessage out, final int reasonCode) {
        if (!ReasonCode.isError(reasonCode)) {
            settle(out, Outcome.ACCEPTED, Counter.MATCHED_SETTLED);
        } else if (out.subscription.isQueue()) {
            settle(out, Outcome.REJECTED, Counter.MATCHED_DEAD);
        } else {
            settle(out, Outcome.REJECTED, Counter.MATCHED_DROPPED_REJECTED);
        }
    }

    /** It cannot be sent to this client, now or later. */
    private void reject(final OutboundMessage out, final Counter dropped) {
        if (out.subscription.isQueue()) {
            settle(out, Outcome.REJECTED, Counter.MATCHED_DEAD);
        } else {
            settle(out, Outcome.ACCEPTED, dropped);
        }
        recycle(out);
    }

    /** It is not sent: a queue's message goes back, an event has nowhere to go. */
    private void giveBack(final OutboundMessage out, final Counter dropped) {
        release(out, Outcome.RELEASED, dropped);
        recycle(out);
    }

    private void release(final OutboundMessage out, final Outcome ofQueues, final Counter dropped) {
        if (out.subscription.isQueue()) {
            settle(out, ofQueues, Counter.MATCHED_RETURNED);
        } else {
            settle(out, Outcome.ACCEPTED, dropped);
        }
    }

    private void settle(final OutboundMessage out, final Outcome outcome, final Counter counter) {
        if (counter == Counter.MATCHED_SETTLED && out.subscription.isQueue()) {
            counters.increment(Counter.QUEUE_SETTLED);
        }
        counters.increment(counter);
        if (out.packetId != 0 && out.subscription.isQueue()) {
            unsettledOfQueues--;
        }
        written(out); // also of what was never sent
        out.message.settle(outcome);
        out.message = null;
    }

    private static void written(final OutboundMessage out) {
        if (!out.written) {
            out.written = true;
            out.message.written();
        }
    }

    /** Events that passed by the subscription. */
    void onShed(final long count) {
        counters.add(Counter.MATCHED, count);
        counters.add(Counter.MATCHED_DROPPED_SLOW, count);
    }

    /**
     * The connection is gone, and with it the session. What was sent of a queue has failed, unless
     * the end is in order: a message that kills its consumer ends with the dead letters. What is
     * sent at QoS 0 is settled or not when its bytes are gone.
     */
    void close(final boolean inOrder) {
        if (inOrder) {
            handedOver.endsInOrder();
        }
        closeAll(sent, inOrder ? Outcome.RELEASED : Outcome.FAILED);
        closeAll(waiting, Outcome.RELEASED);
        waitingAtQos0 = 0;
        byPacketId.clear();
    }

    private void closeAll(final OutboundList list, final Outcome ofQueues) {
        while (!list.isEmpty()) {
            final OutboundMessage out = list.first();
            list.remove(out);
            if (out.message != null) { // null: a QoS 2 message that lacks its PUBCOMP alone
                release(out, ofQueues, Counter.MATCHED_DROPPED_CLOSED);
            }
            recycle(out);
        }
    }

    private OutboundMessage take() {
        final OutboundMessage out = free;
        if (out == null) {
            return new OutboundMessage(); // as many as were ever out at once
        }
        free = out.next;
        out.next = null;
        return out;
    }

    private void recycle(final OutboundMessage out) {
        out.subscription = null;
        out.message = null;
        out.written = false;
        out.packetId = 0;
        out.awaited = ControlPacketType.RESERVED;
        out.next = free;
        free = out;
    }
}
