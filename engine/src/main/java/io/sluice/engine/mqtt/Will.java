package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.RoomWaiter;
import io.sluice.engine.link.Target;
import io.sluice.engine.observe.Counter;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A client's will: its own bytes from CONNECT on, and a producer of one message when the client is
 * gone. It waits for room by itself, because there is no socket left to hold; the living have their
 * wills first, so it is dropped where the memory for wills is short.
 */
final class Will implements Receiver, RoomWaiter {
    private final MqttServer server;
    private final int qos;
    private final boolean retain;
    private final UnsafeBuffer bytes;
    private final Slice topic = new Slice();
    private final Slice properties = new Slice();
    private final Slice payload = new Slice();
    private final long expirySeconds;

    /** Once it is published. */
    private Target target;

    /** Copies the will of a CONNECT, for which there is memory. */
    Will(final MqttServer server, final ConnectDecoder connect) {
        this.server = server;
        bytes = new UnsafeBuffer(new byte[length(connect)]);
        qos = connect.willQos();
        retain = connect.willRetain();
        expirySeconds =
                connect.willProperties()
                        .number(PropertyId.MESSAGE_EXPIRY_INTERVAL, MqttRecord.NO_EXPIRY);
        int end = copy(connect.willTopic(), 0, topic);
        end = copy(connect.willPayload(), end, payload);
        copyProperties(new PropertyCursor().wrap(connect.willProperties()), end);
    }

    /** How many bytes of {@link MqttServer#wills} the will of a CONNECT takes. */
    static int length(final ConnectDecoder connect) {
        return connect.willTopic().length()
                + connect.willPayload().length()
                + connect.willProperties().length();
    }

    private int copy(final Slice from, final int offset, final Slice to) {
        from.copyTo(bytes, offset);
        to.wrap(bytes, offset, from.length());
        return offset + from.length();
    }

    /** All but the delay, which is no property of the message. */
    private void copyProperties(final PropertyCursor cursor, final int offset) {
        int end = offset;
        while (cursor.next()) {
            if (cursor.id() != PropertyId.WILL_DELAY_INTERVAL) {
                final int length = cursor.limit() - cursor.offset();
                bytes.putBytes(end, cursor.buffer(), cursor.offset(), length);
                end += length;
            }
        }
        properties.wrap(bytes, offset, end - offset);
    }

    /** The client is gone. [MQTT-3.1.2-8] */
    void publish() {
        server.home().counters().increment(Counter.ONCE_RECEIVED); // nobody sends it again
        server.home().counters().increment(Counter.MESSAGES_RECEIVED);
        target = server.directory().target(topic.buffer(), topic.offset(), topic.length());
        if (target == null) {
            server.home().counters().increment(Counter.MESSAGES_DROPPED_UNWANTED);
            discard();
        } else {
            onRoom();
        }
    }

    /** Its memory is free again. */
    void discard() {
        server.wills().giveBack(bytes.capacity());
    }

    @Override
    public void onRoom() {
        if (offer()) {
            discard();
        } else if (server.wills().isScarce()) {
            server.home().counters().increment(Counter.MESSAGES_DROPPED_NO_ROOM);
            discard();
        } else {
            server.home().awaitRoom(this);
        }
    }

    /** Whether there was room; only then it takes a delivery, which others could use. */
    private boolean offer() {
        final MqttRecord record = server.record().begin(qos, retain).topic(topic);
        record.properties(properties, expirySeconds).payload(payload);
        if (!target.hasRoom(record.length(), qos > 0)) {
            return false;
        }
        final Delivery delivery = server.home().takeIngress(this, record.length());
        if (delivery == null) {
            return false;
        }
        final long nowNs = server.home().clock().nanoTime();
        record.write(delivery.buffer(), delivery.offset(), nowNs);
        final boolean isTaken = target.offer(delivery);
        assert isTaken : "it had room";
        return true;
    }

    @Override
    public void onDelivery(final Delivery returned) {
        final Outcome outcome = returned.outcome();
        returned.free();
        server.home().counters().increment(counter(outcome));
        if (counter(outcome) == Counter.MESSAGES_ACCEPTED) {
            server.home().counters().increment(Counter.ONCE_ACCEPTED);
        }
    }

    private static Counter counter(final Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED, DUPLICATE -> Counter.MESSAGES_ACCEPTED;
            case NO_ROOM -> Counter.MESSAGES_DROPPED_NO_ROOM;
            case REJECTED -> Counter.MESSAGES_DROPPED_UNWANTED;
            case PENDING, RELEASED, FAILED, EXPIRED, UNREADABLE, UNKNOWN ->
                    Counter.MESSAGES_DROPPED_CLOSED;
        };
    }
}
