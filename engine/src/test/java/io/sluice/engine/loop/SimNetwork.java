package io.sluice.engine.loop;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A network in memory, for loops that are stepped on one thread: pipes of a bounded size that give
 * and take as few bytes as their seed likes, ends, and resets. All networks of one {@link World}
 * reach each other's listeners.
 */
final class SimNetwork implements Network {
    /** The wires between networks, and the randomness of all of them. */
    static final class World {
        private final Random random;
        private final int pipeBytes;
        private final List<SimListener> listeners = new ArrayList<>();
        private int nextPort = 40_000;

        World(final long seed, final int pipeBytes) {
            this.random = new Random(seed);
            this.pipeBytes = pipeBytes;
        }

        /** The other end of a new connection to the listener, for the test to play. */
        Peer connect(final InetSocketAddress address) throws IOException {
            for (final SimListener listener : listeners) {
                if (listener.address.getPort() == address.getPort()) {
                    final SimEndpoint endpoint = new SimEndpoint(this, at(nextPort++));
                    listener.arrived.add(endpoint);
                    return new Peer(endpoint);
                }
            }
            throw new ConnectException("refused: " + address);
        }

        /** Whether accepting fails from now on. */
        void failAccepts(final boolean fails) {
            listeners.forEach(listener -> listener.fails = fails);
        }

        private int some(final int most) {
            return most == 0 ? 0 : 1 + random.nextInt(most);
        }

        private static InetSocketAddress at(final int port) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
    }

    /** Bytes on their way in one direction. */
    private static final class Pipe {
        private final byte[] ring;
        private int first;
        private int count;
        private boolean ended;

        Pipe(final int capacity) {
            ring = new byte[capacity];
        }

        int room() {
            return ring.length - count;
        }

        void put(final byte value) {
            ring[(first + count++) % ring.length] = value;
        }

        byte take() {
            final byte value = ring[first];
            first = (first + 1) % ring.length;
            count--;
            return value;
        }
    }

    /** The far end of a connection, as a test plays it. */
    static final class Peer {
        private final SimEndpoint far;

        private Peer(final SimEndpoint far) {
            this.far = far;
        }

        /** Sends as much as there is room for; returns how much. */
        int send(final byte[] bytes, final int offset, final int length) {
            final int count = Math.min(length, far.in.room());
            for (int i = 0; i < count; i++) {
                far.in.put(bytes[offset + i]);
            }
            return count;
        }

        void send(final String text) {
            final byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
            if (send(bytes, 0, bytes.length) < bytes.length) {
                throw new AssertionError("no room");
            }
        }

        /** Takes at most so many bytes that have come. */
        byte[] take(final int most) {
            final byte[] bytes = new byte[Math.min(most, far.out.count)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = far.out.take();
            }
            return bytes;
        }

        String text() {
            return new String(
                    take(Integer.MAX_VALUE), java.nio.charset.StandardCharsets.ISO_8859_1);
        }

        /** Sends nothing more. */
        void end() {
            far.in.ended = true;
        }

        /** Everything under way is lost. */
        void reset() {
            far.reset = true;
            far.in.count = 0;
        }

        /** Whether the daemon has ended its side, and all of it was taken. */
        boolean sawEnd() {
            return far.out.count == 0 && (far.out.ended || far.closed);
        }

        boolean sawClose() {
            return far.closed;
        }

        boolean sawReset() {
            return far.closedByReset;
        }
    }

    private final World world;
    private final List<SimEndpoint> endpoints = new ArrayList<>();
    private final List<SimListener> registered = new ArrayList<>();

    /** What each wait would have lasted; the simulated clock is the test's. */
    final ArrayDeque<Long> waits = new ArrayDeque<>();

    int wakes;

    SimNetwork(final World world) {
        this.world = world;
    }

    @Override
    public Listener listen(final InetSocketAddress address, final int backlog) {
        final int port = address.getPort() == 0 ? world.nextPort++ : address.getPort();
        final SimListener listener = new SimListener(world, World.at(port));
        world.listeners.add(listener);
        return listener;
    }

    @Override
    public void add(final Listener listener, final Ready ready) {
        ((SimListener) listener).ready = ready;
        registered.add((SimListener) listener);
    }

    @Override
    public void add(final Endpoint endpoint, final Ready ready) throws IOException {
        final SimEndpoint sim = (SimEndpoint) endpoint;
        if (sim.network != null) {
            throw new AssertionError("of two networks at once");
        }
        if (sim.closed) {
            throw new IOException("closed");
        }
        sim.network = this;
        sim.ready = ready;
        sim.reading = false;
        sim.writing = false;
        endpoints.add(sim);
    }

    @Override
    public int endpoints() {
        return endpoints.size();
    }

    @Override
    public int poll() {
        int told = 0;
        for (final SimListener listener : new ArrayList<>(registered)) {
            if (!listener.closed && listener.accepting && !listener.arrived.isEmpty()) {
                listener.ready.onReadable();
                told++;
            }
        }
        for (final SimEndpoint endpoint : new ArrayList<>(endpoints)) {
            told += endpoint.tell(this);
        }
        return told;
    }

    @Override
    public void await(final long timeoutNs) {
        waits.add(timeoutNs);
    }

    @Override
    public void wake() {
        wakes++;
    }

    /** Sockets that are registered. */
    int keys() {
        return endpoints.size();
    }

    @Override
    public void close() {
        registered.forEach(SimListener::close);
    }

    /** Where simulated connections arrive. */
    private static final class SimListener implements Listener {
        private final World world;
        private final InetSocketAddress address;
        private final ArrayDeque<SimEndpoint> arrived = new ArrayDeque<>();
        private Ready ready;
        private boolean accepting = true;
        private boolean closed;
        private boolean fails;

        SimListener(final World world, final InetSocketAddress address) {
            this.world = world;
            this.address = address;
        }

        @Override
        public Endpoint accept() throws IOException {
            if (fails) {
                throw new IOException("too many open files");
            }
            return arrived.poll();
        }

        @Override
        public void interest(final boolean wanted) {
            accepting = wanted;
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public void close() {
            closed = true;
            world.listeners.remove(this);
        }
    }

    /** The daemon's end of a simulated connection. */
    private static final class SimEndpoint implements Endpoint {
        private final World world;
        private final InetSocketAddress peer;
        private final Pipe in;
        private final Pipe out;
        private SimNetwork network;
        private Ready ready;
        private boolean reading;
        private boolean writing;
        private boolean reset;
        private boolean closed;
        private boolean closedByReset;

        SimEndpoint(final World world, final InetSocketAddress peer) {
            this.world = world;
            this.peer = peer;
            in = new Pipe(world.pipeBytes);
            out = new Pipe(world.pipeBytes);
        }

        int tell(final SimNetwork by) {
            int told = 0;
            if (network == by && reading && (in.count > 0 || in.ended || reset)) {
                ready.onReadable();
                told = 1;
            }
            if (network == by && writing && (out.room() > 0 || reset)) {
                ready.onWritable();
                told = 1;
            }
            return told;
        }

        @Override
        public int read(final ByteBuffer into) throws IOException {
            check();
            if (in.count == 0) {
                return in.ended ? -1 : 0;
            }
            final int count = world.some(Math.min(in.count, into.remaining()));
            for (int i = 0; i < count; i++) {
                into.put(in.take());
            }
            return count;
        }

        @Override
        public long write(final ByteBuffer[] from, final int count) throws IOException {
            check();
            if (out.ended) {
                throw new AssertionError("written after its end");
            }
            int remaining = 0;
            for (int i = 0; i < count; i++) {
                remaining += from[i].remaining();
            }
            final int written = world.some(Math.min(remaining, out.room()));
            int left = written;
            for (int i = 0; i < count; i++) {
                while (left > 0 && from[i].hasRemaining()) {
                    out.put(from[i].get());
                    left--;
                }
            }
            return written;
        }

        private void check() throws IOException {
            if (closed) {
                throw new AssertionError("used after its close");
            }
            if (reset) {
                throw new IOException("reset by peer");
            }
        }

        @Override
        public void interest(final boolean wantsReads, final boolean wantsWrites) {
            reading = wantsReads;
            writing = wantsWrites;
        }

        @Override
        public void remove() {
            network.endpoints.remove(this);
            network = null;
        }

        @Override
        public void endOutput() throws IOException {
            check();
            out.ended = true;
        }

        @Override
        public void close(final boolean withReset) {
            if (network != null) {
                remove();
            }
            closed = true;
            closedByReset |= withReset;
        }

        @Override
        public InetSocketAddress peer() {
            return peer;
        }
    }
}
