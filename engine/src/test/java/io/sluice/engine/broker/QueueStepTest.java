package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.store.ModelStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues from end to end, all agents stepped on one thread. */
class QueueStepTest {
    private static final BrokerContext.QueueLimits ROOMY =
            new BrokerContext.QueueLimits(1_000_000, 1L << 30, 1_000);

    private static void assertAtRest(final StepWorld world) {
        for (final Home home : world.homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        for (final BrokerLoop broker : world.brokers) {
            assertTrue(broker.isComplete());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void handsOutInOrderAndForgetsWhatIsSettled(final int loops) {
        final StepWorld world = new StepWorld(1, loops, new ModelStore(), ROOMY);
        final StepProducer producer = new StepProducer("p", "queues/orders", 1);
        final StepConsumer consumer =
                new StepConsumer("queues/orders").attach(world.brokers.get(loops - 1));
        consumer.demand(10_000);
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            while (!producer.send(world.homes.get(0), world.brokers.get(0))) {
                world.settleDown();
                consumer.settleAll(Outcome.ACCEPTED);
            }
            expected.add("p:" + i);
        }
        world.settleDown();
        consumer.settleAll(Outcome.ACCEPTED);
        world.settleDown();
        consumer.settleAll(Outcome.ACCEPTED);
        consumer.close();
        world.settleDown();
        assertEquals(expected, consumer.accepted);
        assertEquals(3_000, producer.acknowledged.size());
        assertEquals(0, world.store.records());
        assertAtRest(world);
    }

    @Test
    void readsABacklogThatIsLongerThanItsMemory() {
        final StepWorld world = new StepWorld(2, 1, new ModelStore(), ROOMY);
        final StepProducer producer = new StepProducer("p", "queues/deep", 1);
        for (int i = 0; i < 5_000; i++) {
            while (!producer.send(world.homes.get(0), world.brokers.get(0))) {
                world.settleDown();
            }
        }
        world.settleDown();
        world.crash();
        producer.onCrash();
        final StepConsumer consumer = new StepConsumer("queues/deep").attach(world.brokers.get(0));
        while (consumer.accepted.size() < 5_000) {
            final int before = consumer.accepted.size();
            consumer.demand(100);
            world.settleDown();
            consumer.settleAll(Outcome.ACCEPTED);
            assertTrue(consumer.accepted.size() > before, "stuck at " + before);
        }
        for (int i = 0; i < 5_000; i++) {
            assertEquals("p:" + i, consumer.accepted.get(i));
        }
        consumer.demand(10);
        consumer.source().drain();
        world.settleDown();
        assertEquals(1, consumer.drained);
        consumer.close();
        world.settleDown();
        assertEquals(0, world.store.records());
        assertAtRest(world);
    }

    @Test
    void parksInOrderWhenAQueueIsFullAndLetsOthersPass() {
        final BrokerContext.QueueLimits small = new BrokerContext.QueueLimits(5, 1L << 30, 1_000);
        final StepWorld world = new StepWorld(3, 1, new ModelStore(), small);
        final StepProducer full = new StepProducer("f", "queues/full", 1);
        final StepProducer free = new StepProducer("o", "queues/other", 1);
        final StepProducer hasty = new StepProducer("h", "queues/full", 0);
        while (full.send(world.homes.get(0), world.brokers.get(0))) {
            world.settleDown();
        }
        assertEquals(5, full.acknowledged.size());
        assertTrue(full.unanswered.size() > 1, "more were parked");
        assertTrue(free.send(world.homes.get(0), world.brokers.get(0)));
        world.settleDown();
        assertEquals(Set.of("o:0"), free.acknowledged);

        final StepConsumer consumer = new StepConsumer("queues/full").attach(world.brokers.get(0));
        while (!full.unanswered.isEmpty()) {
            consumer.demand(2);
            world.settleDown();
            consumer.settleAll(Outcome.ACCEPTED);
            world.settleDown();
        }
        // There is room for a place in the queue's quarter again, and the queue has five.
        assertTrue(hasty.send(world.homes.get(0), world.brokers.get(0)));
        world.settleDown();
        assertEquals(Set.of("h:0"), hasty.refused);
        assertEquals(0, consumer.shed);
        for (int i = 0; i < consumer.accepted.size(); i++) {
            assertEquals("f:" + i, consumer.accepted.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void leavesDeliveriesToOthersWhenConsumersSettleNothing(final int idlers) {
        final StepWorld world =
                new StepWorld(6, 1, new ModelStore(), ROOMY, new Home.Limits(32, 128, 1 << 20));
        final StepProducer hoard = new StepProducer("h", "queues/hoard", 1);
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        for (int i = 0; i < 200; i++) {
            assertTrue(hoard.send(world.homes.get(0), world.brokers.get(0)));
            assertTrue(producer.send(world.homes.get(0), world.brokers.get(0)));
            world.settleDown();
        }
        final List<StepConsumer> idle = new ArrayList<>();
        for (int i = 0; i < idlers; i++) {
            idle.add(new StepConsumer("queues/hoard").attach(world.brokers.get(0)));
            idle.get(i).demand(1_000);
        }
        world.settleDown();
        final int hoarded = idle.stream().mapToInt(each -> each.seen.size()).sum();
        assertTrue(hoarded >= 96, "all but the last quarter, and has " + hoarded);
        final StepConsumer consumer = new StepConsumer("queues/q").attach(world.brokers.get(0));
        consumer.demand(1_000);
        for (int i = 0; consumer.accepted.size() < 200; i++) {
            assertTrue(i < 200, () -> "has " + consumer.accepted.size());
            world.settleDown();
            consumer.settleAll(Outcome.ACCEPTED);
        }
        // What the idle ones were assigned and could not have is the others' by now.
        for (int i = 0; idle.stream().mapToInt(each -> each.accepted.size()).sum() < 200; i++) {
            assertTrue(i < 200, "it does not go on");
            idle.forEach(each -> each.settleAll(Outcome.ACCEPTED));
            world.settleDown();
        }
        consumer.close();
        idle.forEach(StepConsumer::close);
        world.settleDown();
        assertEquals(0, world.store.records());
        assertAtRest(world);
    }

    @Test
    void drainsThoughOthersHaveAlmostAllDeliveries() {
        final StepWorld world =
                new StepWorld(7, 1, new ModelStore(), ROOMY, new Home.Limits(32, 64, 1 << 20));
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        for (int i = 0; i < 100; i++) {
            assertTrue(producer.send(world.homes.get(0), world.brokers.get(0)));
            world.settleDown();
        }
        final StepConsumer idle = new StepConsumer("queues/q").attach(world.brokers.get(0));
        idle.demand(1_000);
        world.settleDown();
        final StepConsumer other = new StepConsumer("queues/q").attach(world.brokers.get(0));
        other.demand(6);
        world.settleDown();
        assertEquals(4, other.seen.size(), "few");
        other.source().drain();
        world.settleDown();
        assertEquals(6, other.seen.size());
        assertEquals(1, other.drained);
        idle.settleAll(Outcome.ACCEPTED);
        other.settleAll(Outcome.ACCEPTED);
        world.settleDown();
        idle.settleAll(Outcome.ACCEPTED);
        idle.close();
        other.close();
        world.settleDown();
        assertAtRest(world);
    }

    @Test
    void goesOnCompletingWhenTheStoreIsFull() {
        final StepWorld world = new StepWorld(4, 1, new ModelStore(), ROOMY);
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        for (int i = 0; i < 4; i++) {
            producer.send(world.homes.get(0), world.brokers.get(0));
        }
        world.settleDown();
        world.store.full(true);
        producer.send(world.homes.get(0), world.brokers.get(0));
        world.settleDown();
        assertEquals(4, producer.acknowledged.size());
        final StepConsumer consumer = new StepConsumer("queues/q").attach(world.brokers.get(0));
        consumer.demand(4);
        world.settleDown();
        consumer.settleAll(Outcome.ACCEPTED);
        world.settleDown();
        assertEquals(0, world.store.records());
        world.store.full(false);
        world.settleDown();
        assertEquals(5, producer.acknowledged.size());
        consumer.close();
        world.settleDown();
        assertAtRest(world);
    }

    @Test
    void returnsToItsPlaceAndBuriesWhatFailsTooOften() {
        final BrokerContext.QueueLimits three = new BrokerContext.QueueLimits(1_000, 1L << 30, 3);
        final StepWorld world = new StepWorld(5, 1, new ModelStore(), three);
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        for (int i = 0; i < 3; i++) {
            producer.send(world.homes.get(0), world.brokers.get(0));
        }
        final StepConsumer consumer = new StepConsumer("queues/q").attach(world.brokers.get(0));
        consumer.demand(2);
        world.settleDown();
        consumer.settle(0, Outcome.RELEASED);
        world.settleDown();
        consumer.demand(1);
        world.settleDown();
        assertEquals(List.of("p:0", "p:1", "p:0"), consumer.seen, "before the newer one");
        consumer.settle(0, Outcome.ACCEPTED);
        for (int i = 0; i < 2; i++) {
            consumer.settle(0, Outcome.FAILED);
            world.settleDown();
            consumer.demand(1);
            world.settleDown();
        }
        consumer.settle(0, Outcome.FAILED);
        world.settleDown();
        assertEquals(1, world.store.deadLetters(), "p:0 failed three times");
        assertEquals(1, world.store.records(), "p:2 is there");
        consumer.close();
        world.settleDown();
        assertAtRest(world);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void losesNothingThatItAcknowledgedAcrossCrashes(final int loops) {
        final long first = Long.getLong("sluice.seed", System.nanoTime());
        for (int run = 0; run < 40; run++) {
            crashes(first + run, loops);
        }
    }

    private static void crashes(final long seed, final int loops) {
        final StepWorld world = new StepWorld(seed, loops, new ModelStore(), ROOMY);
        final String hint = "-Dsluice.seed=" + seed + " with " + loops + " loops: ";
        final List<StepProducer> producers = new ArrayList<>();
        final Set<String> accepted = new HashSet<>();
        final Set<String> witnessed = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            producers.add(new StepProducer("p" + i, "queues/q" + i % 2, 1));
        }
        try {
            for (int life = 0; life < 4; life++) {
                final List<StepConsumer> consumers = consumers(world);
                consumers.forEach(each -> each.witness(witnessed));
                liveFor(world, 400 + world.random.nextInt(2_000), producers, consumers);
                consumers.forEach(each -> accepted.addAll(each.accepted));
                if (life < 3 && world.random.nextInt(3) > 0) {
                    world.crash();
                    producers.forEach(StepProducer::onCrash);
                } else {
                    consumers.forEach(StepConsumer::close);
                    if (life < 3) {
                        world.restart();
                        producers.forEach(StepProducer::onCrash);
                    }
                }
            }
            finish(world, producers, accepted);
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError(hint + e, e);
        }
    }

    private static List<StepConsumer> consumers(final StepWorld world) {
        final List<StepConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            consumers.add(
                    new StepConsumer("queues/q" + i % 2)
                            .attach(world.brokers.get(i % world.loopCount)));
        }
        return consumers;
    }

    private static void liveFor(
            final StepWorld world,
            final int steps,
            final List<StepProducer> producers,
            final List<StepConsumer> consumers) {
        for (int i = 0; i < steps; i++) {
            world.step();
            final int dice = world.random.nextInt(8);
            if (dice < 3) {
                final int which = world.random.nextInt(producers.size());
                final int loop = which % world.loopCount;
                producers.get(which).send(world.homes.get(loop), world.brokers.get(loop));
            } else if (dice < 5) {
                consumers.get(world.random.nextInt(consumers.size())).settleOne(world.random);
            } else if (dice == 5) {
                consumers
                        .get(world.random.nextInt(consumers.size()))
                        .demand(world.random.nextInt(5));
            }
        }
    }

    private static void finish(
            final StepWorld world, final List<StepProducer> producers, final Set<String> accepted) {
        world.settleDown();
        for (int i = 0; i < 2; i++) {
            final StepConsumer last = new StepConsumer("queues/q" + i).attach(world.brokers.get(0));
            int before = -1;
            while (last.accepted.size() > before) {
                before = last.accepted.size();
                last.demand(20);
                world.settleDown();
                last.settleAll(Outcome.ACCEPTED);
            }
            accepted.addAll(last.accepted);
            last.close();
        }
        world.settleDown();
        for (final StepProducer producer : producers) {
            for (final String text : producer.acknowledged) {
                assertTrue(accepted.contains(text), "lost: " + text);
            }
        }
        assertEquals(0, world.store.records());
        assertAtRest(world);
    }
}
