package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TerminusEncoder;
import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows, handles, attach and detach. */
class AmqpSessionTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private void sessionFlow(final int nextIncomingId, final int window, final boolean echo) {
        peer.send(
                peer.flow
                                .clear()
                                .nextIncomingId(nextIncomingId)
                                .incomingWindow(window)
                                .nextOutgoingId(0)
                                .outgoingWindow(1)
                                .echo(echo)
                        ::encode);
    }

    @Test
    void answersEcho() {
        peer.session();
        sessionFlow(0, 10, true);
        peer.expect("flow in 0 window 16");
        peer.sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.flow.handle(0).deliveryCount(0).echo(true)::encode)
                .expect("flow 0 count 0 credit 8");
    }

    @Test
    void stopsAtThePeersWindow() {
        peer.session(1 << 16, 2).receiver(0, "queues/x", SenderSettleMode.MIXED).read();
        peer.send(
                peer.flow
                                .clear()
                                .nextIncomingId(0)
                                .incomingWindow(2)
                                .outgoingWindow(1)
                                .handle(0)
                                .deliveryCount(0)
                                .linkCredit(10)
                        ::encode);
        final FakeSource source = loop.directory.source("queues/x");
        for (int i = 0; i < 5; i++) {
            source.put(FakeMessage.data(10));
        }
        peer.expect("transfer 0 id 0", "transfer 0 id 1");
        sessionFlow(1, 2, false);
        peer.expect("transfer 0 id 2");
        sessionFlow(3, 0, false);
        peer.expect("");
        sessionFlow(3, 100, false);
        peer.expect("transfer 0 id 3", "transfer 0 id 4");
    }

    @Test
    void splitsWhereTheWindowEnds() {
        peer.session(512, 2).receiver(0, "queues/x", SenderSettleMode.MIXED).read();
        peer.send(
                peer.flow
                                .clear()
                                .nextIncomingId(0)
                                .incomingWindow(2)
                                .outgoingWindow(1)
                                .handle(0)
                                .deliveryCount(0)
                                .linkCredit(10)
                        ::encode);
        final FakeSource source = loop.directory.source("queues/x");
        final FakeMessage large = FakeMessage.data(1_200);
        source.put(large);
        source.put(FakeMessage.data(1));
        peer.expect("transfer 0 id 0 more", "transfer 0 more");
        assertTrue(large.isWritten());
        sessionFlow(2, 1, false);
        peer.expect("transfer 0");
        sessionFlow(3, 1, false);
        peer.expect("transfer 0 id 1");
        assertEquals(1_208 + 9, peer.payloadBytes());
    }

    @Test
    void refusesAFlowAheadOfWhatWasSent() {
        peer.session();
        sessionFlow(1, 10, false);
        peer.expect("end amqp:session:window-violation");
        sessionFlow(0, 10, true);
        peer.expect("");
        peer.send(peer.close.end(0)::encode).expect("");
        peer.send(peer.begin::encode).expect("begin 0");
    }

    @Test
    void countsTransferIdsRoundTheEnd() {
        peer.session();
        peer.send(peer.close.end(0)::encode).expect("end");
        peer.send(peer.begin.nextOutgoingId(0xFFFF_FFFE)::encode).expect("begin 0");
        peer.sender(0, "x", SenderSettleMode.SETTLED).read();
        for (int i = 0; i < 8; i++) {
            peer.message(0, 0xFFFF_FFFE + i, FakePeer.data(1), true);
        }
        peer.read();
        peer.send(
                        peer.flow
                                        .clear()
                                        .nextIncomingId(0)
                                        .nextOutgoingId(6)
                                        .incomingWindow(1)
                                        .echo(true)
                                ::encode)
                .expect("flow in 6 window 16");
    }

    @Test
    void wantsItsWindowKept() {
        final AmqpLimits limits =
                new AmqpLimits(
                        FakeLoop.LIMITS.frames(),
                        7,
                        7,
                        2,
                        FakeLoop.LIMITS.messages(),
                        FakeLoop.LIMITS.times());
        final FakeLoop small = new FakeLoop(limits, new Home.Limits(64, 16, 1 << 20));
        final FakePeer other = small.peer();
        other.session().sender(0, "x", SenderSettleMode.MIXED).read();
        other.message(0, 0, FakePeer.data(1), true).expect("flow in 1 window 2");
        assertFalse(other.wire.closed);
        other.lose();
        small.expectsComplete();
    }

    @Test
    void refusesHandles() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.receiver(0, "queues/x", SenderSettleMode.MIXED)
                .expect("end amqp:session:handle-in-use");
    }

    @Test
    void refusesHandlesAboveTheHighest() {
        peer.session().sender(8, "x", SenderSettleMode.MIXED);
        peer.expect("close amqp:connection:framing-error");
    }

    @Test
    void refusesUnattachedHandles() {
        peer.session().message(3, 0, FakePeer.data(1), true);
        peer.expect("end amqp:session:unattached-handle");
    }

    @Test
    void refusesTransfersToASender() {
        peer.session().receiver(0, "queues/x", SenderSettleMode.MIXED).read();
        peer.message(0, 0, FakePeer.data(1), true).expect("end amqp:illegal-state");
    }

    @Test
    void refusesASecondLinkOfTheName() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.attach.handle(1);
        peer.send(peer.attach::encode)
                .expect("attach 1 receiver null", "detach 1 closed amqp:not-allowed");
        peer.attach.role(Role.RECEIVER).handle(2);
        peer.attach.source().address(FakePeer.text("queues/x"));
        peer.send(peer.attach::encode).expect("attach 2 sender");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queues/",
                "/events/",
                "closed",
                "/queues/closed",
                "/",
                "events/+",
                "events/a\0",
                "queues/#",
                "a/#",
                "events-store/a",
                "commands/a",
                "/$SYS/a"
            })
    void refusesAddresses(final String address) {
        peer.session().sender(0, address, SenderSettleMode.MIXED);
        peer.expect("attach 0 receiver null", "detach 0 closed amqp:not-found");
        // What was sent before the peer saw it is ignored.
        peer.message(0, 0, FakePeer.data(1), false).expect("");
        peer.send(peer.detach.closed(true)::encode).expect("");
        peer.sender(0, "x", SenderSettleMode.MIXED)
                .expect("attach 0 receiver", "flow 0 count 0 credit 8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "events/a+",
                "events/#/a",
                "events/+/\0",
                "queues/+",
                "queries/a",
                "$share/g/a"
            })
    void refusesFilters(final String address) {
        peer.session().receiver(0, address, SenderSettleMode.MIXED);
        peer.expect("attach 0 sender null", "detach 0 closed amqp:not-found");
    }

    @Test
    void refusesAddressesThatAreTooLongOrDeep() {
        peer.session().sender(0, "x".repeat(1_018), SenderSettleMode.MIXED);
        peer.expect("attach 0 receiver null", "detach 0 closed amqp:not-found");
        peer.sender(1, "x".repeat(1_017), SenderSettleMode.MIXED)
                .expect("attach 1 receiver", "flow 1 count 0 credit 8");
        peer.receiver(2, "events" + "/a".repeat(128), SenderSettleMode.MIXED)
                .expect("attach 2 sender null", "detach 2 closed amqp:not-found");
    }

    @Test
    void refusesWhatItDoesNotHave() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        target(1).kind(Descriptor.COORDINATOR);
        refused(1, "receiver", AmqpError.NOT_IMPLEMENTED);
        target(2).kind(Descriptor.TARGET).dynamic(true);
        refused(2, "receiver", AmqpError.NOT_IMPLEMENTED);
        target(3).kind(Descriptor.TARGET);
        refused(3, "receiver", AmqpError.NOT_IMPLEMENTED);
        target(4);
        refused(4, "receiver", AmqpError.NOT_FOUND);
        peer.attach.clear().name(FakePeer.text("l5")).handle(5).role(Role.RECEIVER);
        refused(5, "sender", AmqpError.NOT_FOUND);
        peer.attach.clear().name(FakePeer.text("l6")).handle(6).role(Role.RECEIVER);
        peer.attach.source().kind(Descriptor.SOURCE).dynamic(true);
        refused(6, "sender", AmqpError.NOT_IMPLEMENTED);
        peer.receiver(7, "queues/closed", SenderSettleMode.MIXED)
                .expect("attach 7 sender null", "detach 7 closed amqp:not-found");
    }

    private TerminusEncoder target(final int handle) {
        peer.attach
                .clear()
                .name(FakePeer.text("l" + handle))
                .handle(handle)
                .role(Role.SENDER)
                .initialDeliveryCount(0);
        return peer.attach.target();
    }

    private void refused(final int handle, final String role, final AmqpError error) {
        peer.send(peer.attach::encode)
                .expect(
                        "attach " + handle + " " + role + " null",
                        "detach " + handle + " closed " + error.symbol());
    }

    @Test
    void answersDetachInKind() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.detach::encode).expect("detach 0");
        peer.sender(0, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.detach.closed(true)::encode).expect("detach 0 closed");
        peer.send(peer.detach.closed(true)::encode).expect("end amqp:session:unattached-handle");
    }

    @Test
    void answersAttachToEventsWhenTheyCome() {
        loop.directory.readyAtOnce = false;
        peer.session().receiver(0, "/events/a/+", SenderSettleMode.MIXED).expect("");
        peer.credit(0, 0, 2).expect("");
        final FakeSource source = loop.directory.source("events/a/+");
        source.onReady.run();
        peer.expect("attach 0 sender");
        for (int i = 0; i < 3; i++) {
            source.put(FakeMessage.data(1));
        }
        peer.expect("transfer 0 id 0", "transfer 0 id 1");
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 1);
        loop.directory.readyAtOnce = false;
        peer.receiver(1, "events/b", SenderSettleMode.MIXED).expect("");
        peer.send(peer.detach.handle(1).closed(true)::encode)
                .expect("attach 1 sender", "detach 1 closed");
    }
}
