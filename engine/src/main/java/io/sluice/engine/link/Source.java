package io.sluice.engine.link;

/** What a consumer draws from, on the consumer's own loop, wherever the node may live. */
public interface Source {
    /**
     * How many more messages the consumer would take now; not added to what was told before. Each
     * {@link Consumer#onOutgoing} uses one up.
     */
    void demand(int count);

    /**
     * Asks for an answer by {@link Consumer#onDrained} when nothing more is there within demand.
     */
    void drain();

    /**
     * The consumer is gone and is told nothing more. What was not handed over goes back; what was
     * handed over is still settled by the consumer.
     */
    void close();
}
