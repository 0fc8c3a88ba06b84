package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Outcome;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A delivery that was settled with a state that is no outcome was not accepted. */
class AmqpSettledStatesTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();
    private final FakeMessage message = FakeMessage.data(1);

    @AfterEach
    void everythingIsHome() {
        peer.lose();
        loop.expectsComplete();
    }

    /** One message is out, on a link whose source may name a default outcome. */
    private void send(final boolean rejectsByDefault) {
        peer.session().receiver(1, "queues/other", SenderSettleMode.MIXED);
        peer.attach.handle(0).name(FakePeer.text("x"));
        peer.attach.source().address(FakePeer.text("queues/x"));
        if (rejectsByDefault) {
            peer.attach.source().defaultOutcome().rejected();
        }
        peer.send(peer.attach::encode);
        loop.directory.source("queues/x").put(message);
        peer.credit(0, 0, 1).read();
    }

    private void expects(final Outcome outcome) {
        peer.send(peer.disposition::encode);
        assertEquals(List.of(outcome), message.outcomes);
    }

    @Test
    void acceptsWithoutAState() {
        send(false);
        peer.settle(0, 0);
        expects(Outcome.ACCEPTED);
    }

    @Test
    void releasesWhatWasReceivedInPart() {
        send(false);
        peer.settle(0, 0).state().received(1, 2);
        expects(Outcome.RELEASED);
    }

    @Test
    void doesWithItWhatTheSourceSays() {
        send(true);
        peer.settle(0, 0).state().received(1, 2);
        expects(Outcome.REJECTED);
    }

    @Test
    void releasesWhatHasAStateThatItDoesNotKnow() {
        send(true);
        final UnsafeBuffer state = new UnsafeBuffer(new byte[64]);
        final int length =
                new TypeWriter()
                        .wrap(state, 0, 64)
                        .putDescriptor(Slice.of(new byte[] {(byte) 0xA3, 3, 'a', ':', 'b'}))
                        .beginList()
                        .endList()
                        .end();
        peer.settle(0, 0).state().encoded(new Slice().wrap(state, 0, length));
        expects(Outcome.RELEASED);
    }
}
