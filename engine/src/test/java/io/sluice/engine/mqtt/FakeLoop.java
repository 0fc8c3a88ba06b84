package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Home;
import io.sluice.engine.loop.FakeWire;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** One loop with a clock that a test steps, and no socket. */
final class FakeLoop {
    static final MqttLimits LIMITS =
            new MqttLimits(
                    1 << 12,
                    4,
                    new MqttLimits.Times(
                            TimeUnit.SECONDS.toNanos(10),
                            MqttLimits.KEEP_ALIVE_MAX,
                            TimeUnit.SECONDS.toNanos(60)),
                    new PublishCaps(64, 8, 256, 4, 16, 1 << 11),
                    new FilterCaps(4, 64, 8, 256, 4),
                    new MqttLimits.Subscribing(6, 8, 8));

    long nowNs = TimeUnit.HOURS.toNanos(1);
    final Counters counters = new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
    final Home home;
    final FakeDirectory directory = new FakeDirectory();
    final MqttServer server;
    final List<FakeWire> wires = new ArrayList<>();
    private int chunk = Integer.MAX_VALUE;
    private long entropy = 0xABC;

    FakeLoop() {
        this(LIMITS, new Home.Limits(64, 16, 1 << 20));
    }

    FakeLoop(final MqttLimits limits, final Home.Limits homeLimits) {
        home = new Home(0, new Mailbox(() -> {}), counters, () -> nowNs, homeLimits);
        server =
                new MqttServer(
                        home,
                        directory,
                        new FakeMapping(),
                        limits,
                        TimeUnit.NANOSECONDS::toMillis,
                        () -> entropy++);
    }

    /** From now on the bytes of clients arrive in pieces of this length. */
    FakeLoop inChunks(final int length) {
        chunk = length;
        return this;
    }

    /** A connection that has sent nothing yet. */
    FakeClient client() {
        return new FakeClient(this).inChunks(chunk);
    }

    /** What a loop does between sockets. */
    void step() {
        int done;
        do {
            flush();
            done = home.mailbox().drain(Integer.MAX_VALUE) + home.serveWaiters();
        } while (done > 0);
    }

    void passSeconds(final double seconds) {
        nowNs += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        home.timers().poll(nowNs, Integer.MAX_VALUE);
        step();
    }

    /** A duty cycle ends: the kernel takes what was written. */
    private void flush() {
        wires.forEach(FakeWire::flush);
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
        assertEquals(0, server.sessionCount());
        expectsHeld(0);
        expectsMatchedHeld(0);
    }
}
