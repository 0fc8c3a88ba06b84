package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.RoomWaiter;
import io.sluice.engine.link.Target;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2IntHashMap;

/**
 * What a client publishes, from the packet to its acknowledgement; owned by the session. A message
 * is acknowledged when its delivery has come home, never before.
 */
final class InboundPublishes implements Receiver, RoomWaiter {
    /** Of a received identifier: PUBREC is sent, PUBREL awaited. A number above: PUBRECs owed. */
    private static final int RECORDED = 0;

    private static final int ABSENT = -1;

    /** A client that repeats itself more often is not answered each time. */
    private static final int OWED_MAX = 16;

    /** The tag of a delivery that nobody awaits an answer for; others are above. */
    private static final long TAG_QOS_0 = 0;

    private static final int TAG_SHIFT = 2;

    // For life.
    private final ServerSession session;
    private final Packets packets;
    private final MqttRecord record;
    private final Directory directory;
    private final Home home;
    private final Counters counters;
    private final int receiveMaximum;
    private final ParkedPublishes parked;

    // Of the session.
    private final InboundWindow qos1 = new InboundWindow();
    private final InboundWindow qos2 = new InboundWindow();

    /** QoS 2 identifiers until their PUBREL. [MQTT-4.3.3-10] */
    private final Int2IntHashMap received = new Int2IntHashMap(ABSENT);

    // Of the connection.
    private boolean closed;
    private boolean waitsForRoom;

    InboundPublishes(final ServerSession session, final MqttServer server) {
        this.session = session;
        packets = server.packets();
        record = server.record();
        directory = server.directory();
        home = server.home();
        counters = home.counters();
        receiveMaximum = server.limits().receiveMaximum();
        parked = new ParkedPublishes(home, server.parking());
    }

    /** A whole PUBLISH; false if there is no room for it now and it is to be offered again. */
    boolean onPublish(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        final MqttVersion version = session.version();
        final IngressCap broken = packets.publishGuard.inspect(buffer, offset, length, version);
        final PublishDecoder publish = packets.publish;
        final int reason =
                publish.wrap(
                        buffer,
                        packets.publishGuard.packetOffset(),
                        packets.publishGuard.packetLength(),
                        version);
        if (reason != ReasonCode.SUCCESS) {
            return session.refuse(reason);
        }
        if (publish.topicAlias() != 0) {
            return session.refuse(ReasonCode.TOPIC_ALIAS_INVALID); // section 3.3.2.3.4: 0 is told
        }
        if (publish.retain() && version == MqttVersion.V5) {
            return session.refuse(ReasonCode.RETAIN_NOT_SUPPORTED); // [MQTT-3.2.2-14]
        }
        if (publish.qos() == 2 && received.containsKey(publish.packetId())) {
            return onRepeated(publish.packetId());
        }
        if (publish.qos() > 0 && version == MqttVersion.V5 && unfinished() >= receiveMaximum) {
            return session.refuse(ReasonCode.RECEIVE_MAXIMUM_EXCEEDED); // [MQTT-3.3.4-7]
        }
        if (publish.qos() > 0 && undecided() >= receiveMaximum && !session.isOwedAcks()) {
            session.hold(Hold.WINDOW); // 3.1.1 has no Receive Maximum to keep to
            return false;
        }
        return admit(publish, broken, nowNs);
    }

    /** What the client has begun and we have not finished. */
    private int unfinished() {
        return qos1.size() + received.size();
    }

    private int undecided() {
        return qos1.size() + qos2.size();
    }

    /** The same QoS 2 message once more: it is answered again and not delivered again. */
    private boolean onRepeated(final int packetId) {
        final int owed = received.get(packetId);
        if (owed == RECORDED) {
            session.writer().ack(ControlPacketType.PUBREC, packetId, ReasonCode.SUCCESS);
        } else if (owed < OWED_MAX) {
            received.put(packetId, owed + 1); // once it is known what became of it
        }
        return true;
    }

    private boolean admit(final PublishDecoder publish, final IngressCap broken, final long nowNs) {
        final int verdict = reasonCode(broken);
        if (verdict != ReasonCode.SUCCESS) {
            return turnAway(publish, verdict);
        }
        final Slice topic = publish.topic();
        final Target target = directory.target(topic.buffer(), topic.offset(), topic.length());
        if (target == null) {
            final boolean queue = directory.isQueue(topic.buffer(), topic.offset(), topic.length());
            return turnAway(
                    publish, queue ? ReasonCode.NOT_AUTHORIZED : ReasonCode.TOPIC_NAME_INVALID);
        }
        record.begin(publish.qos(), publish.retain())
                .topic(topic)
                .properties(publish.properties())
                .payload(publish.payload());
        final long tag = tagOfNext(publish.qos());
        if (offer(target, tag, nowNs)) {
            enter(publish.qos(), publish.packetId());
        } else if (publish.qos() > 0 && parked.add(target, record, tag, nowNs)) {
            enter(publish.qos(), publish.packetId());
            awaitRoom();
        } else {
            session.hold(Hold.ROOM);
            awaitRoom();
            return false;
        }
        countReceived(publish.qos());
        return true;
    }

    /** Sends the record on its way, if there is room for it now. */
    private boolean offer(final Target target, final long tag, final long nowNs) {
        final boolean waits = tag != TAG_QOS_0;
        if (waits && parked.isWaitingFor(target) || !target.hasRoom(record.length(), waits)) {
            return false;
        }
        final Delivery delivery = home.takeIngress(this, record.length());
        if (delivery == null) {
            return false;
        }
        record.write(delivery.buffer(), delivery.offset(), nowNs);
        delivery.tag(tag);
        final boolean isTaken = target.offer(delivery);
        assert isTaken : "it had room";
        return true;
    }

    private static int reasonCode(final IngressCap broken) {
        return switch (broken) {
            case NONE -> ReasonCode.SUCCESS;
            case TOPIC_BYTES, TOPIC_LEVELS -> ReasonCode.TOPIC_NAME_INVALID;
            case PROPERTY_BYTES, USER_PROPERTIES, CORRELATION_DATA_BYTES, PAYLOAD_BYTES ->
                    ReasonCode.QUOTA_EXCEEDED;
            case FILTERS, FILTER_BYTES, FILTER_LEVELS ->
                    throw new AssertionError("no cap of a PUBLISH: " + broken);
        };
    }

    /** A message that goes nowhere: its sender is told in its turn, at QoS 0 nobody is. */
    private boolean turnAway(final PublishDecoder publish, final int reasonCode) {
        countReceived(publish.qos());
        if (publish.qos() == 0) {
            counters.increment(Counter.MESSAGES_DROPPED_UNWANTED);
        } else {
            final long tag = tagOfNext(publish.qos());
            enter(publish.qos(), publish.packetId());
            decide(tag, reasonCode);
        }
        return true;
    }

    /** By kind first: a crash between the two has nothing lost that was not. */
    private void countReceived(final int qos) {
        if (qos == 0) {
            counters.increment(Counter.ONCE_RECEIVED);
        }
        counters.increment(Counter.MESSAGES_RECEIVED);
    }

    private void countAccepted(final long tag) {
        counters.increment(Counter.MESSAGES_ACCEPTED);
        if (tag == TAG_QOS_0) {
            counters.increment(Counter.ONCE_ACCEPTED);
        }
    }

    /** What the next message of this QoS is called. */
    private long tagOfNext(final int qos) {
        return qos == 0 ? TAG_QOS_0 : window(qos).next() << TAG_SHIFT | qos;
    }

    /** Notes the message in its window. */
    private void enter(final int qos, final int packetId) {
        if (qos == 0) {
            return;
        }
        if (qos == 2) {
            received.put(packetId, RECORDED + 1);
        }
        window(qos).add(packetId);
    }

    private InboundWindow window(final int qos) {
        return qos == 1 ? qos1 : qos2;
    }

    private void decide(final long tag, final int reasonCode) {
        final int qos = (int) tag & (1 << TAG_SHIFT) - 1;
        window(qos).decide(tag >>> TAG_SHIFT, reasonCode);
        answerDecided(qos);
    }

    private void answerDecided(final int qos) {
        final InboundWindow window = window(qos);
        while (!closed && window.isFirstDecided()) {
            final int packetId = window.firstPacketId();
            final int reasonCode = window.firstReasonCode();
            window.removeFirst();
            if (ReasonCode.isError(reasonCode)) {
                counters.increment(Counter.MESSAGES_REFUSED);
                if (session.version() == MqttVersion.V3_1_1) {
                    session.disconnect(reasonCode); // MQTT 3.1.1 [MQTT-3.3.5-2]: no other answer
                    return;
                }
            }
            answer(qos, packetId, reasonCode);
        }
        if (undecided() < receiveMaximum) {
            session.release(Hold.WINDOW);
        }
    }

    private void answer(final int qos, final int packetId, final int reasonCode) {
        if (qos == 1) {
            session.writer().ack(ControlPacketType.PUBACK, packetId, reasonCode);
            return;
        }
        int owed = received.get(packetId);
        if (ReasonCode.isError(reasonCode)) {
            received.remove(packetId); // [MQTT-4.3.3-9]: the exchange is over
        } else {
            received.put(packetId, RECORDED);
        }
        for (; owed > 0; owed--) {
            session.writer().ack(ControlPacketType.PUBREC, packetId, reasonCode);
        }
    }

    /** PUBREL: the client sends this one no more. */
    boolean onRelease(final int packetId) {
        final int owed = received.get(packetId);
        if (owed > RECORDED) {
            return session.refuse(ReasonCode.PROTOCOL_ERROR); // [MQTT-4.3.3-4]: before our PUBREC
        }
        received.remove(packetId);
        final int reasonCode =
                owed == ABSENT ? ReasonCode.PACKET_IDENTIFIER_NOT_FOUND : ReasonCode.SUCCESS;
        session.writer().ack(ControlPacketType.PUBCOMP, packetId, reasonCode); // [MQTT-4.3.3-11]
        return true;
    }

    private void awaitRoom() {
        if (!waitsForRoom) {
            waitsForRoom = true;
            home.awaitRoom(this);
        }
    }

    @Override
    public void onRoom() {
        waitsForRoom = false;
        if (parked.offer(this)) {
            session.progressed();
        }
        if (!parked.isEmpty()) {
            awaitRoom();
        }
        session.release(Hold.ROOM);
    }

    /** A message has come home. */
    @Override
    public void onDelivery(final Delivery delivery) {
        final Outcome outcome = delivery.outcome();
        final long tag = delivery.tag();
        final boolean unmatched = delivery.isUnmatched();
        delivery.free();
        if (closed || outcome == Outcome.UNKNOWN) {
            countUntold(outcome, tag);
            if (!closed) {
                // Nobody knows, so nothing is said: the client asks again on another connection.
                session.disconnect(ReasonCode.UNSPECIFIED_ERROR);
            }
        } else if (isAccepted(outcome)) {
            countAccepted(tag);
            if (tag != TAG_QOS_0) {
                // A success too: section 3.4.2.1.
                decide(tag, unmatched ? ReasonCode.NO_MATCHING_SUBSCRIBERS : ReasonCode.SUCCESS);
            }
        } else if (tag == TAG_QOS_0) {
            counters.increment(dropped(outcome));
        } else {
            decide(tag, reasonCode(outcome));
        }
    }

    private static boolean isAccepted(final Outcome outcome) {
        return outcome == Outcome.ACCEPTED || outcome == Outcome.DUPLICATE;
    }

    /** Nobody is told any more; at QoS 0 nobody sends it again either. */
    private void countUntold(final Outcome outcome, final long tag) {
        if (isAccepted(outcome)) {
            countAccepted(tag);
        } else if (tag != TAG_QOS_0) {
            counters.increment(Counter.MESSAGES_RETURNED);
        } else {
            counters.increment(
                    outcome == Outcome.NO_ROOM
                            ? Counter.MESSAGES_DROPPED_NO_ROOM
                            : Counter.MESSAGES_DROPPED_CLOSED);
        }
    }

    /** Where a QoS 0 message is counted that was not accepted. */
    private static Counter dropped(final Outcome outcome) {
        return switch (outcome) {
            case NO_ROOM, RELEASED, FAILED -> Counter.MESSAGES_DROPPED_NO_ROOM;
            case REJECTED, EXPIRED, UNREADABLE -> Counter.MESSAGES_DROPPED_UNWANTED;
            case ACCEPTED, DUPLICATE, PENDING, UNKNOWN -> throw new AssertionError(outcome);
        };
    }

    private static int reasonCode(final Outcome outcome) {
        return switch (outcome) {
            case NO_ROOM -> ReasonCode.QUOTA_EXCEEDED;
            case REJECTED -> ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
            case RELEASED, FAILED, EXPIRED, UNREADABLE -> ReasonCode.UNSPECIFIED_ERROR;
            case ACCEPTED, DUPLICATE, PENDING, UNKNOWN -> throw new AssertionError(outcome);
        };
    }

    /** Whether messages are on the way whose acknowledgement the client awaits. */
    boolean owesAnswers() {
        return undecided() > 0;
    }

    /** The connection is gone: what is on the way comes home to be counted. */
    void close() {
        closed = true;
        if (waitsForRoom) {
            home.forgetWaiter(this);
        }
        counters.add(Counter.MESSAGES_RETURNED, parked.clear());
        if (owesAnswers()) {
            directory.recall(this);
        }
        countUntold(qos1);
        countUntold(qos2);
    }

    /** What was refused and waited for its turn to be told is the client's again. */
    private void countUntold(final InboundWindow window) {
        counters.add(Counter.MESSAGES_RETURNED, window.countErrors());
    }
}
