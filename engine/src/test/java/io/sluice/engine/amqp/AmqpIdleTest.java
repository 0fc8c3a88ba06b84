package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.engine.observe.Counter;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long each side may be silent, and what does not count as silence (section 2.4.5). */
class AmqpIdleTest {
    private static final byte[] EMPTY = new byte[FrameHeader.LENGTH];

    static {
        FrameHeader.encodeEmpty(new UnsafeBuffer(EMPTY), 0);
    }

    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private void open(final long idleMs) {
        peer.header(ProtocolHeader.AMQP);
        peer.open.clear().containerId(FakePeer.text("c")).idleTimeOut(idleMs);
        peer.send(peer.open::encode).read();
    }

    private void expectTimedOut() {
        peer.expect("close amqp:resource-limit-exceeded");
        assertTrue(peer.wire.closed);
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
    }

    /** The loop holds it for memory: what the peer says meanwhile is not heard. */
    @Test
    void countsNothingWhileItIsNotRead() {
        open(0);
        loop.passSeconds(100);
        peer.wire.held = true;
        loop.passSeconds(1_000);
        assertFalse(peer.wire.closed);
        peer.wire.held = false;
        peer.wire.readsSinceNs = loop.nowNs;
        loop.passSeconds(119);
        peer.expect("");
        loop.passSeconds(2);
        expectTimedOut();
    }

    /** A hold that was over before anybody looked counts for nothing, too. */
    @Test
    void countsFromWhenItIsReadAgain() {
        open(0);
        loop.passSeconds(10);
        peer.wire.held = true;
        loop.passSeconds(109);
        peer.wire.held = false;
        peer.wire.readsSinceNs = loop.nowNs;
        loop.passSeconds(2);
        assertFalse(peer.wire.closed, "what it sent may not be read yet");
        loop.passSeconds(117);
        assertFalse(peer.wire.closed);
        loop.passSeconds(2);
        expectTimedOut();
    }

    @Test
    void hearsAnyTraffic() {
        open(0);
        for (int i = 0; i < 10; i++) {
            loop.passSeconds(119);
            peer.send(i % 2 == 0 ? EMPTY : new byte[] {0, 0, 0, 8, 2, 0, 0}); // or a part of one
            if (i % 2 != 0) {
                peer.send((byte) 0);
            }
        }
        assertFalse(peer.wire.closed);
        loop.passSeconds(121);
        expectTimedOut();
    }

    /** Whatever we write in between and whenever: no more than half the time-out passes. */
    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 60_000})
    void isNeverSilentForMoreThanHalf(final long idleMs) {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        final Random random = new Random(seed);
        open(idleMs);
        peer.send(peer.begin.incomingWindow(9).outgoingWindow(9)::encode).read();
        final double stepSeconds = idleMs / 1_000.0 / 100;
        int silent = 0;
        int empties = 0;
        for (int i = 0; i < 5_000; i++) {
            loop.passSeconds(stepSeconds);
            if (random.nextInt(40) == 0) {
                peer.send(peer.flow.clear().nextIncomingId(0).incomingWindow(9).echo(true)::encode);
            } else if (random.nextInt(20) == 0) {
                peer.send(EMPTY);
            }
            final String said = peer.read();
            empties += said.contains("empty") ? 1 : 0;
            silent = said.isEmpty() ? silent + 1 : 0;
            assertTrue(silent <= 51, "-Dsluice.seed=" + seed + ": silent for " + silent + " %");
        }
        assertTrue(empties > 20, "heartbeats: " + empties);
    }

    /** What does not leave is not made more. */
    @Test
    void sendsNoHeartbeatsIntoACongestedWire() {
        open(1_000);
        peer.wire.congested = true;
        loop.passSeconds(0.6);
        loop.passSeconds(0.6);
        peer.expect("");
        peer.wire.congested = false;
        loop.passSeconds(0.3);
        peer.expect("empty");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 99})
    void refusesToBeHeardAllTheTime(final long idleMs) {
        peer.header(ProtocolHeader.AMQP).read();
        peer.send(peer.open.containerId(FakePeer.text("c")).idleTimeOut(idleMs)::encode);
        peer.expect("open", "close amqp:not-allowed");
        assertTrue(peer.wire.closed);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void takesTheShortestOrNone(final long idleMs) {
        open(idleMs);
        assertFalse(peer.wire.closed);
        loop.passSeconds(0.05);
        assertEquals(idleMs == 0 ? "" : "empty", peer.read());
    }
}
