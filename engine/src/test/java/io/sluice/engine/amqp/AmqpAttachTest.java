package io.sluice.engine.amqp;

import io.sluice.codec.amqp.SenderSettleMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to an attach that a peer with small frames cannot be given whole. */
class AmqpAttachTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private static String address(final int length) {
        return "queues/" + "x".repeat(length);
    }

    private void attach(final String address) {
        peer.attach.name(FakePeer.text("long"));
        peer.attach.source().address(FakePeer.text(address));
        peer.attach.target().address(FakePeer.text(address));
        peer.send(peer.attach::encode);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsTheLinkAloneForItsAddresses(final boolean sends) {
        peer.session(512, 100);
        if (sends) {
            peer.sender(0, "queues/a", SenderSettleMode.MIXED).read();
        } else {
            peer.receiver(0, "queues/a", SenderSettleMode.MIXED).read();
        }
        peer.attach.handle(1);
        attach(address(300));
        peer.expect(
                "attach 1 " + (sends ? "receiver" : "sender") + " null",
                "detach 1 closed amqp:frame-size-too-small");
        peer.send(peer.detach.handle(1).closed(true)::encode).expect("");
        attach(address(100));
        peer.expect(
                sends
                        ? new String[] {"attach 1 receiver", "flow 1 count 0 credit 8"}
                        : new String[] {"attach 1 sender"});
    }

    @Test
    void endsALinkWhoseAnswerCameLate() {
        loop.directory.readyAtOnce = false;
        peer.session(512, 100).receiver(0, "events/a", SenderSettleMode.MIXED).read();
        peer.attach.handle(1);
        attach("events/" + "x".repeat(300));
        peer.expect("");
        final FakeSource source = loop.directory.sources.get(1);
        source.onReady.run();
        peer.expect("attach 1 sender null", "detach 1 closed amqp:frame-size-too-small");
        peer.send(peer.detach.handle(1).closed(true)::encode).expect("");
    }

    @Test
    void closesForANameThatItCannotRepeat() {
        peer.session(512, 100).receiver(0, "queues/a", SenderSettleMode.MIXED).read();
        peer.attach.handle(1).name(FakePeer.text("n".repeat(600)));
        peer.send(peer.attach::encode).expect("close amqp:frame-size-too-small");
    }
}
