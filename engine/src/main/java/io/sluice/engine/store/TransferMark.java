package io.sluice.engine.store;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.agent.Mailbox;

/**
 * How far a node may have handed out its records, on its way to the node's row and, when that is
 * durable, back; embedded in the node, which has one under way at most. The mark is moved before
 * the records are handed out, ahead of them, so that after a crash every record that a consumer has
 * seen is at or below it.
 */
public abstract class TransferMark extends Mail {
    private final Mailbox home;
    private final StoreLoop store;

    StoreNode node;
    long sequence;

    /** Whether somebody waits for it: then it starts a commit at once. */
    boolean isUrgent;

    private boolean underWay;
    private boolean durable;

    protected TransferMark(final Mailbox home, final StoreLoop store) {
        this.home = home;
        this.store = store;
    }

    /** Whether it has not come back yet. */
    public final boolean isUnderWay() {
        return underWay;
    }

    /** At home: moves the mark of the node there. */
    public final void move(
            final StoreNode newNode, final long newSequence, final boolean newUrgent) {
        assert !underWay;
        node = newNode;
        sequence = newSequence;
        isUrgent = newUrgent;
        underWay = true;
        durable = false;
        store.mailbox().post(this);
    }

    /** At the store: the commit is durable. */
    void goHome() {
        durable = true;
        home.post(this);
    }

    @Override
    protected final void onArrival() {
        if (durable) {
            underWay = false;
            onDurable(sequence);
        } else {
            store.onMark(this);
        }
    }

    /** At home: the mark is there. */
    protected abstract void onDurable(long newSequence);
}
