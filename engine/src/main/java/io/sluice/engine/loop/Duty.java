package io.sluice.engine.loop;

/** A bounded piece of work that a loop does in each of its cycles. */
public interface Duty {
    /** Does some; returns how much, 0 for nothing, after which the loop may sleep. */
    int doWork(long nowNs);
}
