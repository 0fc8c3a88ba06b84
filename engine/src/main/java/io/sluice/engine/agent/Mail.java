package io.sluice.engine.agent;

/**
 * What travels between agents: an object that is made once, embedded in its owner, and is in at
 * most one mailbox at a time. It knows whom to tell where it arrives, so that no thread has a table
 * of commands, and a mailbox cannot hold more than exists.
 */
public abstract class Mail {
    /** Handed over by the mailbox's release and acquire, like every other field. */
    private boolean posted;

    final void posting() {
        assert !posted : "posted twice: " + this;
        posted = true;
    }

    final void arrive() {
        posted = false;
        onArrival();
    }

    /** Whether it is on its way; asked by its owner, who alone may post it. */
    public final boolean isPosted() {
        return posted;
    }

    /** On the receiving agent's thread. It may be posted again from here. */
    protected abstract void onArrival();
}
