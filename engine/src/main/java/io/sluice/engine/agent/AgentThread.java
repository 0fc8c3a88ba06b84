package io.sluice.engine.agent;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Runs one agent on one thread until it is closed. An exception that leaves a duty has left it half
 * done, with a delivery that nobody will bring home: it is fatal, told once, and never retried.
 */
public final class AgentThread implements AutoCloseable {
    private final EngineAgent agent;
    private final BiConsumer<EngineAgent, Throwable> onFatal;
    private final Thread thread;
    private volatile boolean running = true;

    /** Duty cycles that have ended; the thread alone writes, whoever watches it reads. */
    private final AtomicLong cycles = new AtomicLong();

    public AgentThread(final EngineAgent agent, final BiConsumer<EngineAgent, Throwable> onFatal) {
        this.agent = Objects.requireNonNull(agent);
        this.onFatal = Objects.requireNonNull(onFatal);
        this.thread = new Thread(this::run, "sluice-" + agent.roleName());
    }

    /** Starts the thread; once. */
    public AgentThread start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            agent.onStart();
            while (running) {
                // Asked again after the duty, which may have spent the wake of a close.
                final int done = agent.doWork();
                cycles.lazySet(cycles.getPlain() + 1);
                if (done == 0 && running) {
                    agent.awaitWork();
                }
            }
        } catch (final Throwable fatal) { // whatever it is, this thread cannot go on
            onFatal.accept(agent, fatal);
        } finally {
            agent.onClose();
        }
    }

    /**
     * Wakes the agent, and answers from then on whether it has ended a duty cycle since; from any
     * thread. An agent that sleeps is woken again each time that is asked, as a duty may have spent
     * the wake.
     */
    public BooleanSupplier askForCycle() {
        final long wanted = cycles.get() + 1;
        agent.wake();
        return () -> {
            final boolean ended = cycles.get() >= wanted;
            if (!ended) {
                agent.wake();
            }
            return ended;
        };
    }

    /** Ends the agent after the duty it is in, and waits for its thread. */
    @Override
    public void close() {
        running = false;
        agent.wake();
        boolean interrupted = false;
        while (thread.isAlive() && Thread.currentThread() != thread) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true; // kept for the caller; half a close helps nobody
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
