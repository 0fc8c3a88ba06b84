package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ReasonCode;

/**
 * The messages of one QoS that await their first answer, PUBACK or PUBREC, in receive order; owned
 * by the session. What became of them is known in any order, and told in theirs. [MQTT-4.6.0-2]
 * [MQTT-4.6.0-3]
 */
final class InboundWindow {
    private static final int LENGTH_MIN = 8;
    private static final int REASON_SHIFT = 16;
    private static final int PACKET_ID = 0xFFFF;

    /** No reason code: not decided yet. */
    private static final int PENDING = 0x100;

    /** A ring: packet identifier below, reason code or {@link #PENDING} above. */
    private int[] ring = new int[LENGTH_MIN];

    private long first;
    private long end;

    /** The number of the message that comes next, for {@link #decide}. */
    long next() {
        return end;
    }

    /** A message has come; returns its number. */
    long add(final int packetId) {
        if (end - first == ring.length) {
            grow();
        }
        ring[slot(end)] = PENDING << REASON_SHIFT | packetId;
        return end++;
    }

    private void grow() {
        final int[] larger = new int[ring.length << 1];
        for (long number = first; number < end; number++) {
            larger[(int) (number & larger.length - 1)] = ring[slot(number)];
        }
        ring = larger;
    }

    /** What the message is to be answered. */
    void decide(final long number, final int reasonCode) {
        assert number >= first && number < end;
        final int slot = slot(number);
        assert ring[slot] >>> REASON_SHIFT == PENDING;
        ring[slot] = reasonCode << REASON_SHIFT | ring[slot] & PACKET_ID;
    }

    /** Whether the oldest may be answered now. */
    boolean isFirstDecided() {
        return first < end && firstReasonCode() != PENDING;
    }

    boolean isEmpty() {
        return first == end;
    }

    int size() {
        return (int) (end - first);
    }

    int firstPacketId() {
        return ring[slot(first)] & PACKET_ID;
    }

    int firstReasonCode() {
        return ring[slot(first)] >>> REASON_SHIFT;
    }

    /** The oldest is answered. */
    void removeFirst() {
        assert first < end;
        first++;
    }

    /** How many are to be refused, and are not yet. */
    int countErrors() {
        int count = 0;
        for (long number = first; number < end; number++) {
            final int reasonCode = ring[slot(number)] >>> REASON_SHIFT;
            count += reasonCode != PENDING && ReasonCode.isError(reasonCode) ? 1 : 0;
        }
        return count;
    }

    private int slot(final long number) {
        return (int) (number & ring.length - 1);
    }
}
