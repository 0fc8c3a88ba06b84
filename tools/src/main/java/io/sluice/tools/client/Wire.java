package io.sluice.tools.client;

import io.sluice.tools.client.PeerException.Kind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A connection that one thread reads and writes, each until a deadline; only {@link #stop} is for
 * others. While it waits it keeps the connection alive, and notices a peer that is gone.
 */
final class Wire implements AutoCloseable {
    /** Sends whatever keeps the connection alive. */
    interface Beat {
        void send() throws PeerException;
    }

    private static final int ROOM = 64 << 10;
    private static final long NONE = 0;

    private final Server server;
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ExpandableArrayBuffer out = new ExpandableArrayBuffer(ROOM);
    private final int heldMax;
    private byte[] bytes = new byte[ROOM];
    private final UnsafeBuffer in = new UnsafeBuffer(bytes);
    private int from;
    private int limit;
    private Beat beat = () -> {};
    private long beatNs = NONE;
    private long silenceNs = NONE;
    private long writtenNs = System.nanoTime();
    private long readNs = writtenNs;
    private long beatenNs = writtenNs;
    private volatile boolean stopped;

    /**
     * @param heldMax bytes of the longest packet that is read
     */
    private Wire(final Server server, final SocketChannel channel, final int heldMax)
            throws IOException {
        this.server = server;
        this.channel = channel;
        this.heldMax = heldMax;
        channel.configureBlocking(false);
        selector = Selector.open();
        key = channel.register(selector, SelectionKey.OP_READ);
    }

    static Wire connect(final Server server, final int heldMax, final Deadline deadline)
            throws PeerException {
        final InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        if (address.isUnresolved()) {
            throw unreachable(server, "the name is not known");
        }
        SocketChannel channel = null;
        Wire wire = null;
        try {
            channel = SocketChannel.open();
            final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline.leftNs());
            channel.socket().connect(address, (int) Math.max(1, Math.min(leftMs, 1 << 30)));
            channel.socket().setTcpNoDelay(true);
            wire = new Wire(server, channel, heldMax);
            return wire;
        } catch (final IOException e) {
            throw unreachable(server, e.getMessage() + "; does it run there?");
        } finally {
            if (wire == null && channel != null) {
                close(channel);
            }
        }
    }

    private static PeerException unreachable(final Server server, final String why) {
        return new PeerException(Kind.UNREACHABLE, "cannot connect to " + server + ": " + why);
    }

    /**
     * Keeps the connection alive while it waits.
     *
     * @param everyNs after so long without a byte written or read, 0 for never
     * @param silentMaxNs a peer that sends nothing for so long is gone, 0 for never
     */
    void keepAlive(final long everyNs, final Beat send, final long silentMaxNs) {
        beatNs = everyNs;
        beat = send;
        silenceNs = silentMaxNs;
    }

    /** What has come and was not consumed lies here, from {@link #from} to {@link #limit}. */
    DirectBuffer in() {
        return in;
    }

    int from() {
        return from;
    }

    int limit() {
        return limit;
    }

    void consume(final int length) {
        from += length;
        assert from <= limit;
    }

    /** Reads what comes next; false if nothing came until the deadline, or it was stopped. */
    boolean fill(final Deadline deadline) throws PeerException {
        makeRoom();
        while (true) {
            if (stopped) {
                return false;
            }
            final int read = read();
            if (read > 0) {
                limit += read;
                readNs = System.nanoTime();
                return true;
            }
            if (!await(SelectionKey.OP_READ, deadline)) {
                return false;
            }
        }
    }

    private int read() throws PeerException {
        final int read;
        try {
            read = channel.read(ByteBuffer.wrap(bytes, limit, bytes.length - limit));
        } catch (final IOException e) {
            throw lost(e.getMessage());
        }
        if (read < 0) {
            throw lost(
                    from == limit
                            ? "it has closed the connection"
                            : "it has closed the connection in the middle of a packet");
        }
        return read;
    }

    private void makeRoom() throws PeerException {
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, limit - from);
            limit -= from;
            from = 0;
        }
        if (limit == bytes.length) {
            if (limit >= heldMax) {
                throw lost("it sends a packet that is larger than " + heldMax + " bytes");
            }
            bytes = java.util.Arrays.copyOf(bytes, (int) Math.min(2L * limit, heldMax));
            in.wrap(bytes);
        }
    }

    /** Where what is to be sent is written, from 0 on. */
    MutableDirectBuffer out() {
        return out;
    }

    /** Sends the first bytes of {@link #out}. */
    void send(final int length, final Deadline deadline) throws PeerException {
        final ByteBuffer rest = ByteBuffer.wrap(out.byteArray(), 0, length);
        try {
            while (true) {
                channel.write(rest);
                writtenNs = System.nanoTime();
                if (!rest.hasRemaining()) {
                    return;
                }
                if (!await(SelectionKey.OP_WRITE, deadline)) {
                    throw stopped
                            ? new PeerException(Kind.STOPPED, "stopped")
                            : new PeerException(
                                    Kind.TIMED_OUT, server + " takes nothing of what is sent");
                }
            }
        } catch (final IOException e) {
            throw lost(e.getMessage());
        }
    }

    private boolean await(final int operation, final Deadline deadline) throws PeerException {
        while (!stopped) {
            final long nowNs = System.nanoTime();
            long waitNs = deadline.ns() - nowNs;
            if (silenceNs != NONE && nowNs - readNs >= silenceNs) {
                throw lost("it was silent for " + TimeUnit.NANOSECONDS.toSeconds(silenceNs) + " s");
            }
            if (beatNs != NONE && operation == SelectionKey.OP_READ) {
                waitNs = Math.min(waitNs, beat(nowNs));
            }
            if (deadline.isOver()) {
                return false;
            }
            if (silenceNs != NONE) {
                waitNs = Math.min(waitNs, readNs + silenceNs - nowNs);
            }
            if (isReady(operation, waitNs)) {
                return true;
            }
        }
        return false;
    }

    /** Sends a beat if one is due; how long it is to the next. */
    private long beat(final long nowNs) throws PeerException {
        final long quietNs = Math.max(beatenNs - nowNs, Math.min(writtenNs, readNs) - nowNs);
        if (-quietNs < beatNs) {
            return beatNs + quietNs;
        }
        beatenNs = nowNs;
        beat.send();
        return beatNs;
    }

    private boolean isReady(final int operation, final long waitNs) throws PeerException {
        try {
            key.interestOps(operation);
            selector.selectedKeys().clear();
            selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNs)));
            return (key.readyOps() & operation) != 0 && !selector.selectedKeys().isEmpty();
        } catch (final IOException e) {
            throw lost(e.getMessage());
        }
    }

    /** The connection is of no use any more, and why. */
    PeerException lost(final String why) {
        return new PeerException(Kind.LOST, "the connection to " + server + " is lost: " + why);
    }

    /** The peer did not do this in time, or nobody wants to know any more. */
    PeerException missing(final String what) {
        return stopped
                ? new PeerException(Kind.STOPPED, "stopped")
                : new PeerException(Kind.TIMED_OUT, server + " has not " + what + " in time");
    }

    PeerException refused(final String what) {
        return new PeerException(Kind.REFUSED, server + " " + what);
    }

    /**
     * Sends nothing more, and waits until the peer has closed. Closed with bytes that nobody has
     * read, the connection would be reset, and what was sent last might be lost on its way.
     */
    void finish(final Deadline deadline) throws PeerException {
        try {
            channel.shutdownOutput();
            while (channel.read(ByteBuffer.wrap(bytes)) >= 0) {
                if (!await(SelectionKey.OP_READ, deadline)) {
                    return;
                }
            }
        } catch (final IOException e) {
            throw lost(e.getMessage());
        }
    }

    /** Ends every wait, now and later. From any thread. */
    void stop() {
        stopped = true;
        selector.wakeup();
    }

    boolean isStopped() {
        return stopped;
    }

    /** Waits are possible again, to say goodbye. */
    void resume() {
        stopped = false;
    }

    @Override
    public void close() {
        close(channel);
        close(selector);
    }

    private static void close(final AutoCloseable each) {
        try {
            each.close();
        } catch (final Exception e) {
            assert each != null : "nothing can be lost any more: " + e;
        }
    }
}
