package io.sluice.engine.mqtt;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Target;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * QoS 1 and 2 messages of one client that found no room, on the heap; owned by the session. Those
 * for one target keep their order, and wait for no other target. What lies behind them on the
 * socket is read meanwhile: it may be the acknowledgement that makes the room.
 */
final class ParkedPublishes {
    /** Tries of one client before others have their turn. */
    private static final int BATCH = 16;

    /** One of them: its record is not sealed. */
    private record Entry(long tag, UnsafeBuffer record) {
        int length() {
            return record.capacity();
        }
    }

    private final Home home;
    private final ParkingMemory memory;

    /** None of them is empty. */
    private final Map<Target, ArrayDeque<Entry>> lines = new HashMap<>();

    ParkedPublishes(final Home home, final ParkingMemory memory) {
        this.home = home;
        this.memory = memory;
    }

    /** Whether a message for this target would overtake one that waits. */
    boolean isWaitingFor(final Target target) {
        return lines.containsKey(target);
    }

    /** Keeps what the record was filled in with; false if there is no memory for it. */
    boolean add(final Target target, final MqttRecord record, final long tag, final long nowNs) {
        final int length = record.length();
        if (!memory.take(length)) {
            return false;
        }
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        record.compose(copy, 0, nowNs);
        lines.computeIfAbsent(target, first -> new ArrayDeque<>()).add(new Entry(tag, copy));
        return true;
    }

    /** Offers what waits, as far as there is room; whether any of it was taken. */
    boolean offer(final Receiver owner) {
        if (lines.isEmpty()) {
            return false; // without an iterator
        }
        int taken = 0;
        final Iterator<Map.Entry<Target, ArrayDeque<Entry>>> each = lines.entrySet().iterator();
        while (each.hasNext() && taken < BATCH) {
            final Map.Entry<Target, ArrayDeque<Entry>> line = each.next();
            taken += offer(line.getKey(), line.getValue(), owner);
            if (line.getValue().isEmpty()) {
                each.remove();
            }
        }
        if (taken >= BATCH) {
            home.madeRoom(); // there may be more
        }
        return taken > 0;
    }

    private int offer(final Target target, final ArrayDeque<Entry> line, final Receiver owner) {
        int taken = 0;
        while (taken < BATCH && !line.isEmpty() && target.hasRoom(line.peek().length(), true)) {
            final Delivery delivery = home.takeIngress(owner, line.peek().length());
            if (delivery == null) {
                break;
            }
            final Entry entry = line.poll();
            memory.giveBack(entry.length());
            delivery.buffer().putBytes(delivery.offset(), entry.record, 0, entry.length());
            Record.seal(delivery.buffer(), delivery.offset(), home.checksum());
            delivery.tag(entry.tag);
            final boolean isTaken = target.offer(delivery);
            assert isTaken : "it had room";
            taken++;
        }
        return taken;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The client is gone; returns how many there were. */
    int clear() {
        int count = 0;
        for (final ArrayDeque<Entry> line : lines.values()) {
            count += line.size();
            line.forEach(entry -> memory.giveBack(entry.length()));
        }
        lines.clear();
        return count;
    }
}
