package io.sluice.tools;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Tells the service manager that the daemon is alive, but only after every agent has ended a duty
 * cycle since the last time: one that stands still lets the daemon be killed and started again. On
 * a thread of its own, which no reader of the log and no loop can hold.
 */
final class Watchdog implements AutoCloseable {
    /** Of the time that the service manager waits: a ping may be late by as much again. */
    private static final int PARTS = 4;

    private final Supplier<BooleanSupplier> ask;
    private final Runnable alive;
    private final long periodNs;
    private final Thread thread;
    private volatile boolean ended;

    /**
     * Watches from now on.
     *
     * @param ask asks every agent for a sign, and answers whether all have given it since
     * @param alive tells the service manager
     */
    Watchdog(final long patienceUs, final Supplier<BooleanSupplier> ask, final Runnable alive) {
        this.ask = ask;
        this.alive = alive;
        periodNs = TimeUnit.MICROSECONDS.toNanos(patienceUs) / PARTS;
        thread = new Thread(this::run, "sluice-watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The patience of the service manager, in microseconds, if it watches this process.
     *
     * @param us what {@code WATCHDOG_USEC} says, or null
     * @param pid what {@code WATCHDOG_PID} says, or null for whoever is asked
     */
    static OptionalLong patienceUs(final String us, final String pid) {
        final boolean isOurs = pid == null || pid.equals(Long.toString(RunCounters.pid()));
        return isOurs && us != null && us.matches("[1-9]\\d{0,15}")
                ? OptionalLong.of(Long.parseLong(us))
                : OptionalLong.empty();
    }

    private void run() {
        BooleanSupplier answered = ask.get();
        while (!ended) {
            LockSupport.parkNanos(this, periodNs);
            if (!ended && answered.getAsBoolean()) {
                alive.run();
                answered = ask.get();
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }
}
