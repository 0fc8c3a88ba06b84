package io.sluice.engine.mapping;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Which names there were among a message's properties, by an open-addressing table over where they
 * lie in one buffer: a name that is there twice is found without looking at every other.
 */
final class KeyIndex {
    private static final int SLOTS_AT_FIRST = 64;

    private final Slice other = new Slice();
    private DirectBuffer buffer;

    /** An entry's number plus one, 0 where there is none; its length is a power of two. */
    private int[] slots = new int[SLOTS_AT_FIRST];

    private int[] offsets = new int[SLOTS_AT_FIRST / 2];
    private int[] lengths = new int[SLOTS_AT_FIRST / 2];
    private int size;

    /** Forgets all names. */
    void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
            size = 0;
        }
    }

    /** Notes a name, of the same buffer as the others; false if it was there. */
    boolean add(final Slice key) {
        buffer = key.buffer();
        final int slot = slotOf(key);
        if (slots[slot] != 0) {
            return false;
        }
        offsets[size] = key.offset();
        lengths[size] = key.length();
        size++;
        slots[slot] = size;
        if (size == offsets.length) {
            grow();
        }
        return true;
    }

    /** Where the name is, or would be. */
    private int slotOf(final Slice key) {
        final int mask = slots.length - 1;
        int slot = hash(key) & mask;
        while (slots[slot] != 0) {
            final int entry = slots[slot] - 1;
            if (key.contentEquals(buffer, offsets[entry], lengths[entry])) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int hash(final Slice key) {
        int hash = 0;
        for (int i = 0; i < key.length(); i++) {
            hash = 31 * hash + key.byteAt(i);
        }
        return hash ^ hash >>> 16;
    }

    private void grow() {
        offsets = Arrays.copyOf(offsets, 2 * offsets.length);
        lengths = Arrays.copyOf(lengths, offsets.length);
        slots = new int[2 * offsets.length];
        for (int entry = 0; entry < size; entry++) {
            slots[slotOf(other.wrap(buffer, offsets[entry], lengths[entry]))] = entry + 1;
        }
    }
}
