package io.sluice.engine.broker;

/**
 * The next records of one priority class of a queue, in order; owned by the queue's loop. What does
 * not fit stays in the store: then this is behind, and reads on when it has run empty enough.
 */
final class Ready {
    static final int CAPACITY = 1_024;

    private final long[] sequences = new long[CAPACITY];
    private final int[] lengths = new int[CAPACITY];
    private final int[] deliveryCounts = new int[CAPACITY];
    private int head;
    private int count;

    /** Where reading goes on when behind: everything before it is here or gone out. */
    private long next = 1;

    private boolean behind;

    /** Something was committed since the page under way was asked for. */
    private boolean moreSincePage;

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
        if (sequence >= next) {
            add(sequence, length, deliveryCount);
        }
    }

    private void add(final long sequence, final int length, final int deliveryCount) {
        assert sequence >= next && count < CAPACITY;
        final int index = head + count++ & CAPACITY - 1;
        sequences[index] = sequence;
        lengths[index] = length;
        deliveryCounts[index] = deliveryCount;
        next = sequence + 1;
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
        head = head + 1 & CAPACITY - 1;
        count--;
    }

    /** There is more in the store than here. */
    boolean isBehind() {
        return behind;
    }

    /** A page is asked for, from {@link #next} on. */
    void paging() {
        moreSincePage = false;
    }

    /** The page has been read in; a full one has more behind it. */
    void paged(final boolean full) {
        behind = full || moreSincePage;
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
