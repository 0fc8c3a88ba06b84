package io.sluice.engine.agent;

import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;

/** The timers of one agent on Agrona's wheel; owned by that agent. */
public final class Timers {
    /** Keep-alives and time-outs are told in seconds; about a millisecond is fine enough. */
    private static final long TICK_NS = 1L << 20;

    private static final int TICKS = 1_024;

    private final DeadlineTimerWheel wheel;
    private final Long2ObjectHashMap<Timer> scheduled = new Long2ObjectHashMap<>();
    private final DeadlineTimerWheel.TimerHandler onExpiry = this::onExpiry;
    private final DeadlineTimerWheel.TimerConsumer onLook = this::onLook;

    /** No scheduled deadline is earlier; may be too early, never too late. */
    private long earliestNs = EngineAgent.NEVER;

    /** Of one look over the wheel. */
    private long leastNs;

    public Timers(final long startNs) {
        wheel = new DeadlineTimerWheel(TimeUnit.NANOSECONDS, startNs, TICK_NS, TICKS);
    }

    /** Schedules an idle timer, or moves a scheduled one. */
    public void schedule(final Timer timer, final long deadlineNs) {
        cancel(timer);
        timer.id = wheel.scheduleTimer(deadlineNs);
        scheduled.put(timer.id, timer);
        earliestNs = Math.min(earliestNs, deadlineNs);
    }

    /** Takes the timer off the wheel, if it is on. */
    public void cancel(final Timer timer) {
        if (timer.isScheduled()) {
            wheel.cancelTimer(timer.id);
            scheduled.remove(timer.id);
            timer.id = Timer.IDLE;
        }
    }

    /** Fires what is due, at most so many; returns how many. */
    public int poll(final long nowNs, final int max) {
        if (nowNs < earliestNs) {
            return 0;
        }
        int fired = 0;
        int polled;
        do {
            polled = wheel.poll(nowNs, onExpiry, max - fired);
            fired += polled;
        } while (fired < max && wheel.currentTickTime() + TICK_NS <= nowNs);
        earliestNs = fired < max ? earliest() : nowNs;
        return fired;
    }

    private boolean onExpiry(final TimeUnit unit, final long nowNs, final long id) {
        final Timer timer = scheduled.remove(id);
        timer.id = Timer.IDLE;
        timer.onDeadline(nowNs);
        return true;
    }

    private long earliest() {
        leastNs = EngineAgent.NEVER;
        wheel.forEach(onLook);
        return leastNs;
    }

    private void onLook(final long deadlineNs, final long id) {
        leastNs = Math.min(leastNs, deadlineNs);
    }

    /** How many are scheduled; none once everything is closed. */
    public int count() {
        return scheduled.size();
    }

    /** When {@link #poll} has to be called again, or {@link EngineAgent#NEVER}. */
    public long nextDeadlineNs() {
        return earliestNs;
    }
}
