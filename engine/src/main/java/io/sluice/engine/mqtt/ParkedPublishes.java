package io.sluice.engine.mqtt;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
    private record Entry(Target target, long tag, UnsafeBuffer record) {
        int length() {
            return record.capacity();
        }
    }

    private final Home home;
    private final ParkingMemory memory;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>(0);
    private final List<Target> full = new ArrayList<>(0);

    ParkedPublishes(final Home home, final ParkingMemory memory) {
        this.home = home;
        this.memory = memory;
    }

    /** Whether a message for this target would overtake one that waits. */
    boolean isWaitingFor(final Target target) {
        if (entries.isEmpty()) {
            return false; // without an iterator
        }
        for (final Entry entry : entries) {
            if (entry.target == target) {
                return true;
            }
        }
        return false;
    }

    /** Keeps what the record was filled in with; false if there is no memory for it. */
    boolean add(final Target target, final MqttRecord record, final long tag, final long nowNs) {
        final int length = record.length();
        if (!memory.take(length)) {
            return false;
        }
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        record.compose(copy, 0, nowNs);
        entries.add(new Entry(target, tag, copy));
        return true;
    }

    /** Offers what waits, as far as there is room; whether any of it was taken. */
    boolean offer(final Receiver owner) {
        int taken = 0;
        full.clear();
        final Iterator<Entry> iterator = entries.iterator();
        while (iterator.hasNext() && taken < BATCH) {
            final Entry entry = iterator.next();
            if (full.contains(entry.target)) {
                continue;
            }
            if (!entry.target.hasRoom(entry.length(), true)) {
                full.add(entry.target);
                continue;
            }
            final Delivery delivery = home.takeIngress(owner, entry.length());
            if (delivery == null) {
                return taken > 0;
            }
            iterator.remove();
            memory.giveBack(entry.length());
            taken++;
            offer(entry, delivery);
        }
        if (taken == BATCH) {
            home.madeRoom(); // there may be more
        }
        return taken > 0;
    }

    private void offer(final Entry entry, final Delivery delivery) {
        delivery.buffer().putBytes(delivery.offset(), entry.record, 0, entry.length());
        Record.seal(delivery.buffer(), delivery.offset(), home.checksum());
        delivery.tag(entry.tag);
        final boolean isTaken = entry.target.offer(delivery);
        assert isTaken : "it had room";
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The client is gone; returns how many there were. */
    int clear() {
        final int count = entries.size();
        entries.forEach(entry -> memory.giveBack(entry.length()));
        entries.clear();
        return count;
    }
}
