package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * The keys that one map has had so far: two equal ones make it invalid (AMQP 1.0 part 1 section
 * 1.6.23). Compares each key's hash with all before it, so the number of keys is bounded.
 */
final class UniqueKeys {
    private static final int ULONG_SALT = 0x9E37_79B9; // no text hashes to a number by its length

    private final int[] hashes;
    private final long[] keys;
    private final boolean[] numeric;
    private int size;

    UniqueKeys(final int keysMax) {
        hashes = new int[keysMax];
        keys = new long[keysMax];
        numeric = new boolean[keysMax];
    }

    void clear() {
        size = 0;
    }

    boolean isFull() {
        return size == keys.length;
    }

    /** Adds a string, symbol or binary; false if it was there. */
    boolean addBytes(final DirectBuffer buffer, final long range) {
        final int hash = hash(buffer, Range.offset(range), Range.length(range));
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash && !numeric[i] && areEqual(buffer, keys[i], range)) {
                return false;
            }
        }
        return add(hash, range, false);
    }

    /** Adds a ulong; false if it was there. */
    boolean addUlong(final long key) {
        final int hash = Long.hashCode(key) ^ ULONG_SALT;
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash && numeric[i] && keys[i] == key) {
                return false;
            }
        }
        return add(hash, key, true);
    }

    private boolean add(final int hash, final long key, final boolean isNumeric) {
        hashes[size] = hash;
        keys[size] = key;
        numeric[size] = isNumeric;
        size++;
        return true;
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

    private static boolean areEqual(final DirectBuffer buffer, final long a, final long b) {
        if (Range.length(a) != Range.length(b)) {
            return false;
        }
        final int length = Range.length(a);
        final int atA = Range.offset(a);
        final int atB = Range.offset(b);
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (buffer.getLong(atA + i, BIG_ENDIAN) != buffer.getLong(atB + i, BIG_ENDIAN)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (buffer.getByte(atA + i) != buffer.getByte(atB + i)) {
                return false;
            }
        }
        return true;
    }
}
