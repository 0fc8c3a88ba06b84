package io.sluice.engine.mqtt;

/** Messages to a client, the oldest first; owned by the session. */
final class OutboundList {
    private OutboundMessage first;
    private OutboundMessage last;
    private int size;

    OutboundMessage first() {
        return first;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void addLast(final OutboundMessage message) {
        message.previous = last;
        message.next = null;
        if (last == null) {
            first = message;
        } else {
            last.next = message;
        }
        last = message;
        size++;
    }

    void remove(final OutboundMessage message) {
        if (message.previous == null) {
            first = message.next;
        } else {
            message.previous.next = message.next;
        }
        if (message.next == null) {
            last = message.previous;
        } else {
            message.next.previous = message.previous;
        }
        message.previous = null;
        message.next = null;
        size--;
    }
}
