package io.sluice.engine.store;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * One table of the model: what is synced, and over it what the batch has changed. Owned by its
 * store.
 */
final class ModelTable<K, V> {
    /** Readers may hold it: then it is copied before it changes. */
    private TreeMap<K, V> synced;

    /** What the batch has put; null for what it has taken away. */
    private final TreeMap<K, V> changed;

    ModelTable(final Comparator<? super K> order) {
        synced = new TreeMap<>(order);
        changed = new TreeMap<>(order);
    }

    TreeMap<K, V> synced() {
        return synced;
    }

    V get(final K key) {
        return changed.containsKey(key) ? changed.get(key) : synced.get(key);
    }

    void put(final K key, final V value) {
        changed.put(key, value);
    }

    void remove(final K key) {
        changed.put(key, null);
    }

    boolean isChanged() {
        return !changed.isEmpty();
    }

    void sync(final boolean held) {
        if (held && isChanged()) {
            synced = new TreeMap<>(synced);
        }
        for (final Map.Entry<K, V> entry : changed.entrySet()) {
            if (entry.getValue() == null) {
                synced.remove(entry.getKey());
            } else {
                synced.put(entry.getKey(), entry.getValue());
            }
        }
        changed.clear();
    }

    void rollback() {
        changed.clear();
    }
}
