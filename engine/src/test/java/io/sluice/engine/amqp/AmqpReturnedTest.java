package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.broker.BrokerContext;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes back to a queue: to whom it goes, and what its header says then. */
class AmqpReturnedTest {
    private static final String QUEUE = "queues/x";
    private static final int DELIVERIES_MAX = 3;

    private final AmqpWorld world =
            new AmqpWorld(2, new BrokerContext.QueueLimits(1_000, 1 << 20, DELIVERIES_MAX));

    @AfterEach
    void everythingIsHome() {
        world.expectsComplete();
    }

    /** How a consumer lets go of a message, and whether that is a failed attempt. */
    private enum End {
        RELEASED(false, peer -> settle(peer, state -> state.state().released())),
        MODIFIED(false, peer -> settle(peer, state -> state.state().modified(false, false))),
        FAILED(true, peer -> settle(peer, state -> state.state().modified(true, false))),
        DETACHED(
                false,
                peer ->
                        peer.send(peer.detach.clear().handle(0).closed(true)::encode)
                                .expect("detach 0 closed")),
        DETACHED_WITH_ERROR(
                true,
                peer -> {
                    peer.detach.clear().handle(0).closed(true).error().condition(AmqpError.STOLEN);
                    peer.send(peer.detach::encode).expect("detach 0 closed");
                }),
        ENDED(false, peer -> peer.send(peer.close.end(0)::encode).expect("end")),
        ENDED_WITH_ERROR(
                true,
                peer -> {
                    peer.close.end(0).error().condition(AmqpError.INTERNAL_ERROR);
                    peer.send(peer.close::encode).expect("end");
                }),
        CLOSED(false, peer -> peer.send(peer.close.close()::encode).expect("close")),
        CLOSED_WITH_ERROR(
                true,
                peer -> {
                    peer.close.close().error().condition(AmqpError.INTERNAL_ERROR);
                    peer.send(peer.close::encode).expect("close");
                }),
        ENDED_BY_US(
                true,
                peer ->
                        peer.send(peer.detach.clear().handle(5)::encode)
                                .expect("end amqp:session:unattached-handle")),
        LOST(true, FakePeer::lose);

        private final boolean counts;
        private final Consumer<FakePeer> how;

        End(final boolean counts, final Consumer<FakePeer> how) {
            this.counts = counts;
            this.how = how;
        }

        private static void settle(final FakePeer peer, final Consumer<DispositionEncoder> state) {
            state.accept(peer.settle(0, 0));
            peer.send(peer.disposition::encode).expect("");
        }
    }

    private FakePeer consumer(final int loop, final int credit) {
        final FakePeer consumer = world.peer(loop);
        consumer.container = "consumer";
        consumer.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        consumer.credit(0, 0, credit);
        world.settleDown();
        return consumer;
    }

    private static void end(final FakePeer peer) {
        if (!peer.wire.closed) {
            peer.send(peer.close.close()::encode).expect("close");
        }
    }

    private static void modify(
            final FakePeer peer, final int id, final boolean failed, final boolean notHere) {
        peer.settle(id, id).state().modified(failed, notHere);
        peer.send(peer.disposition::encode);
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void comesAgainWithTheRightHeader(final End end) {
        world.fill(QUEUE, 1);
        for (int attempt = 0; attempt < DELIVERIES_MAX; attempt++) {
            final FakePeer consumer = consumer(attempt % 2, 1);
            consumer.expect("transfer 0 id 0");
            assertEquals(attempt == 0, consumer.header().firstAcquirer());
            assertEquals(end.counts ? attempt : 0, consumer.header().deliveryCount());
            end.how.accept(consumer);
            end(consumer);
            world.settleDown();
        }
        assertEquals(end.counts ? 1 : 0, world.store.deadLetters());
        assertEquals(end.counts ? 0 : 1, world.store.records());
    }

    /** Not a byte of what waited at the link was sent, so its loss is no attempt. */
    @Test
    void countsNothingOfWhatWasNotSent() {
        world.fill(QUEUE, 2);
        final FakePeer slow = world.peer(1);
        slow.session(1 << 16, 1).receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        slow.send(
                slow.flow
                                .clear()
                                .incomingWindow(1)
                                .nextOutgoingId(0)
                                .outgoingWindow(1)
                                .handle(0)
                                .deliveryCount(0)
                                .linkCredit(2)
                        ::encode);
        world.settleDown();
        slow.expect("transfer 0 id 0");
        slow.lose();
        world.settleDown();
        final FakePeer next = consumer(0, 1);
        next.expect("transfer 0 id 0");
        assertEquals(1, next.header().deliveryCount());
        next.credit(0, 1, 1);
        world.settleDown();
        next.expect("transfer 0 id 1");
        assertEquals(0, next.header().deliveryCount());
        end(next);
    }

    /** All at once, and in between: each once, where it was. */
    @Test
    void keepsTheirOrder() {
        world.fill(QUEUE, 8);
        final FakePeer one = consumer(0, 4);
        one.expect("transfer 0 id 0", "transfer 0 id 1", "transfer 0 id 2", "transfer 0 id 3");
        final FakePeer other = world.peer(1);
        other.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        other.credit(0, 0, 2);
        world.settleDown();
        one.settle(1, 1).state().accepted();
        one.send(one.disposition::encode);
        other.settle(0, 0).state().released();
        other.send(other.disposition::encode);
        one.lose();
        world.settleDown();
        other.expect("transfer 0 id 0", "transfer 0 id 1");
        other.settle(1, 1).state().accepted();
        other.send(other.disposition::encode);
        end(other);
        world.settleDown();
        final FakePeer next = world.peer(0);
        next.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        final int[] expected = {0, 2, 3, 4, 6, 7};
        for (int i = 0; i < expected.length; i++) {
            next.credit(0, i, 1);
            world.settleDown();
            next.expect("transfer 0 id " + i);
            assertEquals(expected[i], AmqpWorld.number(next));
            next.settle(i, i).state().accepted();
            next.send(next.disposition::encode);
        }
        next.credit(0, expected.length, 1, true);
        world.settleDown();
        next.expect("flow 0 count 7 credit 0 drain");
        end(next);
    }

    /** The count is kept over a crash, and everything may have been seen then. */
    @Test
    void keepsTheCountOverACrash() {
        world.fill(QUEUE, 2);
        final FakePeer consumer = consumer(1, 1);
        modify(consumer, 0, true, false);
        world.settleDown();
        world.crash();
        final FakePeer next = consumer(0, 1);
        next.expect("transfer 0 id 0");
        assertEquals(1, next.header().deliveryCount());
        next.credit(0, 1, 1);
        world.settleDown();
        next.expect("transfer 0 id 1");
        assertEquals(0, next.header().deliveryCount());
        assertEquals(false, next.header().firstAcquirer());
        end(next);
    }

    @Test
    void goesToOthersIfOneDoesNotWantIt() {
        world.fill(QUEUE, 2);
        final FakePeer one = consumer(1, 1);
        one.expect("transfer 0 id 0");
        modify(one, 0, false, true);
        one.credit(0, 1, 5);
        world.settleDown();
        one.expect("transfer 0 id 1"); // the second message, not the first
        final FakePeer other = world.peer(0);
        other.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        other.credit(0, 0, 5);
        world.settleDown();
        other.expect("transfer 0 id 0");
        assertEquals(0, AmqpWorld.number(other));
        assertEquals(0, other.header().deliveryCount());
        assertEquals(false, other.header().firstAcquirer());
        // Both wait behind it in the line; it is nobody's when this one declines it, too.
        modify(other, 0, true, true);
        world.settleDown();
        other.expect("");
        one.expect("");
        one.credit(0, 2, 5, true);
        other.credit(0, 1, 5, true);
        world.settleDown();
        one.expect("flow 0 count 7 credit 0 drain");
        other.expect("flow 0 count 6 credit 0 drain");
        end(one);
        // A new link has declined nothing, though it has the old one's name.
        final FakePeer again = consumer(1, 5);
        again.expect("transfer 0 id 0", "transfer 0 id 1");
        end(again);
        end(other);
    }

    /** One that stands in line first and wants nothing of it does not keep it from the next. */
    @Test
    void passesTheFirstInLine() {
        world.fill(QUEUE, 1);
        final FakePeer first = consumer(1, 1);
        first.expect("transfer 0 id 0");
        final FakePeer second = world.peer(0);
        second.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        first.credit(0, 1, 5);
        world.settleDown();
        second.credit(0, 0, 5);
        world.settleDown();
        modify(first, 0, false, true);
        world.settleDown();
        second.expect("transfer 0 id 0");
        second.settle(0, 0).state().accepted();
        second.send(second.disposition::encode);
        world.fill(QUEUE, 1);
        first.expect("transfer 0 id 1"); // which still is the first in line
        end(second);
        end(first);
    }

    /** Who declines more than is remembered sees it again, but each time counts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsThoughTheOnlyConsumerWantsNothing(final boolean failed) {
        final int count = 130;
        world.fill(QUEUE, count);
        final FakePeer consumer = consumer(1, 1_000);
        consumer.read();
        int seen = 0;
        for (int round = 0; consumer.transfers() > seen; round++) {
            assertTrue(round < 10 * count, "for ever");
            for (final int now = consumer.transfers(); seen < now; seen++) {
                modify(consumer, seen, failed, true);
            }
            world.settleDown();
            consumer.read();
        }
        assertEquals(2, world.store.deadLetters());
        assertEquals(count - 2, world.store.records());
        assertEquals(count + 2 * (DELIVERIES_MAX - 1), seen);
        end(consumer);
    }
}
