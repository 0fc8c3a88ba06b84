package io.sluice.engine.agent;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/** How an agent without sockets sleeps: until mail comes, or its deadline. */
public final class Parking {
    private final NanoClock clock;
    private final Mailbox mailbox = new Mailbox(this::unpark);
    private final Linger linger;
    private boolean isExpecting;
    private volatile Thread sleeper;

    /** With a time to look for mail that it expects, before it sleeps; 0 is none. */
    public Parking(final NanoClock clock, final long lingerNs) {
        this.clock = clock;
        linger = new Linger(lingerNs);
    }

    /** After work: more is likely to come at once. */
    public void expect() {
        linger.onWork();
        isExpecting = true;
    }

    /** Of the agent that sleeps here. */
    public Mailbox mailbox() {
        return mailbox;
    }

    /** Sleeps on the agent's own thread, unless there is mail; may end early. */
    public void await(final long deadlineNs) {
        if (linger.isWorthwhile(isExpecting, clock.nanoTime())) {
            Thread.yield(); // whoever it waits for may need this core
            return;
        }
        isExpecting = false;
        sleeper = Thread.currentThread();
        if (!mailbox.fallAsleep()) {
            return;
        }
        if (deadlineNs == EngineAgent.NEVER) {
            LockSupport.park(this);
        } else {
            final long waitNs = deadlineNs - clock.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(this, waitNs);
            }
        }
        mailbox.awake();
    }

    /** Ends a sleep, or the next one, from any thread. */
    public void unpark() {
        LockSupport.unpark(sleeper);
    }
}
