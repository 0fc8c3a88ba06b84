package io.sluice.engine.amqp;

import java.util.ArrayDeque;

/**
 * The memory of one loop for messages that are not whole or wait for room: no peer can take more,
 * however many links it has. A message that is whole in one frame and finds room needs none of it.
 */
final class Assemblies {
    private static final int CAPACITY = 4 << 10;
    private static final int KEPT_CAPACITY_MAX = 64 << 10;
    private static final int KEPT_MAX = 16;

    private final int bytesMax;
    private final ArrayDeque<Assembly> kept = new ArrayDeque<>();
    private int bytesTaken;

    Assemblies(final int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** One to begin, or null: there is no memory. */
    Assembly take() {
        final Assembly last = kept.peekLast();
        final int capacity = last == null ? CAPACITY : last.capacity();
        if (!reserve(capacity)) {
            return null;
        }
        return last == null ? new Assembly(this, capacity) : kept.pollLast();
    }

    /** Whether there is so much memory; then it is taken. */
    boolean reserve(final int bytes) {
        if (bytes > bytesMax - bytesTaken) {
            return false;
        }
        bytesTaken += bytes;
        return true;
    }

    /** Whether so much is taken that nobody may keep what it does not use. */
    boolean isScarce() {
        return bytesTaken > bytesMax >>> 1;
    }

    void free(final Assembly assembly) {
        bytesTaken -= assembly.capacity();
        if (kept.size() < KEPT_MAX && assembly.capacity() <= KEPT_CAPACITY_MAX) {
            kept.addLast(assembly);
        }
    }

    /** Nothing once everything has gone on. */
    int bytesTaken() {
        return bytesTaken;
    }
}
