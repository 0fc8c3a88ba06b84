package io.sluice.engine.loop;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.agent.Timer;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A listener on one loop that hands its connections to all loops in turn. Owned by that loop;
 * opened and stopped from any one thread.
 */
public final class Acceptor implements Network.Ready {
    /** Where it listens, how long the line in front of it may be, and whom it is for. */
    public record Door(
            InetSocketAddress address,
            int backlog,
            ConnectionLimit limit,
            ProtocolFactory factory) {
        public Door {
            Objects.requireNonNull(address);
            Objects.requireNonNull(limit);
            Objects.requireNonNull(factory);
        }
    }

    private static final int ACCEPTS_MAX = 64;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final IoLoop loop;
    private final List<IoLoop> loops;
    private final Door door;
    private final Listener listener;
    private int next;
    private boolean paused;

    private final Mail open =
            new Mail() {
                @Override
                protected void onArrival() {
                    register();
                }
            };

    private final Mail stop =
            new Mail() {
                @Override
                protected void onArrival() {
                    loop.home().timers().cancel(pause);
                    listener.close();
                }
            };

    private final Timer pause =
            new Timer() {
                @Override
                protected void onDeadline(final long nowNs) {
                    paused = false;
                    listener.interest(true);
                }
            };

    /** Listens from now on; accepts as soon as the first of the loops runs. */
    public Acceptor(final List<IoLoop> loops, final Door door) throws IOException {
        this.loops = List.copyOf(loops);
        this.loop = loops.get(0);
        this.door = door;
        this.listener = loop.network().listen(door.address(), door.backlog());
        loop.home().mailbox().post(open);
    }

    /** Where it listens: with the port that was free, if the door named none. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Accepts nothing more; connections stay. Once. */
    public void stop() {
        loop.home().mailbox().post(stop);
    }

    private void register() {
        try {
            loop.network().add(listener, this);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onReadable() {
        try {
            for (int i = 0; i < ACCEPTS_MAX && !paused; i++) {
                final Endpoint endpoint = listener.accept();
                if (endpoint == null) {
                    return;
                }
                admit(endpoint);
            }
        } catch (final IOException e) {
            // Out of descriptors, most likely: what waits goes on to wait, and would be told in
            // each cycle if it were asked for.
            loop.counters().increment(Counter.CONNECTIONS_ACCEPT_FAILED);
            loop.errors().record("accept at " + listener.address(), e);
            paused = true;
            listener.interest(false);
            loop.home().timers().schedule(pause, loop.nowNs() + PAUSE_NS);
        }
    }

    private void admit(final Endpoint endpoint) {
        if (!door.limit().take()) {
            loop.counters().increment(Counter.CONNECTIONS_REFUSED_LIMIT);
            endpoint.close(true);
            return;
        }
        loop.counters().increment(Counter.CONNECTIONS_ACCEPTED);
        final IoLoop owner = loops.get(next);
        next = next + 1 == loops.size() ? 0 : next + 1;
        new Connection(owner, endpoint, door.limit(), door.factory()).dispatch();
    }

    @Override
    public void onWritable() {
        throw new AssertionError("a listener is never written to");
    }
}
