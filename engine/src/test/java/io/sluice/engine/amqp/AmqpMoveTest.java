package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection goes to the loop that its container-id names, between SASL and its open. */
class AmqpMoveTest {
    private static final int LOOPS = 3;

    private final List<FakeLoop> loops = new ArrayList<>();
    private final FakeDirectory directory = new FakeDirectory();
    private long nowNs = 1_000_000_000L;

    @BeforeEach
    void start() {
        for (int i = 0; i < LOOPS; i++) {
            final Counters counters =
                    new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
            final Home.Limits limits = new Home.Limits(16, 16, 1 << 18);
            final Home home = new Home(i, new Mailbox(() -> {}), counters, () -> nowNs, limits);
            loops.add(new FakeLoop(home, directory, () -> 0));
        }
        // A container lives on the loop of the digit that it ends with.
        final ContainerPlacement placement =
                new ContainerPlacement() {
                    @Override
                    public int loopOf(final DirectBuffer id, final int offset, final int length) {
                        return id.getByte(offset + length - 1) - '0';
                    }

                    @Override
                    public AmqpServer serverOf(final int loop) {
                        return loops.get(loop).server;
                    }
                };
        loops.forEach(loop -> loop.server.placement(placement));
    }

    @AfterEach
    void nothingIsLeft() {
        for (final FakeLoop loop : loops) {
            assertEquals(0, loop.server.connectionCount());
            assertEquals(0, loop.server.links().count());
            assertEquals(0, loop.home.timers().count());
            assertTrue(loop.home.isComplete());
        }
    }

    private void pass(final double seconds) {
        nowNs += (long) (seconds * 1e9);
        for (final FakeLoop loop : loops) {
            loop.nowNs = nowNs;
            loop.home.timers().poll(nowNs, Integer.MAX_VALUE);
            loop.step();
        }
    }

    private FakePeer peer(final int loop, final String container) {
        loops.get(loop).nowNs = nowNs;
        final FakePeer peer = loops.get(loop).peer();
        peer.container = container;
        return peer;
    }

    private void openTo(final FakePeer peer) {
        peer.send(peer.open.clear().containerId(FakePeer.text(peer.container))::encode);
    }

    /** Every frame of a client that does not wait, in one write or in many. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 64, Integer.MAX_VALUE})
    void takesAlongWhatFollowsTheOpen(final int chunk) {
        final FakePeer script = peer(2, "c2");
        script.session().receiver(0, "queues/x", SenderSettleMode.SETTLED);
        script.credit(0, 0, 1);
        final byte[] bytes = script.sent();
        script.lose();
        final FakePeer peer = peer(0, "c2");
        peer.chunk = chunk;
        peer.send(bytes).expect("header 0");
        assertEquals(0, loops.get(0).server.connectionCount());
        peer.arrive(loops.get(2)).expect("open", "begin 0", "attach 0 sender");
        directory.source("queues/x").put(FakeMessage.data(3));
        peer.expect("transfer 0 id 0 settled").lose();
    }

    @Test
    void staysWhereItLivesOrIfItHasNoName() {
        final FakePeer named = peer(1, "c1");
        named.header(ProtocolHeader.AMQP);
        openTo(named);
        named.expect("header 0", "open").lose();
        final FakePeer unnamed = peer(1, "");
        unnamed.header(ProtocolHeader.AMQP);
        openTo(unnamed);
        unnamed.expect("header 0", "open").lose();
    }

    /** The connection's past goes with it: who it is, and since when it is awaited. */
    @Test
    void keepsUserAndDeadline() {
        final FakePeer ann = peer(0, "c1");
        ann.header(ProtocolHeader.SASL);
        final Slice response = FakePeer.text("\0ann\0ann");
        ann.send(new SaslEncoder().init(FakePeer.text("PLAIN")).bytes(response)::encode);
        ann.header(ProtocolHeader.AMQP).read();
        openTo(ann);
        ann.arrive(loops.get(1)).expect("open");
        ann.send(ann.begin.incomingWindow(9)::encode).read();
        ann.receiver(0, "queues/x", SenderSettleMode.SETTLED).expect("attach 0 sender");
        final FakePeer nobody = peer(1, "c1");
        nobody.session().receiver(0, "queues/x", SenderSettleMode.SETTLED);
        nobody.expect("attach 0 sender");
        ann.expect(""); // who is not ann cannot mean her link
        final FakePeer again = peer(1, "c1");
        again.header(ProtocolHeader.SASL);
        again.send(new SaslEncoder().init(FakePeer.text("PLAIN")).bytes(response)::encode);
        again.session().receiver(0, "queues/x", SenderSettleMode.SETTLED);
        again.expect("attach 0 sender");
        ann.expect("detach 0 amqp:link:stolen");
        nobody.expect("");
        List.of(ann, nobody, again).forEach(FakePeer::lose);
    }

    @Test
    void awaitsTheOpenNoLonger() {
        final FakePeer peer = peer(0, "c1");
        peer.header(ProtocolHeader.AMQP);
        pass(9);
        openTo(peer);
        peer.arrive(loops.get(1)).expect("header 0", "open");
        final FakePeer slow = peer(0, "");
        slow.header(ProtocolHeader.AMQP);
        pass(2);
        assertTrue(!slow.wire.closed && !peer.wire.closed);
        pass(9);
        assertTrue(slow.wire.closed && !peer.wire.closed);
        assertEquals(
                1, loops.get(0).home.counters().get(Counter.CONNECTIONS_TIMED_OUT), "slow alone");
        peer.lose();
    }

    /** One that was on its way when the daemon began to end is told, too. */
    @Test
    void isToldThatTheDaemonEndsWhereItArrives() {
        final FakePeer peer = peer(0, "c1");
        peer.header(ProtocolHeader.AMQP);
        openTo(peer);
        loops.forEach(loop -> loop.server.shutDown());
        peer.arrive(loops.get(1)).expect("header 0", "open", "close amqp:connection:forced");
        assertTrue(peer.wire.closed);
    }
}
