package io.sluice.engine.broker;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends numbered messages to one address and notes which were acknowledged; resends the others. */
final class StepProducer {
    final String name;
    final UnsafeBuffer address;
    final int qos;
    final Set<String> acknowledged = new HashSet<>();
    final Set<String> refused = new HashSet<>();

    /** What was sent and not answered, in order. */
    final TreeMap<Integer, String> unanswered = new TreeMap<>();

    /** Of messages that were sent once more, and not answered. */
    int repeated;

    /** Whether each message has an identity, by which its second sending is found. */
    private boolean identified;

    private final ArrayDeque<Integer> resend = new ArrayDeque<>();
    private int sent;

    StepProducer(final String name, final String address, final int qos) {
        this.name = name;
        this.address = new UnsafeBuffer(address.getBytes(StandardCharsets.UTF_8));
        this.qos = qos;
    }

    /** Its messages have identities from now on. */
    StepProducer identified() {
        identified = true;
        return this;
    }

    /** Sends one message, an old one first; false if there was no room for it. */
    boolean send(final Home home, final BrokerLoop broker) {
        final int number = resend.isEmpty() ? sent : resend.peek();
        final String text = name + ":" + number;
        if (!offer(home, broker, text, number)) {
            return false;
        }
        if (resend.isEmpty()) {
            sent++;
        } else {
            resend.poll();
        }
        unanswered.put(number, text);
        return true;
    }

    /** Sends one once more that was acknowledged: it has to be found to be there already. */
    void repeat(final Home home, final BrokerLoop broker, final String text) {
        if (offer(home, broker, text, -1)) {
            repeated++;
        }
    }

    private boolean offer(
            final Home home, final BrokerLoop broker, final String text, final long tag) {
        final byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        final int bodyLength = Short.BYTES + address.capacity() + payload.length;
        final Delivery delivery = home.takeIngress(this::onHome, Record.HEADER_LENGTH + bodyLength);
        if (delivery == null) {
            return false;
        }
        final int offset = delivery.offset();
        Record.begin(
                delivery.buffer(),
                offset,
                Record.FORMAT_MQTT,
                qos << Record.FLAGS_QOS_SHIFT,
                bodyLength);
        final int content =
                Record.address(delivery.buffer(), offset, address, 0, address.capacity());
        delivery.buffer().putBytes(content, payload);
        if (identified) {
            final int idOffset = content - Record.bodyOffset(offset);
            Record.id(delivery.buffer(), offset, idOffset, payload.length);
        }
        Record.seal(delivery.buffer(), offset, home.checksum());
        delivery.tag(tag);
        if (!broker.target(address, 0, address.capacity()).offer(delivery)) {
            delivery.free();
            return false;
        }
        return true;
    }

    private void onHome(final Delivery delivery) {
        if (delivery.tag() < 0) {
            repeated--;
            if (delivery.outcome() != Outcome.DUPLICATE && delivery.outcome() != Outcome.NO_ROOM) {
                throw new AssertionError("sent twice and answered " + delivery.outcome());
            }
            delivery.free();
            return;
        }
        final String text = unanswered.remove((int) delivery.tag());
        if (delivery.outcome() == Outcome.ACCEPTED || delivery.outcome() == Outcome.DUPLICATE) {
            acknowledged.add(text);
        } else {
            refused.add(text);
        }
        delivery.free();
    }

    /** The daemon is gone: what was not answered is sent again. */
    void onCrash() {
        resend.clear();
        resend.addAll(unanswered.keySet());
        unanswered.clear();
        repeated = 0;
    }

    int sent() {
        return sent;
    }

    static String textOf(final io.sluice.engine.link.Outgoing message) {
        return message.buffer()
                .getStringWithoutLengthUtf8(
                        Record.contentOffset(message.buffer(), message.offset()),
                        Record.contentLength(message.buffer(), message.offset()));
    }
}
