package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.ErrorLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Loops over a simulated network, stepped on the test's thread with the test's clock. */
final class SimLoops {
    static final LoopLimits SMALL =
            new LoopLimits(
                    TestLoops.HOME,
                    new LoopLimits.Receive(1_024, 4_096, 4 * 4_096),
                    new LoopLimits.Transmit(1_024, 64 << 10, 8_192, 2_048),
                    new LoopLimits.Times(10_000, 5_000, 1_000, 0));

    final SimNetwork.World world;
    final List<IoLoop> loops = new ArrayList<>();
    final List<SimNetwork> networks = new ArrayList<>();
    final ErrorLog errors = new ErrorLog(64, () -> 0);
    final ConnectionLimit limit = new ConnectionLimit(1_000);
    final Acceptor acceptor;
    long nowNs = -1_000_000;

    /** How much later each look at the clock is than the last. */
    long driftNs;

    SimLoops(final int count, final long seed, final ProtocolFactory factory) throws IOException {
        world = new SimNetwork.World(seed, 4_096);
        for (int i = 0; i < count; i++) {
            final Counters counters =
                    new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
            networks.add(new SimNetwork(world));
            loops.add(new IoLoop(i, networks.get(i), this::time, counters, SMALL, errors));
        }
        loops.forEach(loop -> loop.siblings(loops));
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        acceptor = new Acceptor(loops, new Acceptor.Door(any, 10, limit, factory));
        run();
    }

    private long time() {
        nowNs += driftNs;
        return nowNs;
    }

    SimNetwork.Peer connect() throws IOException {
        final SimNetwork.Peer peer = world.connect(acceptor.address());
        run();
        return peer;
    }

    /** Steps until nobody has work. */
    void run() {
        int steps = 0;
        int work;
        do {
            work = 0;
            for (final IoLoop loop : loops) {
                work += loop.doWork();
            }
            assertTrue(++steps < 100_000, "never idle");
        } while (work > 0);
    }

    /** Lets the time pass, from deadline to deadline. */
    void pass(final long ns) {
        final long endNs = nowNs + ns;
        while (true) {
            run();
            final long nextNs =
                    loops.stream().mapToLong(IoLoop::nextDeadlineNs).min().orElseThrow();
            if (nextNs == EngineAgent.NEVER || nextNs > endNs) {
                break;
            }
            nowNs = Math.max(nowNs, nextNs);
        }
        nowNs = endNs;
        run();
    }

    /** Sends all of it, while the daemon reads. */
    void send(final SimNetwork.Peer peer, final byte[] bytes) {
        for (int sent = 0; sent < bytes.length; ) {
            final int count = peer.send(bytes, sent, bytes.length - sent);
            run();
            assertTrue(count > 0 || peer.send(bytes, sent, 0) == 0, "not read");
            sent += count;
        }
    }

    IoLoop loop() {
        return loops.get(0);
    }

    long count(final Counter counter) {
        return loops.stream().mapToLong(loop -> loop.counters().get(counter)).sum();
    }

    void assertNothingLeft() {
        run();
        assertEquals(0, limit.open(), "connections");
        for (int i = 0; i < loops.size(); i++) {
            final IoLoop loop = loops.get(i);
            assertEquals(0, loop.connections());
            assertEquals(0, loop.transmit().borrowed(), "transmit chunks");
            assertEquals(0, loop.incomplete().pool().borrowed(), "kept chunks");
            assertEquals(0, loop.incomplete().pool().borrowedBytes());
            assertEquals(0, loop.incomplete().waiting());
            assertEquals(0, networks.get(i).keys(), "keys");
            assertEquals(
                    0,
                    loop.home().timers().count() - (loop.incomplete().isScheduled() ? 1 : 0),
                    "timers");
            assertTrue(loop.home().isComplete());
        }
        assertEquals(count(Counter.CONNECTIONS_ACCEPTED), count(Counter.CONNECTIONS_CLOSED));
    }
}
