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
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A client's will: its own bytes from CONNECT on, and a producer of one message when the client is
 * gone. It waits for room by itself, because there is no socket left to hold.
 */
final class Will implements Receiver, RoomWaiter {
    private final MqttServer server;
    private final int qos;
    private final boolean retain;
    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private final Slice topic = new Slice();
    private final Slice properties = new Slice();
    private final Slice payload = new Slice();
    private final long expirySeconds;

    // Once it is published.
    private Delivery delivery;
    private Target target;

    /** Copies the will of a CONNECT. */
    Will(final MqttServer server, final ConnectDecoder connect) {
        this.server = server;
        qos = connect.willQos();
        retain = connect.willRetain();
        expirySeconds =
                connect.willProperties()
                        .number(PropertyId.MESSAGE_EXPIRY_INTERVAL, MqttRecord.NO_EXPIRY);
        int end = copy(connect.willTopic(), 0, topic);
        end = copy(connect.willPayload(), end, payload);
        copyProperties(new PropertyCursor().wrap(connect.willProperties()), end);
    }

    private int copy(final Slice from, final int offset, final Slice to) {
        bytes.checkLimit(offset + from.length());
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
        bytes.checkLimit(end);
        properties.wrap(bytes, offset, end - offset);
    }

    /** The client is gone. [MQTT-3.1.2-8] */
    void publish() {
        server.home().counters().increment(Counter.ONCE_RECEIVED); // nobody sends it again
        server.home().counters().increment(Counter.MESSAGES_RECEIVED);
        target = server.directory().target(topic.buffer(), topic.offset(), topic.length());
        if (target == null) {
            server.home().counters().increment(Counter.MESSAGES_DROPPED_UNWANTED);
        } else {
            onRoom();
        }
    }

    @Override
    public void onRoom() {
        if (delivery == null) {
            final MqttRecord record = server.record().begin(qos, retain).topic(topic);
            record.properties(properties, expirySeconds).payload(payload);
            delivery = server.home().takeIngress(this, record.length());
            if (delivery != null) {
                final long nowNs = server.home().clock().nanoTime();
                record.write(delivery.buffer(), delivery.offset(), nowNs);
            }
        }
        if (delivery == null || !target.offer(delivery)) {
            server.home().awaitRoom(this);
        }
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
