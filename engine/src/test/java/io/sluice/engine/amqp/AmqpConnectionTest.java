package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the first byte to messages both ways. */
class AmqpConnectionTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, Integer.MAX_VALUE})
    void sendsWithinCreditWithoutSasl(final int chunk) {
        peer.chunk = chunk;
        peer.header(ProtocolHeader.AMQP).expect("header 0");
        peer.send(peer.open.containerId(FakePeer.text("c"))::encode).expect("open");
        peer.send(peer.begin.incomingWindow(100).outgoingWindow(100)::encode).expect("begin 0");
        peer.receiver(0, "queues/x", SenderSettleMode.MIXED).expect("attach 0 sender");
        final FakeSource source = loop.directory.source("queues/x");
        final FakeMessage[] messages = new FakeMessage[3];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = FakeMessage.data(10);
            source.put(messages[i]);
        }
        peer.expect("");
        peer.credit(0, 0, 2).expect("transfer 0 id 0", "transfer 0 id 1");
        peer.disposition.clear().role(Role.RECEIVER).first(0).last(1);
        peer.disposition.settled(true).state().accepted();
        peer.send(peer.disposition::encode).expect("");
        assertEquals(List.of(Outcome.ACCEPTED), messages[1].outcomes);
        peer.credit(0, 2, 1).expect("transfer 0 id 2");
        peer.send(peer.close.close()::encode).expect("close");
        assertEquals(List.of(Outcome.RELEASED), messages[2].outcomes);
        loop.expectsComplete();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Integer.MAX_VALUE})
    void acceptsWhatCameHomeAfterSasl(final int chunk) {
        peer.chunk = chunk;
        peer.header(ProtocolHeader.SASL).expect("header 3", "SASL_MECHANISMS");
        peer.send(new SaslEncoder().init(FakePeer.text("ANONYMOUS"))::encode).expect("outcome OK");
        peer.session();
        peer.sender(1, "x", SenderSettleMode.UNSETTLED)
                .expect("attach 1 receiver", "flow 1 count 0 credit 8");
        loop.directory.target.outcome = null;
        peer.message(1, 0, FakePeer.data(5), false).expect("");
        loop.directory.target.bringHome(0, Outcome.ACCEPTED);
        loop.step();
        peer.expect("receiver 0..0 settled accepted");
        assertEquals("queues/x", loop.directory.addresses.get(0));
        peer.lose();
        loop.expectsComplete();
    }

    @Test
    void readsEverythingInOneWrite() {
        final Slice name = FakePeer.text("c");
        peer.header(ProtocolHeader.AMQP).send(peer.open.containerId(name)::encode);
        peer.send(peer.begin.incomingWindow(9)::encode).expect("header 0", "open", "begin 0");
        peer.lose();
        loop.expectsComplete();
    }
}
