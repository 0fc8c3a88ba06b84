package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A message in and a message out leave no garbage. */
class AmqpAllocationTest {
    private static final int ROUNDS = 2_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    private long allocated(final Runnable round) {
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private UnsafeBuffer frame(final Codec.Frame encoder) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4 << 10]);
        buffer.wrap(buffer, 0, encoder.encode(buffer, 0, buffer.capacity()));
        return buffer;
    }

    private void arrive(final UnsafeBuffer frame) {
        peer.connection.onBytes(frame, 0, frame.capacity(), loop.nowNs);
        loop.step();
        peer.wire.discard();
    }

    @Test
    void receives() {
        loop.directory.forgetful = true;
        peer.session().sender(0, "x", SenderSettleMode.UNSETTLED).read();
        final UnsafeBuffer whole = frame(peer.first(0, 0, FakePeer.data(100))::encode);
        final byte[] data = FakePeer.data(100);
        final UnsafeBuffer first = frame(peer.first(0, 0, new byte[0]).more(true)::encode);
        final UnsafeBuffer last = frame(peer.next(0, data)::encode);
        final long bytes =
                allocated(
                        () -> {
                            arrive(whole);
                            arrive(first);
                            arrive(last);
                        });
        assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
        loop.expects(Counter.MESSAGES_ACCEPTED, 4 * ROUNDS);
        peer.lose();
        loop.expectsComplete();
    }

    @Test
    void sendsSettled() {
        peer.session(1 << 16, 0xFFFF_FFFFL).receiver(0, "queues/x", SenderSettleMode.SETTLED);
        peer.flow.clear().nextIncomingId(0).incomingWindow(0xFFFF_FFFFL).handle(0);
        peer.send(peer.flow.deliveryCount(0).linkCredit(Integer.MAX_VALUE)::encode);
        final FakeSource source = loop.directory.source("queues/x");
        final FakeMessage message = FakeMessage.data(100);
        final long bytes =
                allocated(
                        () -> {
                            source.put(message);
                            peer.wire.discard();
                            assert message.outcomes.get(0) == Outcome.ACCEPTED;
                            message.again();
                        });
        assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
        loop.expects(Counter.MATCHED_SETTLED, 2 * ROUNDS);
        peer.lose();
        loop.expectsComplete();
    }

    @Test
    void sends() {
        peer.session(1 << 16, 0xFFFF_FFFFL).receiver(0, "queues/x", SenderSettleMode.MIXED);
        peer.flow.clear().nextIncomingId(0).incomingWindow(0xFFFF_FFFFL).handle(0);
        peer.send(peer.flow.deliveryCount(0).linkCredit(Integer.MAX_VALUE)::encode);
        peer.settle(0, 1 << 30).state().accepted();
        final UnsafeBuffer settlement = frame(peer.disposition::encode);
        final FakeSource source = loop.directory.source("queues/x");
        final FakeMessage fresh = FakeMessage.data(100);
        final FakeMessage returned = FakeMessage.data(100).redelivered(1);
        final long bytes =
                allocated(
                        () -> {
                            source.put(fresh);
                            source.put(returned);
                            arrive(settlement);
                            assert fresh.outcomes.get(0) == Outcome.ACCEPTED;
                            fresh.again();
                            returned.again();
                        });
        assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
        loop.expects(Counter.MATCHED_SETTLED, 4 * ROUNDS);
        peer.lose();
        loop.expectsComplete();
    }
}
