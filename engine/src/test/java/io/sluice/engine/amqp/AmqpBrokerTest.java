package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.broker.BrokerContext;
import io.sluice.engine.observe.Counter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** AMQP links at the broker's own queues and events, on two loops. */
class AmqpBrokerTest {
    private static final int LOOPS = 2;

    private final AmqpWorld world =
            new AmqpWorld(LOOPS, new BrokerContext.QueueLimits(20, 1 << 20, 5));

    @AfterEach
    void everythingIsHome() {
        world.expectsComplete();
    }

    @Test
    void carriesMessagesThroughAQueue() {
        for (int at = 0; at < LOOPS; at++) {
            final FakePeer producer = world.peer(0);
            final FakePeer consumer = world.peer(at);
            final String queue = "queues/" + (char) ('a' + at);
            producer.session().sender(0, queue, SenderSettleMode.UNSETTLED).read();
            consumer.session(512, 1_000).receiver(0, queue, SenderSettleMode.UNSETTLED).read();
            consumer.credit(0, 0, 5);
            for (int i = 0; i < 8; i++) {
                producer.message(0, i, FakePeer.data(700), false);
            }
            world.settleDown();
            final String answers = producer.read();
            assertTrue(answers.contains("..7 settled accepted"), answers);
            final String said = consumer.read();
            assertTrue(said.contains("id 4") && !said.contains("id 5"), said);
            final DispositionEncoder settled = consumer.settle(0, 3);
            settled.state().accepted();
            consumer.send(settled::encode);
            consumer.lose();
            world.settleDown();
            final FakePeer next = world.peer(0);
            next.session().receiver(0, queue, SenderSettleMode.SETTLED).read();
            next.credit(0, 0, 10, true);
            world.settleDown();
            next.expect(
                    "transfer 0 id 0 settled",
                    "transfer 0 id 1 settled",
                    "transfer 0 id 2 settled",
                    "transfer 0 id 3 settled",
                    "flow 0 count 10 credit 0 drain");
            next.lose();
            producer.lose();
        }
    }

    @Test
    void drainsAnEmptyQueueAndThenDelivers() {
        final FakePeer consumer = world.peer(1);
        consumer.session().receiver(0, "queues/e", SenderSettleMode.UNSETTLED).read();
        for (int i = 0; i < 3; i++) {
            consumer.credit(0, 10 * i, 10, true);
            world.settleDown();
            consumer.expect("flow 0 count " + 10 * (i + 1) + " credit 0 drain");
        }
        final FakePeer producer = world.peer(0);
        producer.session().sender(0, "e", SenderSettleMode.SETTLED).read();
        producer.message(0, 0, FakePeer.data(1), true);
        world.settleDown();
        consumer.expect("");
        consumer.credit(0, 30, 1);
        world.settleDown();
        consumer.expect("transfer 0 id 0");
        consumer.send(consumer.close.close()::encode).expect("close");
        producer.lose();
    }

    @Test
    void waitsWhereTheQueueIsFull() {
        final FakePeer producer = world.peer(0);
        producer.session().sender(0, "queues/f", SenderSettleMode.UNSETTLED).read();
        int sent = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 8 && sent < 24; i++) {
                producer.message(0, sent++, FakePeer.data(100), false);
            }
            world.settleDown();
        }
        producer.read();
        world.expects(Counter.MESSAGES_ACCEPTED, 20);
        final FakePeer consumer = world.peer(1);
        consumer.session().receiver(0, "queues/f", SenderSettleMode.SETTLED).read();
        consumer.credit(0, 0, 30);
        world.settleDown();
        world.expects(Counter.MATCHED_SETTLED, 24);
        world.expects(Counter.MESSAGES_ACCEPTED, 24);
        final String said = producer.read();
        assertTrue(said.contains("..23 settled accepted"), said);
        consumer.lose();
        producer.lose();
    }

    @Test
    void spreadsEvents() {
        final FakePeer producer = world.peer(0);
        final FakePeer near = world.peer(0);
        final FakePeer far = world.peer(1);
        near.session().receiver(0, "events/a", SenderSettleMode.SETTLED);
        far.session().receiver(0, "events/+", SenderSettleMode.UNSETTLED);
        world.settleDown();
        near.expect("attach 0 sender");
        far.expect("attach 0 sender");
        near.credit(0, 0, 2);
        far.credit(0, 0, 3);
        producer.session().sender(0, "events/a", SenderSettleMode.UNSETTLED).read();
        for (int i = 0; i < 4; i++) {
            producer.message(0, i, FakePeer.data(10), false);
        }
        world.settleDown();
        final String answers = producer.read();
        assertTrue(answers.contains("3 settled accepted"), answers);
        near.expect("transfer 0 id 0 settled", "transfer 0 id 1 settled");
        far.expect("transfer 0 id 0", "transfer 0 id 1", "transfer 0 id 2");
        world.expects(Counter.MATCHED_DROPPED_SLOW, 3);
        near.lose();
        far.lose();
        producer.lose();
    }
}
