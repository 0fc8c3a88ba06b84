package io.sluice.engine.agent;

import java.util.Arrays;

/**
 * The timers of one agent, owned by it: a binary heap in which each timer knows its place, so that
 * one may be moved or cancelled without a search and the next deadline is known exactly. A wheel
 * was weighed: after a long sleep it has to be turned through every tick, a thousand timers in one
 * tick (connections that came together) make each of its spokes as long, and it cannot say when it
 * is due without a look at everything.
 */
public final class Timers {
    private static final int CAPACITY = 64;

    private Timer[] heap = new Timer[CAPACITY];
    private int count;

    /** Schedules an idle timer, or moves a scheduled one. */
    public void schedule(final Timer timer, final long deadlineNs) {
        timer.deadlineNs = deadlineNs;
        if (timer.isScheduled()) {
            assert heap[timer.place] == timer : "of another agent";
            settle(timer.place, timer);
            return;
        }
        if (count == heap.length) {
            heap = Arrays.copyOf(heap, count << 1);
        }
        rise(count++, timer);
    }

    /** Takes the timer off, if it is on. */
    public void cancel(final Timer timer) {
        if (timer.isScheduled()) {
            assert heap[timer.place] == timer : "of another agent";
            remove(timer);
        }
    }

    /** Fires what is due, in order of deadlines, at most so many; returns how many. */
    public int poll(final long nowNs, final int max) {
        int fired = 0;
        while (fired < max && count > 0 && heap[0].deadlineNs <= nowNs) {
            final Timer timer = heap[0];
            remove(timer);
            fired++;
            timer.onDeadline(nowNs);
        }
        return fired;
    }

    /** How many are scheduled; none once everything is closed. */
    public int count() {
        return count;
    }

    /** When {@link #poll} has to be called again, or {@link EngineAgent#NEVER}. */
    public long nextDeadlineNs() {
        return count == 0 ? EngineAgent.NEVER : heap[0].deadlineNs;
    }

    private void remove(final Timer timer) {
        final int place = timer.place;
        timer.place = Timer.IDLE;
        final Timer last = heap[--count];
        heap[count] = null;
        if (last != timer) {
            settle(place, last);
        }
    }

    private void settle(final int place, final Timer timer) {
        if (place > 0 && timer.deadlineNs < heap[place - 1 >>> 1].deadlineNs) {
            rise(place, timer);
        } else {
            sink(place, timer);
        }
    }

    private void rise(final int from, final Timer timer) {
        int place = from;
        while (place > 0) {
            final int parent = place - 1 >>> 1;
            if (heap[parent].deadlineNs <= timer.deadlineNs) {
                break;
            }
            put(place, heap[parent]);
            place = parent;
        }
        put(place, timer);
    }

    private void sink(final int from, final Timer timer) {
        int place = from;
        for (int child = 2 * place + 1; child < count; child = 2 * place + 1) {
            if (child + 1 < count && heap[child + 1].deadlineNs < heap[child].deadlineNs) {
                child++;
            }
            if (timer.deadlineNs <= heap[child].deadlineNs) {
                break;
            }
            put(place, heap[child]);
            place = child;
        }
        put(place, timer);
    }

    private void put(final int place, final Timer timer) {
        heap[place] = timer;
        timer.place = place;
    }
}
