package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a link sends settled is settled when the kernel has it. */
class AmqpHandedOverTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();
    private FakeSource source;

    /** Bytes of one transfer on the link. */
    private int length;

    @AfterEach
    void everythingIsHome() {
        loop.expectsComplete();
    }

    /** A link that sends settled, on which two messages have gone. */
    private void attach(final String address) {
        peer.session().receiver(0, address, SenderSettleMode.SETTLED).credit(0, 0, 100).read();
        source = loop.directory.source(address);
        put();
        peer.wire.discard();
        put(); // the delivery-id 0 is a byte shorter than those that follow
        length = peer.wire.discard();
        loop.expects(Counter.MATCHED_SETTLED, 2);
        peer.wire.slow = true;
    }

    private FakeMessage put() {
        final FakeMessage message = FakeMessage.data(10);
        source.put(message);
        return message;
    }

    private static void expects(final FakeMessage message, final Outcome... outcomes) {
        assertEquals(List.of(outcomes), message.outcomes);
    }

    @Test
    void dropsTheEventsThatAreNotGone() {
        attach("events/x");
        for (int i = 0; i < 4; i++) {
            put();
        }
        loop.expectsMatchedHeld(4);
        peer.wire.kernelTakes(2L * length + 1);
        loop.expects(Counter.MATCHED_SETTLED, 4);
        peer.lose();
        loop.expects(Counter.MATCHED_SETTLED, 4);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 2);
        loop.expects(Counter.MATCHED_RETURNED, 0);
    }

    @Test
    void returnsAQueuesMessageThatIsNotGoneAsAFailedAttempt() {
        attach("queues/x");
        final FakeMessage gone = put();
        final FakeMessage begun = put();
        final FakeMessage last = put();
        peer.wire.kernelTakes(2L * length - 1);
        expects(gone, Outcome.ACCEPTED);
        expects(begun);
        peer.lose();
        expects(begun, Outcome.FAILED);
        expects(last, Outcome.FAILED);
        loop.expects(Counter.QUEUE_SETTLED, 3);
        loop.expects(Counter.MATCHED_RETURNED, 2);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 0);
    }

    @Test
    void settlesWhatIsTakenBetweenCloseAndTheEnd() {
        attach("queues/x");
        final FakeMessage first = put();
        final FakeMessage second = put();
        peer.send(peer.close.close()::encode);
        assertTrue(peer.wire.closed);
        expects(first);
        peer.wire.kernelTakes(length);
        expects(first, Outcome.ACCEPTED);
        expects(second);
        peer.wire.kernelTakes(length);
        expects(second, Outcome.ACCEPTED);
        peer.wire.end();
        loop.expects(Counter.MATCHED_SETTLED, 4);
        loop.expects(Counter.MATCHED_RETURNED, 0);
    }

    @Test
    void releasesWhatIsNotTakenAfterAClose() {
        attach("queues/x");
        final FakeMessage message = put();
        peer.send(peer.close.close()::encode);
        peer.wire.end();
        expects(message, Outcome.RELEASED);
        loop.expects(Counter.MATCHED_RETURNED, 1);
    }

    @Test
    void settlesWhatIsTakenOfALinkThatIsGone() {
        attach("queues/x");
        final FakeMessage taken = put();
        final FakeMessage lost = put();
        peer.send(peer.detach.clear().handle(0).closed(true)::encode);
        expects(taken);
        peer.wire.kernelTakes(length);
        expects(taken, Outcome.ACCEPTED);
        peer.lose();
        expects(lost, Outcome.FAILED);
    }

    @Test
    void settlesAMessageOfSeveralFramesWithItsLast() {
        peer.session(512, 1_000).receiver(0, "queues/x", SenderSettleMode.SETTLED);
        peer.credit(0, 0, 100).read();
        source = loop.directory.source("queues/x");
        peer.wire.slow = true;
        final FakeMessage message = FakeMessage.data(2_000);
        source.put(message);
        final long all = peer.wire.bytesQueued();
        assertTrue(all > 2_000);
        peer.wire.kernelTakes(all - 1);
        expects(message);
        peer.wire.kernelTakes(1);
        expects(message, Outcome.ACCEPTED);
        peer.lose();
    }

    @Test
    void takesAsManyUnsettledAsBefore() {
        attach("queues/x");
        for (int i = 0; i < 50; i++) {
            put(); // more than may be unsettled
        }
        assertEquals(0, source.stored());
        loop.expectsMatchedHeld(50);
        peer.wire.kernelTakes(50L * length);
        loop.expects(Counter.MATCHED_SETTLED, 52);
        peer.lose();
    }
}
