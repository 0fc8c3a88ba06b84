package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer whose bytes are damaged costs its connection at most. */
class AmqpDamageTest {
    private static final int ROUNDS = 1_500;

    private byte[] sent;

    @BeforeEach
    void talk() {
        final FakeLoop loop = new FakeLoop();
        final FakePeer peer = loop.peer();
        peer.header(ProtocolHeader.SASL);
        peer.send(new SaslEncoder().init(FakePeer.text("ANONYMOUS"))::encode).session();
        peer.sender(0, "x", SenderSettleMode.MIXED).receiver(1, "queues/y", SenderSettleMode.MIXED);
        peer.receiver(2, "events/y", SenderSettleMode.SETTLED)
                .sender(3, "z", SenderSettleMode.MIXED);
        peer.credit(1, 0, 3).credit(2, 0, 3).message(0, 0, FakePeer.data(50), false);
        peer.send(peer.first(3, 1, FakePeer.data(0)).more(true)::encode);
        peer.send(peer.next(3, new byte[0]).aborted(true)::encode);
        put(loop);
        peer.settle(0, 2).settled(false).state().modified(true, false);
        peer.send(peer.disposition::encode).credit(1, 3, 3, true);
        peer.send(peer.detach.handle(2).closed(true)::encode).message(3, 2, FakePeer.data(1), true);
        peer.send(peer.close.end(0)::encode).send(peer.begin::encode);
        peer.send(peer.close.close()::encode);
        assertTrue(peer.read().endsWith("close"));
        loop.expectsComplete();
        sent = peer.sent();
    }

    private static void put(final FakeLoop loop) {
        for (final FakeSource source : loop.directory.sources) {
            for (int i = 0; i < 2 && !source.closed; i++) {
                source.put(FakeMessage.data(20));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void staysWhole(final long seed) {
        final Random random = new Random(seed);
        final FakeLoop loop = new FakeLoop();
        for (int round = 0; round < ROUNDS; round++) {
            final byte[] damaged = sent.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            final FakePeer peer = loop.peer();
            peer.chunk = 1 + random.nextInt(200);
            peer.send(damaged);
            put(loop);
            if (!peer.wire.closed) {
                peer.lose();
            }
            loop.step();
            loop.expectsComplete();
            loop.directory.sources.clear();
        }
    }
}
