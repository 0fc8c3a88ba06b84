package io.sluice.engine.link;

/**
 * A promise on the wire: Receive Maximum, link credit. A counter of its session or link, which may
 * promise more than the loop has deliveries for.
 */
public final class Window {
    private int capacity;
    private int taken;

    public Window(final int capacity) {
        this.capacity = capacity;
    }

    /** One of the window, or false: it is used up. */
    public boolean take() {
        if (taken >= capacity) {
            return false;
        }
        taken++;
        return true;
    }

    /** Gives one back. */
    public void release() {
        assert taken > 0;
        taken--;
    }

    /** The peer promises another number; what is taken stays taken. */
    public void capacity(final int newCapacity) {
        capacity = newCapacity;
    }

    public int capacity() {
        return capacity;
    }

    public int taken() {
        return taken;
    }

    /** How many more may be taken now. */
    public int available() {
        return Math.max(0, capacity - taken);
    }

    /** Nothing is out any more: a new connection's window. */
    public void reset() {
        taken = 0;
    }
}
