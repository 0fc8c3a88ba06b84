package io.sluice.engine.store;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.MutableDirectBuffer;

/** The reading half of a {@link ModelStore}. */
final class ModelSnapshot implements StoreSnapshot {
    private final ModelStore store;

    // What is held, or null.
    private TreeMap<ModelStore.Place, ModelStore.Kept> records;
    private TreeMap<Long, ModelStore.Dead> dead;
    private boolean ended;

    ModelSnapshot(final ModelStore store) {
        this.store = store;
    }

    void end() {
        ended = true;
        records = null;
        dead = null;
    }

    @Override
    public void renew() {
        if (ended) {
            throw new IllegalStateException("this half of the store has ended");
        }
        store.lock.lock();
        try {
            store.readerHolds = true;
            records = store.records.synced();
            dead = store.dead.synced();
        } finally {
            store.lock.unlock();
        }
    }

    @Override
    public void release() {
        store.lock.lock();
        try {
            store.readerHolds = false;
            records = null;
            dead = null;
        } finally {
            store.lock.unlock();
        }
    }

    private static <T> T held(final T table) {
        if (table == null) {
            throw new IllegalStateException("no commit is held: renew comes first");
        }
        return table;
    }

    private static int copy(
            final byte[] bytes,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        if (bytes == null) {
            return ABSENT;
        }
        if (bytes.length > capacity) {
            return TOO_LONG;
        }
        into.putBytes(offset, bytes);
        return bytes.length;
    }

    @Override
    public int read(
            final int node,
            final int priorityClass,
            final long sequence,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        final ModelStore.Kept kept =
                held(records).get(new ModelStore.Place(node, priorityClass, sequence));
        return copy(kept == null ? null : kept.bytes(), into, offset, capacity);
    }

    @Override
    public void index(
            final int node,
            final int priorityClass,
            final long fromSequence,
            final IndexVisitor visitor) {
        final ModelStore.Place from = new ModelStore.Place(node, priorityClass, fromSequence);
        for (final Map.Entry<ModelStore.Place, ModelStore.Kept> entry :
                held(records).tailMap(from, true).entrySet()) {
            final ModelStore.Place place = entry.getKey();
            if (place.node() != node || place.priorityClass() != priorityClass) {
                return;
            }
            final ModelStore.Kept kept = entry.getValue();
            final int length = kept.bytes().length;
            if (!visitor.onRecord(priorityClass, place.sequence(), length, kept.deliveryCount())) {
                return;
            }
        }
    }

    @Override
    public void dead(final long fromNumber, final DeadVisitor visitor) {
        for (final Map.Entry<Long, ModelStore.Dead> entry :
                held(dead).tailMap(fromNumber, true).entrySet()) {
            final ModelStore.Dead letter = entry.getValue();
            if (!visitor.onDead(
                    entry.getKey(),
                    letter.node(),
                    letter.sequence(),
                    letter.reasonCode(),
                    letter.atMs(),
                    letter.bytes().length)) {
                return;
            }
        }
    }

    @Override
    public int readDead(
            final long number,
            final MutableDirectBuffer into,
            final int offset,
            final int capacity) {
        final ModelStore.Dead letter = held(dead).get(number);
        return copy(letter == null ? null : letter.bytes(), into, offset, capacity);
    }
}
