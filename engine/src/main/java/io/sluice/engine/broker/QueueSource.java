package io.sluice.engine.broker;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.RoomWaiter;
import io.sluice.engine.link.SlabPool;
import io.sluice.engine.link.Source;
import io.sluice.engine.observe.Counter;
import java.util.ArrayDeque;

/**
 * A queue as one consumer sees it, on the consumer's loop: asks the queue for assignments as far as
 * the consumer's demand goes, has their records read, and hands them over in order. Holds no more
 * than the demand; what it was assigned and cannot hand over goes back.
 */
final class QueueSource implements Source, Receiver, RoomWaiter {
    private final BrokerLoop broker;
    private final BrokerLoop owner;
    private final byte[] address;
    private final Consumer consumer;
    private final Pull pull;

    private int demand;
    private boolean draining;
    private boolean closed;

    // Assigned, in order: those in the pull from this index on wait for a delivery; then they are
    // read; then they are here for the consumer.
    private int taken;
    private int reading;
    private final ArrayDeque<Delivery> here = new ArrayDeque<>();

    /** Deliveries of the loop that it has, wherever they are. */
    private int out;

    private boolean isAsking;
    private boolean hasAsked;
    private boolean gone;
    private boolean waitsForRoom;
    private boolean pumping;

    QueueSource(
            final BrokerLoop broker,
            final BrokerLoop owner,
            final byte[] address,
            final Consumer consumer) {
        this.broker = broker;
        this.owner = owner;
        this.address = address;
        this.consumer = consumer;
        this.pull = new Pull(this, owner);
    }

    Home home() {
        return broker.home();
    }

    byte[] address() {
        return address;
    }

    @Override
    public void demand(final int count) {
        assert count >= 0 && !closed;
        demand = count;
        pump();
    }

    @Override
    public void drain() {
        draining = true;
        if (isAsking && !pull.drain) {
            recall(true);
        }
        pump();
    }

    private void recall(final boolean drain) {
        owner.home().mailbox().post(new Recall(pull, drain));
    }

    /** Calls a pull home that waits at the queue; rare, so made when needed. */
    private final class Recall extends Mail {
        private final Pull recalled;
        private final boolean drain;

        private Recall(final Pull recalled, final boolean drain) {
            this.recalled = recalled;
            this.drain = drain;
        }

        @Override
        protected void onArrival() {
            owner.onRecall(recalled, drain);
        }
    }

    @Override
    public void close() {
        closed = true;
        draining = false;
        demand = 0;
        while (!here.isEmpty()) {
            here.poll().settle(Outcome.RELEASED);
        }
        if (isAsking) {
            recall(false);
        } else {
            giveBackRest();
        }
        if (waitsForRoom) {
            home().forgetWaiter(this);
            waitsForRoom = false;
        }
    }

    /** Hands over, reads and asks as far as demand and room go. */
    private void pump() {
        if (pumping) {
            return; // the consumer asks from within its delivery: the loop below sees it
        }
        pumping = true;
        while (demand > 0 && !here.isEmpty() && !closed) {
            demand--;
            final Delivery first = here.poll();
            first.handOver();
            consumer.onOutgoing(first);
        }
        pumping = false;
        if (closed) {
            return;
        }
        while (here.size() > demand) {
            here.pollLast().settle(Outcome.RELEASED);
        }
        read();
        ask();
        tellDrained();
    }

    private void read() {
        while (!isAsking && taken < pull.count) {
            if (left() == 0) {
                giveBackRest(); // others have asked for them as well, and may want what this has
                return;
            }
            final Delivery delivery = home().takeEgress(this, pull.lengths[taken]);
            if (delivery == null) {
                awaitRoom();
                return;
            }
            out++;
            delivery.node(pull.node.stored());
            delivery.place(pull.classes[taken], pull.sequences[taken]);
            delivery.attempts(pull.deliveryCounts[taken], pull.redelivered[taken]);
            delivery.settleTo(owner.home().mailbox(), pull);
            taken++;
            reading++;
            final var reader = broker.context().reader();
            delivery.sendTo(reader.mailbox(), reader.fetches());
        }
    }

    private void ask() {
        if (isAsking || taken < pull.count) {
            return;
        }
        final int want = Math.min(Pull.MAX, demand - here.size() - reading);
        if (want > 0 && !(draining && pull.drained)) {
            final int left = left();
            if (left == 0) {
                awaitRoom();
                return;
            }
            taken = 0;
            isAsking = true;
            hasAsked = true;
            pull.ask(Math.min(want, left), draining);
        }
    }

    /** How many more deliveries it may have; who drains is answered, whatever others have. */
    private int left() {
        final int left = home().egressLeft(out);
        return draining ? Math.max(1, left) : left;
    }

    private void awaitRoom() {
        if (!waitsForRoom) {
            waitsForRoom = true;
            home().awaitRoom(this);
        }
    }

    private void tellDrained() {
        if (draining
                && !isAsking
                && (pull.drained || demand == 0)
                && here.isEmpty()
                && reading == 0
                && taken == pull.count) {
            draining = false;
            pull.drained = false;
            demand = 0;
            consumer.onDrained();
        }
    }

    /** The pull is home. */
    void onAnswer() {
        isAsking = false;
        taken = 0;
        if (closed) {
            giveBackRest();
        } else {
            pump();
        }
    }

    private void giveBackRest() {
        if (!hasAsked || gone) {
            return; // the queue does not know it
        }
        if (closed && reading > 0) {
            return; // what is being read has its place before these, and goes back before them
        }
        pull.dropFirst(taken);
        taken = 0;
        isAsking = true; // it is not ours, for a while or any more
        if (closed) {
            gone = true;
            pull.leave();
        } else {
            pull.giveBack();
        }
    }

    /** One of ours is home: with its record, or at the end of its way. */
    @Override
    public void onDelivery(final Delivery delivery) {
        if (delivery.offset() == SlabPool.NONE) {
            final long tag = delivery.outcome() == Outcome.UNKNOWN ? 0 : delivery.tag();
            out--;
            delivery.free();
            if (tag != 0 && !closed) {
                consumer.onDone(tag);
            }
            return;
        }
        reading--;
        if (closed) {
            delivery.settle(Outcome.RELEASED);
            if (!isAsking) {
                giveBackRest();
            }
        } else if (delivery.outcome() == Outcome.UNREADABLE) {
            bury(delivery, Outcome.UNREADABLE);
        } else if (isExpired(delivery)) {
            bury(delivery, Outcome.EXPIRED);
        } else {
            here.add(delivery);
        }
        if (!closed) {
            pump();
        }
    }

    private boolean isExpired(final Delivery delivery) {
        final long expiresAtMs = Record.expiresAtMs(delivery.buffer(), delivery.offset());
        return expiresAtMs != 0 && broker.context().wallClock().time() >= expiresAtMs;
    }

    /** The consumer never sees it: it is counted here, and goes to the dead letters. */
    private void bury(final Delivery delivery, final Outcome outcome) {
        home().counters().increment(Counter.MATCHED);
        home().counters().increment(Counter.QUEUE_MATCHED);
        home().counters().increment(Counter.MATCHED_DEAD);
        delivery.settle(outcome);
    }

    @Override
    public void onRoom() {
        waitsForRoom = false;
        if (!closed) {
            pump();
        }
    }
}
