package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.engine.agent.AgentThread;
import io.sluice.engine.agent.Mail;
import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.ErrorLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Loops on threads of their own with real sockets, and a listener on a free port. */
final class TestLoops implements AutoCloseable {
    static final Home.Limits HOME = new Home.Limits(16, 16, 1 << 17);

    final List<IoLoop> loops = new ArrayList<>();
    final List<NioNetwork> networks = new ArrayList<>();
    final ErrorLog errors = new ErrorLog(64, SystemEpochClock.INSTANCE);
    final ConnectionLimit limit;
    private final List<AgentThread> threads = new ArrayList<>();
    final CompletableFuture<Throwable> fatal = new CompletableFuture<>();
    final Acceptor acceptor;

    TestLoops(final int count, final ProtocolFactory factory) throws IOException {
        this(count, LoopLimits.of(HOME), 10_000, factory);
    }

    TestLoops(
            final int count,
            final LoopLimits limits,
            final int connectionsMax,
            final ProtocolFactory factory)
            throws IOException {
        limit = new ConnectionLimit(connectionsMax);
        for (int i = 0; i < count; i++) {
            final Counters counters =
                    new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
            final NioNetwork network = new NioNetwork();
            networks.add(network);
            loops.add(new IoLoop(i, network, SystemNanoClock.INSTANCE, counters, limits, errors));
        }
        loops.forEach(loop -> loop.siblings(loops));
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        acceptor = new Acceptor(loops, new Acceptor.Door(any, 1_024, limit, factory));
        for (final IoLoop loop : loops) {
            threads.add(new AgentThread(loop, (agent, e) -> fatal.complete(e)).start());
        }
    }

    Socket connect() throws IOException {
        final Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        socket.connect(acceptor.address());
        return socket;
    }

    long count(final Counter counter) {
        return loops.stream().mapToLong(loop -> loop.counters().get(counter)).sum();
    }

    /** Asks each loop on its own thread, and adds up. */
    long ask(final ToLongFunction<IoLoop> question) {
        long sum = 0;
        for (final IoLoop loop : loops) {
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            loop.home()
                    .mailbox()
                    .post(
                            new Mail() {
                                @Override
                                protected void onArrival() {
                                    answer.complete(question.applyAsLong(loop));
                                }
                            });
            sum += answer.orTimeout(20, TimeUnit.SECONDS).join();
        }
        return sum;
    }

    /** Waits for what other threads are about to do. */
    static void await(final String what, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                fail("not within 30 s: " + what);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** All that connections borrow is back where it was. */
    void assertNothingLeft() {
        await("all ended", () -> ask(IoLoop::connections) == 0);
        assertEquals(0, limit.open());
        assertEquals(0, ask(loop -> loop.transmit().borrowed()), "transmit chunks");
        assertEquals(0, ask(loop -> loop.incomplete().pool().borrowed()), "kept chunks");
        assertEquals(0, ask(loop -> loop.incomplete().waiting()), "waiting for memory");
        assertEquals(0, ask(loop -> loop.home().timers().count()), "timers");
        assertEquals(0, ask(loop -> loop.home().isComplete() ? 0 : 1), "deliveries and slabs");
        await("keys", () -> ask(loop -> networks.get(loop.home().index()).keys()) == 1);
        assertEquals(
                count(Counter.CONNECTIONS_ACCEPTED), count(Counter.CONNECTIONS_CLOSED), "ended");
    }

    @Override
    public void close() {
        threads.forEach(AgentThread::close);
        assertTrue(!fatal.isDone(), () -> "fatal: " + fatal.join());
    }
}
