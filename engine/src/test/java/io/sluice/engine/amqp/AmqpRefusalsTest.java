package io.sluice.engine.amqp;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.observe.Counter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever is refused is counted, by what was refused. */
class AmqpRefusalsTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private void expects(final int refused, final int failed, final int broken) {
        loop.expects(Counter.LINKS_REFUSED, refused);
        loop.expects(Counter.LINKS_FAILED, failed);
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, broken);
    }

    @Test
    void countsWhoDoesNotSayAName() {
        loop.anonymous = false;
        peer.header(ProtocolHeader.AMQP);
        loop.expects(Counter.CONNECTIONS_REFUSED_HANDSHAKE, 1);
        expects(0, 0, 0);
    }

    @Test
    void countsWhoMayNotCome() {
        loop.anonymous = false;
        peer.header(ProtocolHeader.SASL);
        peer.send(new SaslEncoder().init(FakePeer.text("ANONYMOUS"))::encode);
        loop.expects(Counter.CONNECTIONS_REFUSED_HANDSHAKE, 1);
        expects(0, 0, 0);
    }

    @Test
    void countsWhoSpeaksAnotherProtocol() {
        peer.header(ProtocolHeader.TLS);
        loop.expects(Counter.CONNECTIONS_REFUSED_HANDSHAKE, 0);
        expects(0, 0, 1);
    }

    @Test
    void countsLinksThatDoNotComeAbout() {
        peer.session().sender(0, "queues/closed", SenderSettleMode.MIXED);
        peer.receiver(1, "queues/closed", SenderSettleMode.MIXED);
        expects(2, 0, 0);
    }

    @Test
    void countsFramesThatAreTooLarge() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.first(0, 0, new byte[16 << 10]).more(true)::encode);
        peer.read();
        expects(0, 0, 1); // a frame that is too large ends everything
    }

    @Test
    void countsLinksAndSessionsThatBreakARule() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.next(0, FakePeer.data(1))::encode)
                .expect("detach 0 closed amqp:invalid-field");
        expects(0, 1, 0);
        peer.send(peer.detach.handle(0).closed(true)::encode).expect("");
        peer.send(peer.detach.handle(0)::encode).expect("end amqp:session:unattached-handle");
        expects(0, 2, 0);
    }

    @Test
    void countsNobodyWhoGoes() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.detach.handle(0).closed(true)::encode).expect("detach 0 closed");
        peer.send(peer.close.end(0)::encode).expect("end");
        expects(0, 0, 0);
    }
}
