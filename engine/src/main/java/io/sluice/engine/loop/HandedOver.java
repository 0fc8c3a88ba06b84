package io.sluice.engine.loop;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.Arrays;

/**
 * The messages of a connection that nobody answers, from the last byte that was written to the
 * moment at which the kernel has it: then they are settled. What has not come that far when the
 * connection is gone is dropped if it is an event; a queue's goes back. Owned by the connection's
 * loop; bounded by what is written and not sent.
 */
public final class HandedOver {
    private static final int USUAL = 16;

    /** A ring of so many is kept when it is empty again, whatever made it grow. */
    private static final int KEPT = 256;

    private static final int[] NO_ENDS = {};
    private static final Outgoing[] NO_MESSAGES = {};

    private final Wire wire;
    private final Counters counters;

    // A ring, in the order of the wire; its length is a power of two, or 0 before the first.
    // Where a message ends in all that was written: less than 2 GiB are queued, so an int tells.
    private int[] ends = NO_ENDS;
    // Null for an event: nothing but its number is still needed.
    private Outgoing[] messages = NO_MESSAGES;
    private int first;
    private int count;

    /** Some were left by the last flush. */
    private boolean lasted;

    private boolean inOrder;

    /** Of the connection that the wire leads to. */
    public HandedOver(final Wire wire, final Counters counters) {
        this.wire = wire;
        this.counters = counters;
    }

    /** All of it was just written to the wire, and {@link Outgoing#written} is called. */
    public void add(final Outgoing message, final boolean isQueue) {
        if (count == ends.length) {
            grow();
        }
        final int at = first + count & ends.length - 1;
        ends[at] = (int) wire.endOfWritten();
        if (isQueue) {
            messages[at] = message;
        } else {
            message.settle(Outcome.ACCEPTED); // it has nowhere to go back to
        }
        count++;
    }

    private void grow() {
        if (ends.length == 0) {
            wire.tellTaken(this);
        }
        final int length = Math.max(USUAL, ends.length << 1);
        final int[] newEnds = Arrays.copyOf(ends, length);
        final Outgoing[] newMessages = Arrays.copyOf(messages, length);
        // It is full: what stood before the first comes behind the last.
        System.arraycopy(ends, 0, newEnds, count, first);
        System.arraycopy(messages, 0, newMessages, count, first);
        Arrays.fill(newMessages, 0, first, null);
        ends = newEnds;
        messages = newMessages;
    }

    /** How many wait for the kernel. */
    public int size() {
        return count;
    }

    /**
     * The protocol has ended the connection in order, so that what goes back has not failed. Also
     * after this all is sent that can be.
     */
    public void endsInOrder() {
        inOrder = true;
    }

    /** The kernel has so many of the bytes that were ever written. */
    void onTaken(final long bytes) {
        while (count > 0 && (int) bytes - ends[first] >= 0) {
            final Outgoing message = poll();
            counters.increment(Counter.MATCHED_SETTLED);
            if (message != null) {
                counters.increment(Counter.QUEUE_SETTLED);
                message.settle(Outcome.ACCEPTED);
            }
        }
        if (count == 0 && lasted && ends.length > KEPT) { // the backlog of a slow peer has gone
            ends = new int[USUAL];
            messages = new Outgoing[USUAL];
            first = 0;
        }
        lasted = count > 0;
    }

    /** The connection is gone, and the kernel will not have more than that. */
    void onEnd(final long bytes) {
        onTaken(bytes);
        while (count > 0) {
            final Outgoing message = poll();
            if (message == null) {
                counters.increment(Counter.MATCHED_DROPPED_CLOSED);
            } else {
                counters.increment(Counter.MATCHED_RETURNED);
                message.settle(inOrder ? Outcome.RELEASED : Outcome.FAILED);
            }
        }
    }

    private Outgoing poll() {
        final Outgoing message = messages[first];
        messages[first] = null;
        first = first + 1 & ends.length - 1;
        count--;
        return message;
    }
}
