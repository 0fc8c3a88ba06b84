package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Home;
import io.sluice.engine.loop.FakeWire;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** One loop with a clock that a test steps, and no socket. */
final class FakeLoop {
    static final AmqpLimits LIMITS =
            new AmqpLimits(
                    new AmqpLimits.Frames(4 << 10, 2 << 10),
                    7,
                    7,
                    16,
                    new AmqpLimits.Messages(16 << 10, 8, 64 << 10),
                    new AmqpLimits.Times(
                            TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(120)));

    long nowNs = TimeUnit.HOURS.toNanos(1);
    boolean anonymous = true;
    boolean plain = true;
    final Counters counters = new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
    final Home home;
    final FakeDirectory directory = new FakeDirectory();
    final AmqpServer server;

    final List<FakeWire> wires = new ArrayList<>();

    /** What else runs, and how much it did. */
    private final IntSupplier others;

    FakeLoop() {
        this(LIMITS, new Home.Limits(64, 16, 1 << 20));
    }

    FakeLoop(final AmqpLimits limits, final Home.Limits homeLimits) {
        home = new Home(0, new Mailbox(() -> {}), counters, () -> nowNs, homeLimits);
        server = server(limits, directory);
        others = () -> 0;
    }

    /** A loop among others, and their directory. */
    FakeLoop(final Home home, final Directory nodes, final IntSupplier others) {
        this.home = home;
        this.others = others;
        server = server(LIMITS, nodes);
    }

    private AmqpServer server(final AmqpLimits limits, final Directory nodes) {
        return new AmqpServer(
                home,
                nodes,
                new FakeMapping(),
                limits,
                new FakeAuthenticator(),
                TimeUnit.NANOSECONDS::toMillis);
    }

    /** One user, whose name is her password. */
    private final class FakeAuthenticator implements Authenticator {
        @Override
        public boolean allowsAnonymous() {
            return anonymous;
        }

        @Override
        public boolean allowsPlain() {
            return plain;
        }

        @Override
        public boolean isValid(final Slice user, final Slice password) {
            return user.toString().equals("ann") && password.contentEquals(user);
        }
    }

    /** A connection that has sent nothing yet. */
    FakePeer peer() {
        return new FakePeer(this);
    }

    /** What a loop does between sockets. */
    void step() {
        int done;
        do {
            flush();
            done = home.mailbox().drain(Integer.MAX_VALUE) + home.serveWaiters();
            done += others.getAsInt();
        } while (done > 0);
    }

    /** A duty cycle ends: the kernel takes what was written. */
    void flush() {
        wires.forEach(FakeWire::flush);
    }

    void passSeconds(final double seconds) {
        nowNs += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        home.timers().poll(nowNs, Integer.MAX_VALUE);
        step();
    }

    long count(final Counter counter) {
        flush();
        return counters.get(counter);
    }

    void expects(final Counter counter, final long count) {
        assertEquals(count, count(counter), counter.label());
    }

    /** The law of what comes in, while so many messages are neither here nor there. */
    void expectsHeld(final int held) {
        assertEquals(held, Books.messagesUnended(counters::get), "received = ... + held");
        final long once = Books.onceUnended(counters::get);
        assertTrue(once >= 0 && once <= held, "held without an answer owed: " + once);
    }

    /** The law of what goes out, while so many messages are neither here nor there. */
    void expectsMatchedHeld(final int held) {
        flush();
        assertEquals(held, Books.matchedUnended(counters::get), "matched = ... + held");
        final long queued = Books.queueUnended(counters::get);
        assertTrue(queued >= 0 && queued <= held, "held of queues: " + queued);
    }

    /** Everything has come home, and nothing is scheduled any more. */
    void expectsComplete() {
        assertTrue(home.isComplete(), home::toString);
        assertEquals(0, home.timers().count());
        assertEquals(0, server.connectionCount());
        assertEquals(0, server.assemblies().bytesTaken());
        expectsHeld(0);
        expectsMatchedHeld(0);
    }
}
