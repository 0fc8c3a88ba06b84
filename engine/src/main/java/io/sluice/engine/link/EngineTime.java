package io.sluice.engine.link;

/** The engine's time, in which records tell when they arrived and expire. */
@FunctionalInterface
public interface EngineTime {
    /** Milliseconds of the engine's time at this moment of the monotonic clock. */
    long ms(long nowNs);
}
