package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A link that is attached again elsewhere is gone where it was (part 2 section 2.6.1). */
class AmqpStolenLinkTest {
    private final FakeLoop loop = new FakeLoop();
    private final List<FakePeer> peers = new ArrayList<>();

    @AfterEach
    void everythingIsHome() {
        for (final FakePeer peer : peers) {
            if (!peer.wire.closed) {
                peer.lose();
            }
        }
        loop.expectsComplete();
        assertEquals(0, loop.server.links().count());
    }

    private FakePeer peer(final String container) {
        final FakePeer peer = loop.peer();
        peer.container = container;
        peers.add(peer);
        return peer.session();
    }

    @Test
    void givesBackWhatWasNotSettled() {
        final FakePeer old = peer("c");
        old.receiver(0, "queues/x", SenderSettleMode.UNSETTLED).read();
        final FakeSource source = loop.directory.source("queues/x");
        final FakeMessage[] messages = new FakeMessage[4];
        old.credit(0, 0, 3);
        old.wire.congested = true;
        for (int i = 0; i < messages.length; i++) {
            old.wire.congested = i > 1; // the third waits at the link, the last at the queue
            messages[i] = FakeMessage.data(10);
            source.put(messages[i]);
        }
        old.expect("transfer 0 id 0", "transfer 0 id 1");
        old.settle(0, 0).state().accepted();
        old.send(old.disposition::encode);
        final FakePeer thief = peer("c");
        thief.receiver(0, "queues/y", SenderSettleMode.UNSETTLED).expect("attach 0 sender");
        old.expect("detach 0 amqp:link:stolen");
        assertEquals(List.of(Outcome.ACCEPTED), messages[0].outcomes);
        assertEquals(List.of(Outcome.RELEASED), messages[1].outcomes, "as after a detach");
        assertEquals(List.of(Outcome.RELEASED), messages[2].outcomes);
        assertEquals(List.of(), messages[3].outcomes);
        loop.expects(Counter.LINKS_STOLEN, 1);
        loop.expects(Counter.LINKS_FAILED, 0);
        // What crosses the detach is ignored, and the rest of the session goes on.
        old.settle(1, 1).state().accepted();
        old.send(old.disposition::encode).credit(0, 2, 5);
        old.send(old.detach.clear().handle(0).closed(false)::encode).expect("");
        old.receiver(0, "queues/x", SenderSettleMode.UNSETTLED).expect("attach 0 sender");
        thief.expect("detach 0 amqp:link:stolen");
    }

    @Test
    void tellsWhatIsDecidedFirst() {
        final FakePeer old = peer("c");
        old.sender(0, "queues/x", SenderSettleMode.UNSETTLED).read();
        loop.directory.target.outcome = null;
        for (int i = 0; i < 3; i++) {
            old.message(0, i, FakePeer.data(5), false);
        }
        loop.directory.target.bringHome(0, Outcome.ACCEPTED);
        loop.home.mailbox().drain(1); // it is home, and the answer is not written
        old.expect("");
        final FakePeer thief = peer("c");
        thief.sender(0, "queues/x", SenderSettleMode.UNSETTLED)
                .expect("attach 0 receiver", "flow 0 count 0 credit 8");
        old.expect("receiver 0..0 settled accepted", "detach 0 amqp:link:stolen");
        loop.directory.target.bringHome(0, Outcome.ACCEPTED);
        loop.directory.target.bringHome(0, Outcome.RELEASED);
        loop.step();
        old.expect("");
        loop.expects(Counter.MESSAGES_ACCEPTED, 2);
        loop.expects(Counter.MESSAGES_RETURNED, 1);
    }

    /** The answer to an attach comes before the detach, though the attach had to wait. */
    @Test
    void answersTheAttachFirst() {
        loop.directory.readyAtOnce = false;
        final FakePeer old = peer("c");
        old.receiver(0, "events/x", SenderSettleMode.SETTLED).expect("");
        final FakeSource source = loop.directory.source("events/x");
        final FakePeer thief = peer("c");
        thief.receiver(0, "events/x", SenderSettleMode.SETTLED).expect("");
        old.expect("attach 0 sender", "detach 0 amqp:link:stolen");
        source.onReady.run();
        old.expect("");
        loop.directory.source("events/x").onReady.run();
        thief.expect("attach 0 sender");
    }

    @Test
    void isTheSameOnAnotherSessionOfTheConnection() {
        final FakePeer peer = peer("c");
        peer.receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        peer.send(peer.begin.channel(3)::encode).expect("begin 3");
        peer.attach.channel(3);
        peer.send(peer.attach::encode).expect("detach 0 amqp:link:stolen", "attach 0 sender");
    }

    @Test
    void isRefusedOnItsOwnSession() {
        final FakePeer peer = peer("c");
        peer.receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        peer.attach.handle(1);
        peer.send(peer.attach::encode)
                .expect("attach 1 sender null", "detach 1 closed amqp:not-allowed");
        loop.expects(Counter.LINKS_STOLEN, 0);
    }

    /** Another container, another name, the other direction, or no container-id at all. */
    @Test
    void isNoOtherLink() {
        final FakePeer one = peer("c");
        one.receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        peer("d").receiver(0, "queues/x", SenderSettleMode.SETTLED).expect("attach 0 sender");
        peer("c").receiver(1, "queues/x", SenderSettleMode.SETTLED).expect("attach 1 sender");
        final FakePeer other = peer("c");
        other.attach.clear().name(FakePeer.text("r0")).handle(0).role(Role.SENDER);
        other.attach.initialDeliveryCount(0).source().kind(io.sluice.codec.amqp.Descriptor.SOURCE);
        other.attach.target().kind(io.sluice.codec.amqp.Descriptor.TARGET);
        other.attach.target().address(FakePeer.text("queues/x"));
        other.send(other.attach::encode).expect("attach 0 receiver", "flow 0 count 0 credit 8");
        final FakePeer unnamed = peer("");
        unnamed.receiver(0, "queues/x", SenderSettleMode.SETTLED).expect("attach 0 sender");
        peer("").receiver(0, "queues/x", SenderSettleMode.SETTLED).expect("attach 0 sender");
        unnamed.expect("");
        one.expect("");
        loop.expects(Counter.LINKS_STOLEN, 0);
    }

    /** An attach that is refused takes nothing from anybody. */
    @Test
    void staysIfTheOtherAttachIsRefused() {
        final FakePeer old = peer("c");
        old.receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        peer("c")
                .receiver(0, "queues/closed", SenderSettleMode.SETTLED)
                .expect("attach 0 sender null", "detach 0 closed amqp:not-found");
        old.expect("");
    }

    @Test
    void hasNobodyToTellOnceItsConnectionIsLost() {
        final FakePeer old = peer("c");
        old.receiver(0, "queues/x", SenderSettleMode.SETTLED).read();
        old.lose();
        peer("c").receiver(0, "queues/x", SenderSettleMode.SETTLED).expect("attach 0 sender");
        final FakePeer other = loop.peer();
        peers.add(other);
        other.header(ProtocolHeader.AMQP).expect("header 0");
        loop.expects(Counter.LINKS_STOLEN, 0);
    }
}
