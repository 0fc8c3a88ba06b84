package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * The keys of one map: two equal ones make it invalid (AMQP 1.0 part 1 section 1.6.23). Compares
 * each key's hash with all before it, so the number of keys is bounded. Keys whose bytes give equal
 * hashes, which a peer can make at will, are told apart at the end, by merging them into order,
 * which reads at most twice the bytes of all keys for each doubling of their number.
 */
final class UniqueKeys {
    private static final int ULONG_SALT = 0x9E37_79B9; // no text hashes to a number by its length

    private final int[] hashes;
    private final long[] keys;
    private final boolean[] numeric;
    private final int[] order;
    private final int[] merged;
    private int size;
    private boolean hasEqualHashes;

    UniqueKeys(final int keysMax) {
        hashes = new int[keysMax];
        keys = new long[keysMax];
        numeric = new boolean[keysMax];
        order = new int[keysMax];
        merged = new int[keysMax];
    }

    void clear() {
        size = 0;
        hasEqualHashes = false;
    }

    boolean isFull() {
        return size == keys.length;
    }

    /** Adds a string, symbol or binary; whether it was there, {@link #areUnique} tells. */
    void addBytes(final DirectBuffer buffer, final long range) {
        final int hash = hash(buffer, Range.offset(range), Range.length(range));
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash && !numeric[i]) {
                hasEqualHashes = true;
                break;
            }
        }
        add(hash, range, false);
    }

    /** Adds a ulong; false if it was there. */
    boolean addUlong(final long key) {
        final int hash = Long.hashCode(key) ^ ULONG_SALT;
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash && numeric[i] && keys[i] == key) {
                return false;
            }
        }
        add(hash, key, true);
        return true;
    }

    /** Whether no two strings, symbols or binaries are equal. */
    boolean areUnique(final DirectBuffer buffer) {
        return !hasEqualHashes || areUniqueInOrder(buffer);
    }

    private void add(final int hash, final long key, final boolean isNumeric) {
        hashes[size] = hash;
        keys[size] = key;
        numeric[size] = isNumeric;
        size++;
    }

    /** Sorts the keys that are bytes, by merging; false as soon as two are equal. */
    private boolean areUniqueInOrder(final DirectBuffer buffer) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (!numeric[i]) {
                order[count++] = i;
            }
        }
        for (int run = 1; run < count; run *= 2) {
            for (int from = 0; from < count; from += 2 * run) {
                final int middle = Math.min(from + run, count);
                if (!merge(buffer, from, middle, Math.min(middle + run, count))) {
                    return false;
                }
            }
            System.arraycopy(merged, 0, order, 0, count);
        }
        return true;
    }

    /**
     * Merges two runs that are in order. Each comparison puts a key in its place, and looks at no
     * more bytes of either than that key has.
     */
    private boolean merge(
            final DirectBuffer buffer, final int from, final int middle, final int end) {
        int left = from;
        int right = middle;
        for (int i = from; i < end; i++) {
            final int comparison;
            if (left == middle) {
                comparison = 1;
            } else if (right == end) {
                comparison = -1;
            } else {
                comparison = compare(buffer, order[left], order[right]);
            }
            if (comparison == 0) {
                return false;
            }
            merged[i] = order[comparison < 0 ? left++ : right++];
        }
        return true;
    }

    private int compare(final DirectBuffer buffer, final int a, final int b) {
        if (hashes[a] != hashes[b]) {
            return Integer.compare(hashes[a], hashes[b]);
        }
        final int length = Range.length(keys[a]);
        if (length != Range.length(keys[b])) {
            return Integer.compare(length, Range.length(keys[b]));
        }
        return compareBytes(buffer, Range.offset(keys[a]), Range.offset(keys[b]), length);
    }

    /** Of the last four bytes and the length: where keys of one map usually differ. */
    private static int hash(final DirectBuffer buffer, final int offset, final int length) {
        if (length >= Integer.BYTES) {
            return buffer.getInt(offset + length - Integer.BYTES) * 31 + length;
        }
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = hash * 31 + buffer.getByte(offset + i);
        }
        return hash;
    }

    private static int compareBytes(
            final DirectBuffer buffer, final int atA, final int atB, final int length) {
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            final long a = buffer.getLong(atA + i, BIG_ENDIAN);
            final long b = buffer.getLong(atB + i, BIG_ENDIAN);
            if (a != b) {
                return Long.compare(a, b);
            }
        }
        for (; i < length; i++) {
            final int difference = buffer.getByte(atA + i) - buffer.getByte(atB + i);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }
}
