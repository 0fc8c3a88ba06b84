package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.store.ModelStore;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What happens at the limit of a queue, and of the store, one thing at a time. */
class StoreFullStepTest {
    private static final BrokerContext.QueueLimits ROOMY =
            new BrokerContext.QueueLimits(1_000_000, 1L << 30, 1_000);
    private static final Home.Limits MANY = new Home.Limits(2_000, 2_000, 1 << 24);

    private final ModelStore store = new ModelStore();
    private int found;

    private StepWorld world(final BrokerContext.QueueLimits limits) {
        return new StepWorld(1, 1, store, limits, MANY);
    }

    /** The next calls of this kind find no room, so often. */
    private void full(final ModelStore.Call which, final int times) {
        found = 0;
        store.fullAt(call -> call == which && found < times && ++found > 0);
    }

    private static void send(final StepWorld world, final StepProducer producer) {
        assertTrue(producer.send(world.homes.get(0), world.brokers.get(0)));
    }

    private static StepConsumer consumer(final StepWorld world) {
        return new StepConsumer("queues/q").attach(world.brokers.get(0));
    }

    private static void assertAtRest(final StepWorld world) {
        world.settleDown();
        assertEquals(0, world.store.records());
        assertTrue(world.homes.get(0).isComplete(), world.homes.get(0)::toString);
        assertTrue(world.brokers.get(0).isComplete());
    }

    private static void consumeAll(final StepWorld world, final StepConsumer consumer) {
        for (int before = -1; before < consumer.seen.size(); ) {
            before = consumer.seen.size();
            consumer.demand(100);
            world.settleDown();
            consumer.settleAll(Outcome.ACCEPTED);
            world.settleDown();
        }
        consumer.close();
    }

    @Test
    void createsAQueueLaterThatFoundNoRoom() {
        final StepWorld world = world(ROOMY);
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        full(ModelStore.Call.CREATE_NODE, 1);
        send(world, producer);
        world.settleDown();
        assertEquals(1, found);
        assertEquals(Set.of("p:0"), producer.acknowledged);
        world.crash();
        final StepProducer other = new StepProducer("o", "queues/other", 1);
        send(world, other);
        final StepConsumer consumer = consumer(world);
        consumeAll(world, consumer);
        assertEquals(List.of("p:0"), consumer.accepted);
        assertEquals(Set.of("o:0"), other.acknowledged);
        consumeAll(world, new StepConsumer("queues/other").attach(world.brokers.get(0)));
        assertAtRest(world);
    }

    /** The shortest record is longer than this queue may hold. */
    @Test
    void letsALongMessageIntoAnEmptyQueueAlone() {
        final StepWorld world = world(new BrokerContext.QueueLimits(10, 1, 1_000));
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        final StepProducer hasty = new StepProducer("h", "queues/q", 0);
        for (int i = 0; i < 3; i++) {
            send(world, producer);
        }
        world.settleDown();
        assertEquals(Set.of("p:0"), producer.acknowledged, "one, and the others wait");
        send(world, hasty);
        world.settleDown();
        assertEquals(Set.of("h:0"), hasty.refused);
        final StepConsumer consumer = consumer(world);
        consumeAll(world, consumer);
        assertEquals(List.of("p:0", "p:1", "p:2"), consumer.accepted);
        send(world, hasty);
        world.settleDown();
        assertEquals(Set.of("h:1"), hasty.acknowledged);
        consumeAll(world, consumer(world));
        assertAtRest(world);
    }

    @Test
    void goesOnBehindADuplicate() {
        final StepWorld world = world(new BrokerContext.QueueLimits(2, 1L << 30, 1_000));
        final StepProducer producer = new StepProducer("p", "queues/q", 1).identified();
        send(world, producer);
        world.settleDown();
        producer.repeat(world.homes.get(0), world.brokers.get(0), "p:0");
        send(world, producer);
        world.settleDown();
        assertEquals(0, producer.repeated);
        assertEquals(Set.of("p:0", "p:1"), producer.acknowledged, "the queue has room for two");
        consumeAll(world, consumer(world));
        assertAtRest(world);
    }

    @Test
    void takesQosZeroAgainThoughOnlyACompletionFoundNoRoom() {
        final StepWorld world = world(ROOMY);
        send(world, new StepProducer("p", "queues/q", 1));
        world.settleDown();
        final StepConsumer consumer = consumer(world);
        consumer.demand(1);
        world.settleDown();
        full(ModelStore.Call.SYNC, 1);
        consumer.settleAll(Outcome.ACCEPTED);
        final StepProducer hasty = new StepProducer("h", "queues/q", 0);
        while (found == 0) {
            world.later(1_000_000);
            world.atOnce();
        }
        send(world, hasty);
        world.atOnce();
        assertEquals(Set.of("h:0"), hasty.refused, "while it is full");
        world.later(100_000_000);
        send(world, hasty);
        world.settleDown();
        assertEquals(Set.of("h:1"), hasty.acknowledged);
        consumeAll(world, consumer);
        assertAtRest(world);
    }

    @Test
    void answersQosZeroAtOnceWhenTheStoreIsFull() {
        final StepWorld world = world(ROOMY);
        final StepProducer hasty = new StepProducer("h", "queues/q", 0);
        final StepProducer patient = new StepProducer("p", "queues/q", 1);
        store.full(true);
        send(world, hasty);
        send(world, patient);
        world.atOnce();
        assertEquals(Set.of("h:0"), hasty.refused);
        store.full(false);
        full(ModelStore.Call.PERSIST, 1);
        world.later(100_000_000);
        send(world, hasty);
        world.atOnce();
        assertEquals(1, found);
        assertEquals(Set.of("h:0", "h:1"), hasty.refused);
        assertEquals(Set.of(), patient.acknowledged);
        world.settleDown();
        assertEquals(Set.of("p:0"), patient.acknowledged);
        consumeAll(world, consumer(world));
        assertAtRest(world);
    }

    /**
     * A thousand start a commit at once; where they find no room, they wait, and fewer are tried.
     */
    @Test
    void triesManyCompletionsInSmallerBatchesAndNotWithoutPause() {
        final StepWorld world = world(ROOMY);
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        for (int i = 0; i < 1_000; i++) {
            send(world, producer);
            world.settleDown();
        }
        final StepConsumer consumer = consumer(world);
        consumer.demand(1_000);
        for (int i = 0; consumer.held() < 1_000; i++) {
            assertTrue(i < 1_000, "it does not go on");
            world.settleDown();
        }
        // More than a hundred in one batch never find room.
        final int[] inBatch = new int[2];
        store.fullAt(
                call -> {
                    inBatch[0] = call == ModelStore.Call.COMPLETE ? inBatch[0] + 1 : 0;
                    final boolean isFull = inBatch[0] > 100;
                    inBatch[1] += isFull ? 1 : 0;
                    inBatch[0] = isFull ? 0 : inBatch[0];
                    return isFull;
                });
        consumer.settleAll(Outcome.ACCEPTED);
        for (int i = 0; i < 100; i++) {
            world.atOnce();
        }
        assertEquals(1, inBatch[1], "tried again at the same moment");
        consumer.close();
        assertAtRest(world);
    }

    /** One is done with and another waits, and both are with the store when it ends. */
    private StepProducer giveToTheStore(final StepWorld world) {
        final StepProducer producer = new StepProducer("p", "queues/q", 1);
        send(world, producer);
        world.settleDown();
        final StepConsumer consumer = consumer(world);
        consumer.demand(1);
        world.settleDown();
        consumer.settleAll(Outcome.ACCEPTED);
        send(world, producer);
        world.homes.get(0).mailbox().drain(Integer.MAX_VALUE);
        return producer;
    }

    @Test
    void writesWhatItWasGivenBeforeItEnds() {
        final StepWorld world = world(ROOMY);
        giveToTheStore(world);
        full(ModelStore.Call.COMPLETE, 2);
        world.storeLoop.onClose();
        assertEquals(2, found);
        world.crash();
        final StepConsumer consumer = consumer(world);
        consumeAll(world, consumer);
        assertEquals(List.of("p:1"), consumer.accepted);
        assertAtRest(world);
    }

    @Test
    void completesBeforeItEndsThoughRecordsHaveNoRoom() {
        final StepWorld world = world(ROOMY);
        final StepProducer producer = giveToTheStore(world);
        store.full(true);
        world.storeLoop.onClose();
        assertEquals(0, store.records());
        world.homes.get(0).mailbox().drain(Integer.MAX_VALUE);
        assertEquals(Set.of("p:0"), producer.acknowledged, "p:1 has no answer");
    }

    @Test
    void endsThoughNothingHasRoom() {
        final StepWorld world = world(ROOMY);
        giveToTheStore(world);
        full(ModelStore.Call.SYNC, Integer.MAX_VALUE);
        world.storeLoop.onClose();
        assertTrue(found > 1 && found < 100, () -> "tried " + found + " times");
        assertEquals(1, store.records(), "as it was");
    }
}
