package io.sluice.engine.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** One end of a connection; of one network at a time, and used by that network's loop alone. */
public interface Endpoint {
    /** Reads what is there: how many bytes, 0 for none, -1 for the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes from the first so many buffers, as much as there is room for; returns how much. */
    long write(ByteBuffer[] from, int count) throws IOException;

    /** What it wants to be told. */
    void interest(boolean reading, boolean writing);

    /** Leaves its network, at once, so that another may have it. */
    void remove();

    /** Tells the peer that nothing more comes. */
    void endOutput() throws IOException;

    /** Ends it; a reset says that something was lost. */
    void close(boolean reset);

    InetSocketAddress peer();
}
