package io.sluice.engine.agent;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * Where an agent's mail waits: many post, its owner alone drains. One lane in order of arrival,
 * because order between deliveries and requests matters (a drain behind the last assignment, a
 * session's rows behind its messages). It never refuses: a piece of mail is in one mailbox at most,
 * so the length is bounded by what was built. A chunk is allocated only when more than {@link
 * #CHUNK} wait at once.
 */
public final class Mailbox {
    private static final int CHUNK = 8_192;

    private final MpscUnboundedArrayQueue<Mail> queue = new MpscUnboundedArrayQueue<>(CHUNK);
    private final Runnable waker;

    /** Set by the owner before it sleeps, cleared by whoever wakes it. */
    private volatile boolean asleep;

    /** A mailbox whose owner is woken by the waker, which any thread may run. */
    public Mailbox(final Runnable waker) {
        this.waker = Objects.requireNonNull(waker);
    }

    /** Posts from any thread; wakes the owner if it sleeps. */
    public void post(final Mail mail) {
        mail.posting();
        queue.offer(mail);
        // The mail has to be in the queue before the flag is read: the owner does both the other
        // way round.
        VarHandle.fullFence();
        if (asleep) {
            asleep = false;
            waker.run();
        }
    }

    /** The owner: lets at most so many arrive, returns how many did. */
    public int drain(final int max) {
        int arrived = 0;
        while (arrived < max) {
            final Mail mail = queue.relaxedPoll();
            if (mail == null) {
                break;
            }
            arrived++;
            mail.arrive();
        }
        return arrived;
    }

    /** The owner, before it sleeps: false if there is mail, and it must not. */
    public boolean fallAsleep() {
        asleep = true;
        VarHandle.fullFence();
        if (queue.isEmpty()) {
            return true;
        }
        asleep = false;
        return false;
    }

    /** The owner, when it has woken by itself. */
    public void awake() {
        asleep = false;
    }

    /** The owner: how many are there, at least. */
    public int size() {
        return queue.size();
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
