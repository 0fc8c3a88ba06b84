package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.broker.BrokerContext;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Placement;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.store.Arrivals;
import io.sluice.engine.store.ModelStore;
import io.sluice.engine.store.StoreLoop;
import io.sluice.engine.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** AMQP links at the broker's own queues and events, on two loops. */
class AmqpBrokerTest {
    private static final int LOOPS = 2;

    private final List<Home> homes = new ArrayList<>();
    private final List<Counters> counters = new ArrayList<>();
    private final List<BrokerLoop> brokers = new ArrayList<>();
    private final List<FakeLoop> loops = new ArrayList<>();
    private long nowNs = 1_000_000_000L;
    private StoreLoop storeLoop;
    private StoreReader reader;

    @BeforeEach
    void start() {
        final ModelStore store = new ModelStore();
        final Placement placement = new Placement(LOOPS, 7);
        final List<Arrivals.Port> ports = new ArrayList<>();
        for (int i = 0; i < LOOPS; i++) {
            final Mailbox mailbox = new Mailbox(() -> {});
            final Home.Limits limits = new Home.Limits(64, 32, 1 << 20);
            homes.add(new Home(i, mailbox, newCounters(), () -> nowNs, limits));
            final int loop = i;
            ports.add(new Arrivals.Port(mailbox, mail -> brokers.get(loop).onArrivals(mail)));
        }
        storeLoop =
                new StoreLoop(
                        store.writer(),
                        new StoreLoop.Context(() -> nowNs, () -> 0, newCounters(), ports, 0));
        reader = new StoreReader(store.reader(), () -> nowNs, newCounters());
        final BrokerContext context =
                new BrokerContext(
                        storeLoop,
                        reader,
                        placement,
                        () -> 0,
                        new BrokerContext.QueueLimits(20, 1 << 20, 5));
        for (final Home home : homes) {
            brokers.add(new BrokerLoop(home, context, home.index()));
        }
        BrokerLoop.introduce(brokers);
        storeLoop.recover(address -> 0);
        for (int i = 0; i < LOOPS; i++) {
            loops.add(new FakeLoop(homes.get(i), brokers.get(i), this::stepOthers));
        }
    }

    private Counters newCounters() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]);
        counters.add(new Counters(buffer, 0));
        return counters.get(counters.size() - 1);
    }

    private int stepOthers() {
        nowNs += 1_000_000;
        int work = storeLoop.doWork() + reader.doWork();
        for (final Home home : homes) {
            work += home.mailbox().drain(Integer.MAX_VALUE) + home.serveWaiters();
        }
        return work;
    }

    private long count(final Counter counter) {
        long sum = 0;
        for (final Counters block : counters) {
            sum += block.get(counter);
        }
        return sum;
    }

    private void settleDown() {
        for (int i = 0; i < 20; i++) {
            loops.get(0).step();
            nowNs += 150_000_000L;
        }
    }

    @AfterEach
    void everythingIsHome() {
        settleDown();
        for (final Home home : homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        assertEquals(
                count(Counter.MESSAGES_RECEIVED),
                count(Counter.MESSAGES_ACCEPTED)
                        + count(Counter.MESSAGES_REFUSED)
                        + count(Counter.MESSAGES_DROPPED_NO_ROOM)
                        + count(Counter.MESSAGES_DROPPED_UNWANTED)
                        + count(Counter.MESSAGES_DROPPED_CLOSED)
                        + count(Counter.MESSAGES_RETURNED));
        assertEquals(
                count(Counter.MATCHED),
                count(Counter.MATCHED_SETTLED)
                        + count(Counter.MATCHED_DEAD)
                        + count(Counter.MATCHED_RETURNED)
                        + count(Counter.MATCHED_DROPPED_SLOW)
                        + count(Counter.MATCHED_DROPPED_CLOSED));
    }

    @Test
    void carriesMessagesThroughAQueue() {
        for (int at = 0; at < LOOPS; at++) {
            final FakePeer producer = loops.get(0).peer();
            final FakePeer consumer = loops.get(at).peer();
            final String queue = "queues/" + (char) ('a' + at);
            producer.session().sender(0, queue, SenderSettleMode.UNSETTLED).read();
            consumer.session(512, 1_000).receiver(0, queue, SenderSettleMode.UNSETTLED).read();
            consumer.credit(0, 0, 5);
            for (int i = 0; i < 8; i++) {
                producer.message(0, i, FakePeer.data(700), false);
            }
            settleDown();
            final String answers = producer.read();
            assertTrue(answers.contains("..7 settled accepted"), answers);
            final String said = consumer.read();
            assertTrue(said.contains("id 4") && !said.contains("id 5"), said);
            final DispositionEncoder settled = consumer.settle(0, 3);
            settled.state().accepted();
            consumer.send(settled::encode);
            consumer.lose();
            settleDown();
            final FakePeer next = loops.get(0).peer();
            next.session().receiver(0, queue, SenderSettleMode.SETTLED).read();
            next.credit(0, 0, 10, true);
            settleDown();
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
        final FakePeer consumer = loops.get(1).peer();
        consumer.session().receiver(0, "queues/e", SenderSettleMode.UNSETTLED).read();
        for (int i = 0; i < 3; i++) {
            consumer.credit(0, 10 * i, 10, true);
            settleDown();
            consumer.expect("flow 0 count " + 10 * (i + 1) + " credit 0 drain");
        }
        final FakePeer producer = loops.get(0).peer();
        producer.session().sender(0, "e", SenderSettleMode.SETTLED).read();
        producer.message(0, 0, FakePeer.data(1), true);
        settleDown();
        consumer.expect("");
        consumer.credit(0, 30, 1);
        settleDown();
        consumer.expect("transfer 0 id 0");
        consumer.send(consumer.close.close()::encode).expect("close");
        producer.lose();
    }

    @Test
    void waitsWhereTheQueueIsFull() {
        final FakePeer producer = loops.get(0).peer();
        producer.session().sender(0, "queues/f", SenderSettleMode.UNSETTLED).read();
        int sent = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 8 && sent < 24; i++) {
                producer.message(0, sent++, FakePeer.data(100), false);
            }
            settleDown();
        }
        producer.read();
        assertEquals(20, count(Counter.MESSAGES_ACCEPTED));
        final FakePeer consumer = loops.get(1).peer();
        consumer.session().receiver(0, "queues/f", SenderSettleMode.SETTLED).read();
        consumer.credit(0, 0, 30);
        settleDown();
        assertEquals(24, count(Counter.MATCHED_SETTLED));
        assertEquals(24, count(Counter.MESSAGES_ACCEPTED));
        final String said = producer.read();
        assertTrue(said.contains("..23 settled accepted"), said);
        consumer.lose();
        producer.lose();
    }

    @Test
    void spreadsEvents() {
        final FakePeer producer = loops.get(0).peer();
        final FakePeer near = loops.get(0).peer();
        final FakePeer far = loops.get(1).peer();
        near.session().receiver(0, "events/a", SenderSettleMode.SETTLED);
        far.session().receiver(0, "events/+", SenderSettleMode.UNSETTLED);
        settleDown();
        near.expect("attach 0 sender");
        far.expect("attach 0 sender");
        near.credit(0, 0, 2);
        far.credit(0, 0, 3);
        producer.session().sender(0, "events/a", SenderSettleMode.UNSETTLED).read();
        for (int i = 0; i < 4; i++) {
            producer.message(0, i, FakePeer.data(10), false);
        }
        settleDown();
        final String answers = producer.read();
        assertTrue(answers.contains("3 settled accepted"), answers);
        near.expect("transfer 0 id 0 settled", "transfer 0 id 1 settled");
        far.expect("transfer 0 id 0", "transfer 0 id 1", "transfer 0 id 2");
        assertEquals(3, count(Counter.MATCHED_DROPPED_SLOW));
        near.lose();
        far.lose();
        producer.lose();
    }
}
