package io.sluice.engine.agent;

/** Something that will be due once, embedded in its owner; see {@link Timers}. */
public abstract class Timer {
    static final int IDLE = -1;

    /** Where it stands in the heap, or {@link #IDLE}. */
    int place = IDLE;

    /** Meant only while it is scheduled. */
    long deadlineNs;

    /** The deadline has come; the timer is idle again and may be scheduled from here. */
    protected abstract void onDeadline(long nowNs);

    public final boolean isScheduled() {
        return place != IDLE;
    }
}
