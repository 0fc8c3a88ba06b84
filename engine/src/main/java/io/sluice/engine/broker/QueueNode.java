package io.sluice.engine.broker;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.store.DeadReason;
import io.sluice.engine.store.IndexRequest;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreNode;
import io.sluice.engine.store.TransferMark;
import java.util.ArrayDeque;
import java.util.TreeSet;

/**
 * A queue: hands each record to one of the consumers that ask, in the order of priority and
 * sequence, and takes back what comes back to its place. Owned by the loop that its address hashes
 * to. The records themselves are in the store; here are the places of the next ones.
 */
final class QueueNode {
    private static final int CLASSES = Record.PRIORITY_MAX + 1;

    /** How far ahead the first mark is, and every later one twice as far, up to the last. */
    private static final int AHEAD_FIRST = 64;

    private static final int AHEAD_MAX = 8_192;

    private final BrokerLoop broker;

    /** Null until its first record. */
    private StoreNode stored;

    private final Ready[] ready = new Ready[CLASSES];

    /** Handed out before and come back: few, and first in line. */
    private final TreeSet<Entry> returned = new TreeSet<>();

    private final Entry next = new Entry();

    private final Declined declined = new Declined();

    /** Consumers that ask, in the order in which they asked last. */
    private final ArrayDeque<Pull> asking = new ArrayDeque<>();

    /**
     * Everything up to here was there at start, and a consumer of a former run may have seen it.
     */
    private long suspectUpTo;

    /** Nothing behind it may go out before the store knows that it may. */
    private long transferredHigh;

    private int ahead = AHEAD_FIRST;
    private final TransferMark mark;
    private boolean waitsForMark;

    /** Handed out, and neither settled nor back. */
    private int out;

    private int paging = -1;

    /** Consumers that have asked and have not left. */
    private int consumers;

    QueueNode(final BrokerLoop broker) {
        this.broker = broker;
        this.mark = new Mark();
    }

    /** Moved ahead of what goes out. */
    private final class Mark extends TransferMark {
        private Mark() {
            super(broker.home().mailbox(), broker.context().store());
        }

        @Override
        protected void onDurable(final long sequence) {
            transferredHigh = sequence;
            waitsForMark = false;
            dispatch();
        }
    }

    /** The store knows it now. */
    void stored(final StoreNode node) {
        stored = node;
    }

    /**
     * The store has had it. What was handed out by a former run is at or below its mark; what came
     * since is new, whatever the mark says.
     */
    void recovered(final StoreNode node, final NodeState state) {
        stored = node;
        transferredHigh = state.transferredHigh;
        suspectUpTo = Math.min(state.transferredHigh, state.lastSequence);
        if (state.messages > 0) {
            lookAgain();
        }
    }

    private Ready ready(final int priorityClass) {
        if (ready[priorityClass] == null) {
            ready[priorityClass] = new Ready();
        }
        return ready[priorityClass];
    }

    /** A record was committed; {@link #dispatch} follows when all of the commit were told. */
    void onArrival(final int priorityClass, final long sequence, final int length) {
        if (length < 0) {
            lookAgain();
        } else if (consumers == 0) {
            ready(priorityClass).lookAgain(); // a queue that nobody consumes takes no memory
        } else {
            ready(priorityClass).arrived(sequence, length);
        }
    }

    private void lookAgain() {
        for (int i = 0; i < CLASSES; i++) {
            ready(i).lookAgain();
        }
    }

    /** A consumer is going to ask. */
    void join() {
        consumers++;
    }

    /** Whether nothing would be lost if it were made anew when it is needed again. */
    boolean isForgettable() {
        return consumers == 0 && stored == null && !mark.isUnderWay();
    }

    private void leave(final Pull pull) {
        pull.gone = true;
        declined.forget(pull);
        consumers--;
        forgetPlaces();
    }

    private void forgetPlaces() {
        if (consumers == 0) {
            for (final Ready each : ready) {
                if (each != null) {
                    each.forget();
                }
            }
        }
    }

    /** A consumer asks. */
    void onAsk(final Pull pull) {
        asking.add(pull);
        dispatch();
    }

    /** A consumer drains or leaves: its pull goes home, as full as it can be. */
    void onRecall(final Pull pull, final boolean drain) {
        if (!asking.contains(pull)) {
            return; // it is on its way already
        }
        pull.drain = true;
        if (!drain) {
            asking.remove(pull);
            pull.answer();
            return;
        }
        dispatch();
    }

    /** Gives out what is there to whoever asks. */
    void dispatch() {
        waitsForMark = false;
        while (!asking.isEmpty()) {
            final Pull pull = asking.peek();
            fill(pull);
            if (pull.count == 0) {
                break;
            }
            asking.poll();
            pull.answer();
        }
        if (!declined.isEmpty()) {
            dispatchPastDeclined();
        }
        readOn();
        if (!asking.isEmpty() && paging < 0 && !waitsForMark) {
            answerDrains();
        }
    }

    /** What the first does not want may be for those behind it. */
    private void dispatchPastDeclined() {
        for (int i = asking.size(); i > 0; i--) {
            final Pull pull = asking.poll();
            fill(pull);
            if (pull.count > 0) {
                pull.answer();
            } else {
                asking.add(pull);
            }
        }
    }

    private void fill(final Pull pull) {
        while (pull.count < pull.want && take(pull)) {
            pull.add(next);
            out++;
        }
    }

    /** Nothing is there for anyone: who drains has a right to know. */
    private void answerDrains() {
        for (int i = asking.size(); i > 0; i--) {
            final Pull pull = asking.poll();
            if (pull.drain) {
                pull.drained = true;
                pull.answer();
            } else {
                asking.add(pull);
            }
        }
    }

    /** Moves the first record that waits for it into {@link #next}; false if none does. */
    private boolean take(final Pull pull) {
        int first = 0;
        while (first < CLASSES && (ready[first] == null || ready[first].isEmpty())) {
            first++;
        }
        final Entry back = firstReturned(pull);
        if (back != null
                && (back.priorityClass < first
                        || back.priorityClass == first
                                && back.sequence < ready[first].sequence())) {
            if (!mayGoOut(back.sequence)) {
                return false;
            }
            returned.remove(back);
            next.set(
                    back.priorityClass,
                    back.sequence,
                    back.length,
                    back.deliveryCount,
                    back.redelivered);
            return true;
        }
        if (first == CLASSES) {
            return false;
        }
        final Ready from = ready[first];
        if (!mayGoOut(from.sequence())) {
            return false;
        }
        next.set(
                first,
                from.sequence(),
                from.length(),
                from.deliveryCount(),
                from.deliveryCount() > 0 || from.sequence() <= suspectUpTo);
        from.pop();
        return true;
    }

    private Entry firstReturned(final Pull pull) {
        if (returned.isEmpty() || pull.declined == 0) {
            return returned.isEmpty() ? null : returned.first();
        }
        for (final Entry entry : returned) {
            if (!declined.has(entry.sequence, pull)) {
                return entry;
            }
        }
        return null;
    }

    /** Whether the mark is ahead of it; if not, it is moved, and the queue looks again then. */
    private boolean mayGoOut(final long sequence) {
        final long left = transferredHigh - sequence;
        if (left < ahead >>> 2 && !mark.isUnderWay()) {
            mark.move(stored, sequence + ahead, left < 0 || ahead < AHEAD_MAX);
            ahead = Math.min(ahead << 1, AHEAD_MAX);
        }
        waitsForMark |= left < 0; // of any that asks: none of them is told that nothing is there
        return left >= 0;
    }

    /**
     * Nobody consumes any more: the mark goes back to what a consumer has seen and is there still,
     * so that nothing else is told as seen in the next run. If anything is out, nobody knows, and
     * it stays. If one is under way, another follows it: the store takes them in order.
     */
    void rest() {
        if (stored == null || out > 0) {
            return;
        }
        long seen = 0;
        for (final Entry entry : returned) {
            if (entry.redelivered && entry.deliveryCount == 0) { // a count is told anyway
                seen = Math.max(seen, entry.sequence);
            }
        }
        for (final Ready each : ready) {
            if (each != null && each.mayHave(suspectUpTo)) {
                seen = Math.max(seen, suspectUpTo);
            }
        }
        if (mark.isUnderWay() || seen < transferredHigh) {
            transferredHigh = seen;
            (mark.isUnderWay() ? new Mark() : mark).move(stored, seen, true);
        }
    }

    /** Asks the store for the next page of a class that is behind, if one may go out. */
    private void readOn() {
        if (paging >= 0 || stored == null || consumers == 0) {
            return;
        }
        for (int i = 0; i < CLASSES; i++) {
            if (ready[i] != null && ready[i].isBehind() && ready[i].hasRoomFor(IndexRequest.PAGE)) {
                paging = i;
                ready[i].paging();
                broker.page(this).send(stored.id(), i, ready[i].next());
                return;
            }
        }
    }

    void onPage(final IndexRequest page) {
        final Ready into = ready[paging];
        for (int i = 0; i < page.count(); i++) {
            into.read(page.sequence(i), page.length(i), page.deliveryCount(i));
        }
        into.paged(page.count() == IndexRequest.PAGE);
        paging = -1;
        forgetPlaces(); // if the consumer that it was read for has left meanwhile
        dispatch();
    }

    StoreNode stored() {
        return stored;
    }

    /** A consumer is done with a record. */
    void onSettled(final Delivery delivery, final Pull pull) {
        final boolean mayReturn =
                !delivery.isNotHere() || pull.gone || declined.add(delivery.sequence(), pull);
        out--;
        switch (delivery.outcome()) {
            case ACCEPTED -> {
                declined.forget(delivery.sequence());
                final var store = broker.context().store();
                delivery.sendTo(store.mailbox(), store.completions());
            }
            case RELEASED -> {
                if (mayReturn) {
                    giveBack(delivery);
                    delivery.goHome(Outcome.RELEASED);
                } else { // who declines too much may see it again, but not for ever
                    onFailed(delivery);
                }
            }
            case FAILED -> onFailed(delivery);
            case REJECTED -> bury(delivery, DeadReason.REJECTED);
            case EXPIRED -> bury(delivery, DeadReason.EXPIRED);
            case UNREADABLE -> bury(delivery, DeadReason.UNREADABLE);
            case PENDING, DUPLICATE, NO_ROOM, UNKNOWN ->
                    throw new AssertionError("no outcome of a consumer: " + delivery.outcome());
        }
    }

    private void onFailed(final Delivery delivery) {
        delivery.attempts(delivery.deliveryCount() + 1, true);
        if (delivery.deliveryCount() >= broker.context().limits().deliveriesMax()) {
            bury(delivery, DeadReason.DELIVERIES);
        } else {
            giveBack(delivery);
            final var store = broker.context().store();
            delivery.sendTo(store.mailbox(), store.attempts());
        }
    }

    private void bury(final Delivery delivery, final DeadReason reason) {
        declined.forget(delivery.sequence());
        final var store = broker.context().store();
        delivery.sendTo(store.mailbox(), store.burials(reason));
    }

    private void giveBack(final Delivery delivery) {
        final Entry entry =
                new Entry()
                        .set(
                                delivery.priorityClass(),
                                delivery.sequence(),
                                delivery.length(),
                                delivery.deliveryCount(),
                                delivery.isRedelivered() || delivery.isHandedOver());
        final boolean added = returned.add(entry);
        assert added : "back twice: " + entry.sequence;
        dispatch();
    }

    /** Assignments that nobody has seen come back, from a consumer that is gone or has too many. */
    void onGiveBack(final Pull pull) {
        for (int i = 0; i < pull.count; i++) {
            returned.add(pull.entry(i));
        }
        out -= pull.count;
        pull.count = 0;
        if (pull.leaves()) {
            leave(pull);
        } else {
            pull.answer();
        }
        dispatch();
    }
}
