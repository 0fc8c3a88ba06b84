package io.sluice.engine.broker;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Receiver;

/**
 * A consumer's demand on its way to a queue, and the assignments on their way back; embedded in its
 * {@link QueueSource}. There is one for each link, so no more than {@value #MAX} messages are ever
 * between two loops for it, and demand costs nothing while it waits.
 */
final class Pull extends Mail implements Receiver {
    /** Assignments that travel at once. */
    static final int MAX = 32;

    /** What the pull is for when it arrives. */
    enum Errand {
        /** Wants messages. */
        ASK,
        /** Brings assignments back that nobody may take now, and comes home. */
        GIVE_BACK,
        /** The same, and leaves. */
        LEAVE,
        /** Comes home. */
        ANSWER
    }

    private final QueueSource source;
    private final BrokerLoop owner;
    private Errand errand = Errand.ANSWER;

    /** On the owner's loop only, once it has been there. */
    QueueNode node;

    /** Records that this consumer does not want; on the owner's loop. */
    int declined;

    /** It has left; on the owner's loop. */
    boolean gone;

    // What is asked.
    int want;
    boolean drain;

    // What is answered.
    boolean drained;
    int count;
    final int[] classes = new int[MAX];
    final long[] sequences = new long[MAX];
    final int[] lengths = new int[MAX];
    final int[] deliveryCounts = new int[MAX];
    final boolean[] redelivered = new boolean[MAX];

    Pull(final QueueSource source, final BrokerLoop owner) {
        this.source = source;
        this.owner = owner;
    }

    QueueSource source() {
        return source;
    }

    /** At the queue: whether it is never seen again. */
    boolean leaves() {
        return errand == Errand.LEAVE;
    }

    /** At the source: asks for so many. */
    void ask(final int newWant, final boolean newDrain) {
        want = newWant;
        drain = newDrain;
        drained = false;
        count = 0;
        errand = Errand.ASK;
        owner.home().mailbox().post(this);
    }

    /** At the source: what it holds goes back to the queue. */
    void giveBack() {
        errand = Errand.GIVE_BACK;
        owner.home().mailbox().post(this);
    }

    /** The same, and that was all. */
    void leave() {
        errand = Errand.LEAVE;
        owner.home().mailbox().post(this);
    }

    /** At the queue: goes home with what it holds. */
    void answer() {
        errand = Errand.ANSWER;
        source.home().mailbox().post(this);
    }

    void add(final Entry entry) {
        classes[count] = entry.priorityClass;
        sequences[count] = entry.sequence;
        lengths[count] = entry.length;
        deliveryCounts[count] = entry.deliveryCount;
        redelivered[count] = entry.redelivered;
        count++;
    }

    /** A copy of one of them. */
    Entry entry(final int index) {
        return new Entry()
                .set(
                        classes[index],
                        sequences[index],
                        lengths[index],
                        deliveryCounts[index],
                        redelivered[index]);
    }

    /** The first so many are out of it. */
    void dropFirst(final int taken) {
        count -= taken;
        System.arraycopy(classes, taken, classes, 0, count);
        System.arraycopy(sequences, taken, sequences, 0, count);
        System.arraycopy(lengths, taken, lengths, 0, count);
        System.arraycopy(deliveryCounts, taken, deliveryCounts, 0, count);
        System.arraycopy(redelivered, taken, redelivered, 0, count);
    }

    /** At the queue: what its consumer has settled. */
    @Override
    public void onDelivery(final Delivery delivery) {
        node.onSettled(delivery, this);
    }

    @Override
    protected void onArrival() {
        switch (errand) {
            case ASK -> owner.onAsk(this);
            case GIVE_BACK, LEAVE -> owner.onGiveBack(this);
            case ANSWER -> source.onAnswer();
        }
    }
}
