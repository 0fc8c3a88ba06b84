package io.sluice.engine.agent;

import org.agrona.concurrent.Agent;

/**
 * One thread of the daemon, as a sum of bounded duties. Production runs each on its own {@link
 * AgentThread}; a test steps all of them on one thread.
 */
public interface EngineAgent extends Agent {
    /** Nothing is due, ever, unless mail or bytes arrive. */
    long NEVER = Long.MAX_VALUE;

    /** Does what there is to do, within bounds; returns how much that was, 0 for nothing. */
    @Override
    int doWork();

    /** When the agent has to be stepped again though nothing arrives, on the monotonic clock. */
    long nextDeadlineNs();

    /** Sleeps until something arrives or the deadline has come; called when there was no work. */
    void awaitWork();

    /** Ends a sleep, from any thread. */
    void wake();
}
