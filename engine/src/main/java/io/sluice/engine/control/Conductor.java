package io.sluice.engine.control;

import io.sluice.engine.config.LogConfig;
import io.sluice.engine.observe.ErrorLog;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that prints what the loops recorded: it alone waits when nobody reads the log. What it
 * was too late for is counted in a line of its own.
 */
public final class Conductor implements AutoCloseable {
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long JOIN_MS = 1_000;

    private final ErrorLog errors;
    private final LogLines lines;
    private final Thread thread;
    private volatile boolean ended;
    private long next;
    private long shown;
    private long lastMs;

    /** Prints from now on. */
    public Conductor(final ErrorLog errors, final LogLines lines) {
        this.errors = Objects.requireNonNull(errors);
        this.lines = Objects.requireNonNull(lines);
        this.thread = new Thread(this::run, "sluice-conductor");
        // A process that ends does not wait for somebody to read its log.
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!ended) {
            print();
            LockSupport.parkNanos(this, PERIOD_NS);
        }
        print();
    }

    private void print() {
        final long from = next;
        shown = 0;
        next = errors.forEach(from, this::show);
        final long missed = next - from - shown;
        if (missed > 0) {
            lines.say(LogConfig.Level.ERROR, lastMs, missed + " more errors were not printed");
        }
    }

    private void show(final ErrorLog.Entry entry) {
        shown++;
        lastMs = entry.timeMs();
        lines.say(LogConfig.Level.ERROR, entry.timeMs(), entry.what(), entry.error());
    }

    /** Prints what is there and ends; does not wait long for a reader that is stuck. */
    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
