package io.sluice.engine.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The operating system's sockets, by a selector; owned by its loop. */
public final class NioNetwork implements Network {
    private static final long MS_MAX = TimeUnit.DAYS.toMillis(1);

    private final Selector selector;

    /** Found by a select, to be told by the next poll. */
    private final ArrayList<SelectionKey> found = new ArrayList<>();

    // Not selectedKeys(): that leaves 72 bytes of garbage for each call.
    private final Consumer<SelectionKey> onFound = found::add;

    public NioNetwork() throws IOException {
        selector = Selector.open();
    }

    @Override
    public Listener listen(final InetSocketAddress address, final int backlog) throws IOException {
        final ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.configureBlocking(false);
            channel.bind(address, backlog);
            return new NioListener(channel);
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void add(final Listener listener, final Ready ready) throws IOException {
        final NioListener nio = (NioListener) listener;
        nio.key = nio.channel.register(selector, SelectionKey.OP_ACCEPT, ready);
    }

    @Override
    public void add(final Endpoint endpoint, final Ready ready) throws IOException {
        final NioEndpoint nio = (NioEndpoint) endpoint;
        if (nio.channel.keyFor(selector) != null) {
            // It was here before, and its old key leaves with the next select only.
            selector.selectNow(onFound);
        }
        nio.key = nio.channel.register(selector, 0, ready);
    }

    @Override
    public int poll() {
        if (found.isEmpty()) {
            try {
                selector.selectNow(onFound);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        final int count = found.size();
        for (int i = 0; i < count; i++) {
            tell(found.get(i));
        }
        found.clear();
        return count;
    }

    private static void tell(final SelectionKey key) {
        if (!key.isValid()) {
            return; // closed by one that was told before it
        }
        final Ready ready = (Ready) key.attachment();
        final int ops = key.readyOps();
        if ((ops & (SelectionKey.OP_READ | SelectionKey.OP_ACCEPT)) != 0) {
            ready.onReadable();
        }
        if ((ops & SelectionKey.OP_WRITE) != 0 && key.isValid()) {
            ready.onWritable();
        }
    }

    @Override
    public void await(final long timeoutNs) {
        try {
            if (timeoutNs <= 0) {
                selector.selectNow(onFound);
            } else {
                // Rounded up: a timer that is found not yet due would be slept for again. A day is
                // as good as for ever, and 0 would mean for ever to the selector.
                final long ms = TimeUnit.NANOSECONDS.toMillis(timeoutNs - 1) + 1;
                selector.select(onFound, Math.min(ms, MS_MAX));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public int endpoints() {
        int count = 0;
        for (final SelectionKey key : selector.keys()) {
            count += key.channel() instanceof SocketChannel ? 1 : 0;
        }
        return count;
    }

    /** Sockets that are registered; those that were closed count until the next poll. */
    int keys() {
        return selector.keys().size();
    }

    @Override
    public void close() {
        try {
            for (final SelectionKey key : selector.keys()) {
                key.channel().close(); // a listener that nobody stopped
            }
            selector.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A listening channel. */
    private static final class NioListener implements Listener {
        private final ServerSocketChannel channel;
        private final InetSocketAddress address;
        private SelectionKey key;

        NioListener(final ServerSocketChannel channel) throws IOException {
            this.channel = channel;
            this.address = (InetSocketAddress) channel.getLocalAddress();
        }

        @Override
        public Endpoint accept() throws IOException {
            final SocketChannel accepted = channel.accept();
            if (accepted == null) {
                return null;
            }
            try {
                return new NioEndpoint(accepted);
            } catch (final IOException e) {
                closeQuietly(accepted);
                throw e;
            }
        }

        @Override
        public void interest(final boolean accepting) {
            if (key.isValid()) {
                key.interestOps(accepting ? SelectionKey.OP_ACCEPT : 0);
            }
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void closeQuietly(final SocketChannel channel) {
        try {
            channel.close();
        } catch (final IOException ignored) {
            // There is nothing to lose and nobody to tell: its file descriptor is gone either way.
        }
    }

    /** A socket channel and, while a network has it, its key. */
    private static final class NioEndpoint implements Endpoint {
        private final SocketChannel channel;
        private final InetSocketAddress peer;
        private SelectionKey key;

        NioEndpoint(final SocketChannel channel) throws IOException {
            this.channel = channel;
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            peer = (InetSocketAddress) channel.getRemoteAddress();
        }

        @Override
        public int read(final ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public long write(final ByteBuffer[] from, final int count) throws IOException {
            return count == 1 ? channel.write(from[0]) : channel.write(from, 0, count);
        }

        @Override
        public void interest(final boolean reading, final boolean writing) {
            final int ops =
                    (reading ? SelectionKey.OP_READ : 0) | (writing ? SelectionKey.OP_WRITE : 0);
            if (key.isValid()) {
                key.interestOps(ops);
            }
        }

        @Override
        public void remove() {
            key.cancel();
        }

        @Override
        public void endOutput() throws IOException {
            channel.shutdownOutput();
        }

        @Override
        public void close(final boolean reset) {
            try {
                if (reset) {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                }
            } catch (final IOException ignored) {
                // Then it is no reset: the peer has gone already.
            }
            closeQuietly(channel);
        }

        @Override
        public InetSocketAddress peer() {
            return peer;
        }
    }
}
