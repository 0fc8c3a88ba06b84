package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.SenderSettleMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a flow has to say, and when it is answered. */
class AmqpFlowTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    @Test
    void needsNoNextIncomingIdWhileTheBeginIsUnderWay() {
        peer.session().receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        final FakeSource source = loop.directory.source("queues/x");
        source.put(FakeMessage.data(1));
        source.put(FakeMessage.data(1));
        peer.flow.clear().incomingWindow(9).handle(0);
        peer.send(peer.flow.linkCredit(1)::encode).expect("transfer 0 id 0 settled");
        peer.send(peer.flow.linkCredit(2)::encode).expect("transfer 0 id 1 settled");
    }

    @Test
    void needsItOnceTheBeginWasSeen() {
        peer.session().receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        peer.credit(0, 0, 1).expect("");
        peer.send(peer.flow.clear().incomingWindow(9).handle(0).linkCredit(2)::encode)
                .expect("end amqp:invalid-field");
    }

    @Test
    void isAnsweredBehindTheAttach() {
        loop.directory.readyAtOnce = false;
        peer.session().receiver(0, "events/x", SenderSettleMode.SETTLED).expect("");
        peer.credit(0, 0, 2);
        peer.send(peer.flow.echo(true)::encode).expect("");
        loop.passSeconds(2);
        peer.expect("");
        loop.directory.source("events/x").onReady.run();
        peer.expect("attach 0 sender", "flow 0 count 0 credit 2");
        peer.send(peer.flow.echo(true)::encode).expect("flow 0 count 0 credit 2");
        assertEquals(2, loop.directory.source("events/x").demand);
    }
}
