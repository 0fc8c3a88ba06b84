package io.sluice.engine.broker;

import java.util.function.Predicate;
import org.agrona.DirectBuffer;

/**
 * Values by the bytes of a name, looked up without making an object of them; owned by one loop.
 * Open addressing with linear probing.
 *
 * @param <V> what is kept
 */
final class AddressMap<V> {
    /** A name and its value. */
    private static final class Entry<V> {
        private final byte[] name;
        private final int hash;
        private final V value;

        private Entry(final byte[] name, final int hash, final V value) {
            this.name = name;
            this.hash = hash;
            this.value = value;
        }

        private boolean is(
                final int itsHash, final DirectBuffer buffer, final int offset, final int length) {
            if (hash != itsHash || name.length != length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (name[i] != buffer.getByte(offset + i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final int seed;
    private Entry<V>[] table = newTable(8);
    private int size;

    /** The seed keeps names that were chosen to collide from doing so. */
    AddressMap(final int seed) {
        this.seed = seed;
    }

    /** The value of a name, or null. */
    V get(final DirectBuffer buffer, final int offset, final int length) {
        final int hash = hash(buffer, offset, length);
        for (int i = hash & table.length - 1; ; i = i + 1 & table.length - 1) {
            final Entry<V> entry = table[i];
            if (entry == null) {
                return null;
            }
            if (entry.is(hash, buffer, offset, length)) {
                return entry.value;
            }
        }
    }

    /** A name that is not there yet. */
    void put(final DirectBuffer buffer, final int offset, final int length, final V value) {
        assert get(buffer, offset, length) == null;
        if (size >= table.length >>> 1) {
            grow();
        }
        final byte[] name = new byte[length];
        buffer.getBytes(offset, name);
        insert(new Entry<>(name, hash(buffer, offset, length), value));
        size++;
    }

    /** Takes a name away; its value, or null. */
    V remove(final DirectBuffer buffer, final int offset, final int length) {
        final int hash = hash(buffer, offset, length);
        int i = hash & table.length - 1;
        while (table[i] != null && !table[i].is(hash, buffer, offset, length)) {
            i = i + 1 & table.length - 1;
        }
        if (table[i] == null) {
            return null;
        }
        final V value = table[i].value;
        table[i] = null;
        size--;
        closeGap(i);
        return value;
    }

    /** What had to step aside for the removed entry moves up. */
    private void closeGap(final int gap) {
        for (int i = gap + 1 & table.length - 1; table[i] != null; i = i + 1 & table.length - 1) {
            final Entry<V> entry = table[i];
            table[i] = null;
            insert(entry);
        }
    }

    private void insert(final Entry<V> entry) {
        int i = entry.hash & table.length - 1;
        while (table[i] != null) {
            i = i + 1 & table.length - 1;
        }
        table[i] = entry;
    }

    private void grow() {
        final Entry<V>[] old = table;
        table = newTable(old.length * 2);
        for (final Entry<V> entry : old) {
            if (entry != null) {
                insert(entry);
            }
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Takes all away whose value is so. */
    void removeIf(final Predicate<V> condition) {
        final Entry<V>[] old = table;
        table = newTable(old.length);
        size = 0;
        for (final Entry<V> entry : old) {
            if (entry != null && !condition.test(entry.value)) {
                insert(entry);
                size++;
            }
        }
    }

    private int hash(final DirectBuffer buffer, final int offset, final int length) {
        int hash = seed;
        for (int i = offset; i < offset + length; i++) {
            hash = (hash ^ buffer.getByte(i)) * 0x01000193;
            hash ^= hash >>> 15;
        }
        return hash;
    }

    @SuppressWarnings("unchecked")
    private static <V> Entry<V>[] newTable(final int capacity) {
        return (Entry<V>[]) new Entry<?>[capacity];
    }
}
