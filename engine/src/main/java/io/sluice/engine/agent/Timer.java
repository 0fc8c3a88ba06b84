package io.sluice.engine.agent;

/** Something that will be due once, embedded in its owner; see {@link Timers}. */
public abstract class Timer {
    static final long IDLE = Long.MIN_VALUE;

    /** Of the wheel, or {@link #IDLE}. */
    long id = IDLE;

    /** The deadline has come; the timer is idle again and may be scheduled from here. */
    protected abstract void onDeadline(long nowNs);

    public final boolean isScheduled() {
        return id != IDLE;
    }
}
