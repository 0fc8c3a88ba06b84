package io.sluice.engine.loop;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The sockets of one loop and what says which of them are ready; owned by the loop. The daemon's is
 * the operating system's, the simulator's is memory.
 */
public interface Network extends AutoCloseable {
    /** Who is told, in {@link #poll}, that a socket is ready. */
    interface Ready {
        /** There are bytes, an end or a failure to be read; for a listener: connections. */
        void onReadable();

        /** There is room to write, or a failure. */
        void onWritable();
    }

    /** Binds a listener, from any thread; it is told of nothing before it is added. */
    Listener listen(InetSocketAddress address, int backlog) throws IOException;

    /** The listener's connections are told from now on. */
    void add(Listener listener, Ready ready) throws IOException;

    /** An endpoint that no network has at the moment becomes this one's, with no interest yet. */
    void add(Endpoint endpoint, Ready ready) throws IOException;

    /** Endpoints that it has; those that were closed count until the next poll. */
    int endpoints();

    /** Tells those that are ready, without waiting; returns how many were. */
    int poll();

    /** Waits until one is ready, the time is over or someone wakes it; {@link #poll} tells who. */
    void await(long timeoutNs);

    /** Ends a wait, or the next one; from any thread. */
    void wake();

    @Override
    void close();
}
