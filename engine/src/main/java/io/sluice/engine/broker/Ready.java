package io.sluice.engine.broker;

import java.util.Arrays;

/**
 * The next records of one priority class of a queue, in order; owned by the queue's loop. What does
 * not fit stays in the store: then this is behind, and reads on when it has run empty enough. Its
 * memory grows with what is in it, and is let go of when nobody consumes.
 */
final class Ready {
    static final int CAPACITY = 1_024;

    private static final int CAPACITY_FIRST = 16;

    // As long as each other: none, or a power of two.
    private long[] sequences = {};
    private int[] lengths = {};
    private int[] deliveryCounts = {};
    private int head;
    private int count;

    /** Where reading goes on when behind: everything before it is here or gone out. */
    private long next = 1;

    private boolean behind;

    /** Something was committed since the page under way was asked for. */
    private boolean moreSincePage;

    /** What the page under way will bring is not what comes next any more. */
    private boolean isPageStale;

    Ready() {}

    /** A record was committed; the length may be unknown, then it has to be read from the store. */
    void arrived(final long sequence, final int length) {
        if (length >= 0 && sequence < next) {
            return; // a page was quicker than the report
        }
        if (behind || length < 0 || count == CAPACITY) {
            behind = true;
            moreSincePage = true;
            return;
        }
        add(sequence, length, 0);
    }

    /** A page that was read brought this record. */
    void read(final long sequence, final int length, final int deliveryCount) {
        if (sequence >= next && !isPageStale) {
            add(sequence, length, deliveryCount);
        }
    }

    private void add(final long sequence, final int length, final int deliveryCount) {
        assert sequence >= next && count < CAPACITY;
        if (count == sequences.length) {
            grow();
        }
        final int index = head + count++ & sequences.length - 1;
        sequences[index] = sequence;
        lengths[index] = length;
        deliveryCounts[index] = deliveryCount;
        next = sequence + 1;
    }

    private void grow() {
        final int capacity = Math.max(CAPACITY_FIRST, 4 * count);
        sequences = Arrays.copyOf(unrolled(sequences), capacity);
        lengths = Arrays.copyOf(unrolled(lengths), capacity);
        deliveryCounts = Arrays.copyOf(unrolled(deliveryCounts), capacity);
        head = 0;
    }

    /** A full ring, from its head on. */
    private long[] unrolled(final long[] ring) {
        final long[] row = new long[count];
        System.arraycopy(ring, head, row, 0, count - head);
        System.arraycopy(ring, 0, row, count - head, head);
        return row;
    }

    private int[] unrolled(final int[] ring) {
        final int[] row = new int[count];
        System.arraycopy(ring, head, row, 0, count - head);
        System.arraycopy(ring, 0, row, count - head, head);
        return row;
    }

    /** Nobody consumes: what is here is in the store too, and is read again for whoever comes. */
    void forget() {
        if (count > 0) {
            next = sequences[head];
            lookAgain();
            isPageStale = true;
        }
        count = 0;
        head = 0;
        sequences = new long[0];
        lengths = new int[0];
        deliveryCounts = new int[0];
    }

    boolean isEmpty() {
        return count == 0;
    }

    long sequence() {
        return sequences[head];
    }

    int length() {
        return lengths[head];
    }

    int deliveryCount() {
        return deliveryCounts[head];
    }

    /** The first is gone out. */
    void pop() {
        head = head + 1 & sequences.length - 1;
        count--;
    }

    /** There is more in the store than here. */
    boolean isBehind() {
        return behind;
    }

    /** A page is asked for, from {@link #next} on. */
    void paging() {
        moreSincePage = false;
        isPageStale = false;
    }

    /** The page has been read in; a full one has more behind it. */
    void paged(final boolean full) {
        behind = full || moreSincePage || isPageStale;
    }

    /** There may be records in the store that nobody has told of. */
    void lookAgain() {
        behind = true;
        moreSincePage = true;
    }

    /** Whether a record up to that sequence may wait, here or in the store. */
    boolean mayHave(final long upTo) {
        return count > 0 ? sequence() <= upTo : behind && next <= upTo;
    }

    /** Whether a page of the store would fit. */
    boolean hasRoomFor(final int records) {
        return CAPACITY - count >= records;
    }

    long next() {
        return next;
    }
}
