package io.sluice.engine.loop;

import java.io.IOException;
import java.net.InetSocketAddress;

/** A bound socket that connections arrive at. */
public interface Listener {
    /** The next connection, which no network has yet, or null. */
    Endpoint accept() throws IOException;

    /** Whether it wants to be told of connections; so it is when it is added. */
    void interest(boolean accepting);

    /** Where it is bound: the port that was found, if any would do. */
    InetSocketAddress address();

    /** Accepts nothing more. */
    void close();
}
