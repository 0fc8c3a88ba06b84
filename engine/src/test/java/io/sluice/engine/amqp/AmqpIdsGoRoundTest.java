package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our transfer-ids, delivery-ids and delivery-counts behind 2^32 - 1 (RFC 1982). */
class AmqpIdsGoRoundTest {
    private static final int FIRST = 0xFFFF_FFFE;

    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private FakeMessage[] send(final int count) {
        loop.server.firstId(FIRST);
        peer.firstId = FIRST;
        peer.session().receiver(0, "queues/x", SenderSettleMode.UNSETTLED).read();
        peer.credit(0, FIRST, count);
        final FakeMessage[] messages = new FakeMessage[count];
        for (int i = 0; i < count; i++) {
            messages[i] = FakeMessage.data(1);
            loop.directory.source("queues/x").put(messages[i]);
        }
        return messages;
    }

    @ParameterizedTest
    @EnumSource(ReceiverSettleMode.class)
    void areOneRange(final ReceiverSettleMode mode) {
        peer.receiverMode = mode;
        final FakeMessage[] messages = send(4);
        peer.expect(
                "transfer 0 id 4294967294",
                "transfer 0 id 4294967295",
                "transfer 0 id 0",
                "transfer 0 id 1");
        peer.settle(FIRST, 1).settled(false).state().accepted();
        peer.send(peer.disposition::encode).expect("sender 4294967294..1 settled accepted");
        for (final FakeMessage message : messages) {
            assertEquals(List.of(Outcome.ACCEPTED), message.outcomes);
        }
    }

    /** More ids than deliveries, and more deliveries than ids. */
    @Test
    void areFoundInAnyRange() {
        final FakeMessage[] messages = send(6);
        peer.read();
        peer.settle(FIRST + 1, FIRST + 2).state().accepted();
        peer.send(peer.disposition::encode);
        peer.settle(FIRST - 1_000, 1_000).state().released();
        peer.send(peer.disposition::encode).expect("");
        for (int i = 0; i < messages.length; i++) {
            assertEquals(
                    List.of(i == 1 || i == 2 ? Outcome.ACCEPTED : Outcome.RELEASED),
                    messages[i].outcomes);
        }
    }

    @Test
    void areCreditAndWindow() {
        send(3);
        peer.read();
        // The receiver has seen the first two, and takes two more frames.
        peer.flow.clear().nextIncomingId(0).incomingWindow(3).nextOutgoingId(0).handle(0);
        peer.send(peer.flow.deliveryCount(0).linkCredit(4).echo(true)::encode)
                .expect("flow 0 count 1 credit 3");
        for (int i = 0; i < 4; i++) {
            loop.directory.source("queues/x").put(FakeMessage.data(1));
        }
        peer.expect("transfer 0 id 1", "transfer 0 id 2");
        peer.send(peer.flow.nextIncomingId(3).deliveryCount(3).linkCredit(2)::encode);
        peer.expect("transfer 0 id 3", "transfer 0 id 4", "flow 0 count 5 credit 0");
        loop.expects(Counter.MATCHED, 7);
        peer.flow.nextIncomingId(6);
        peer.send(peer.flow::encode).expect("end amqp:session:window-violation");
    }

    @Test
    void areDrained() {
        send(1);
        peer.read();
        peer.credit(0, FIRST + 1, 3, true).expect("flow 0 count 2 credit 0 drain");
    }

    /** A receiver that has not seen our attach begins with what it will say. */
    @Test
    void areWhereItBegins() {
        loop.server.firstId(FIRST);
        peer.session().receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        loop.directory.source("queues/x").put(FakeMessage.data(1));
        peer.flow.clear().incomingWindow(9).handle(0);
        peer.send(peer.flow.linkCredit(2)::encode).expect("transfer 0 id 4294967294 settled");
        peer.send(peer.flow.nextIncomingId(FIRST + 1).deliveryCount(FIRST + 1).drain(true)::encode)
                .expect("flow 0 count 1 credit 0 drain");
    }
}
