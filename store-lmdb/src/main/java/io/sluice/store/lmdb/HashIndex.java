package io.sluice.store.lmdb;

/**
 * From a hash to the numbers that have it, by open addressing in two arrays. A hash may be there
 * more than once, a number never is. Owned by the store's writer.
 */
final class HashIndex {
    static final int NONE = -1;
    private static final int CAPACITY_MIN = 1 << 10;

    private long[] hashes = new long[CAPACITY_MIN];

    /** 0 where the slot is free: numbers begin at 1. */
    private long[] numbers = new long[CAPACITY_MIN];

    private int count;

    int count() {
        return count;
    }

    void add(final long hash, final long number) {
        assert number != 0;
        if (count >= numbers.length >>> 1) {
            grow();
        }
        insert(hash, number);
        count++;
    }

    private void insert(final long hash, final long number) {
        int slot = home(hash);
        while (numbers[slot] != 0) {
            slot = after(slot);
        }
        hashes[slot] = hash;
        numbers[slot] = number;
    }

    private void grow() {
        final long[] oldHashes = hashes;
        final long[] oldNumbers = numbers;
        hashes = new long[oldHashes.length << 1];
        numbers = new long[hashes.length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                insert(oldHashes[i], oldNumbers[i]);
            }
        }
    }

    /** The first slot of the hash, or {@link #NONE}. */
    int first(final long hash) {
        return find(home(hash), hash);
    }

    /** The slot of the hash behind that one, or {@link #NONE}. */
    int next(final int slot, final long hash) {
        return find(after(slot), hash);
    }

    private int find(final int from, final long hash) {
        for (int slot = from; numbers[slot] != 0; slot = after(slot)) {
            if (hashes[slot] == hash) {
                return slot;
            }
        }
        return NONE;
    }

    long number(final int slot) {
        return numbers[slot];
    }

    void remove(final long hash, final long number) {
        int slot = first(hash);
        while (slot != NONE && numbers[slot] != number) {
            slot = next(slot, hash);
        }
        if (slot != NONE) {
            close(slot);
            count--;
        }
    }

    /** Frees a slot and moves up what was pushed behind it, so that no search ends too early. */
    private void close(final int freed) {
        int hole = freed;
        for (int slot = after(hole); numbers[slot] != 0; slot = after(slot)) {
            final int distance = slot - home(hashes[slot]) & numbers.length - 1;
            if (distance >= (slot - hole & numbers.length - 1)) {
                hashes[hole] = hashes[slot];
                numbers[hole] = numbers[slot];
                hole = slot;
            }
        }
        numbers[hole] = 0;
    }

    private int home(final long hash) {
        return (int) (hash >>> Integer.SIZE ^ hash) & numbers.length - 1;
    }

    private int after(final int slot) {
        return slot + 1 & numbers.length - 1;
    }
}
