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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every loop fills full queues of every loop and empties them at the same time: mail goes both ways
 * between each pair of loops, the store and the reader, in any order of steps.
 */
class FloodStepTest {
    private static final BrokerContext.QueueLimits SMALL =
            new BrokerContext.QueueLimits(5, 1L << 30, 1_000_000);
    private static final int QUEUES = 6;
    private static final int MESSAGES = 40;
    private static final int STEPS_MAX = 3_000_000;

    private final List<StepProducer> producers = new ArrayList<>();
    private final List<StepConsumer> consumers = new ArrayList<>();
    private final List<StepConsumer> listeners = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void comesToAnEndWithAllMailDelivered(final int loops) {
        final long first = Long.getLong("sluice.seed", System.nanoTime());
        for (int run = 0; run < 10; run++) {
            final long seed = first + run;
            try {
                flood(seed, loops);
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("-Dsluice.seed=" + seed + ", " + loops + " loops", e);
            }
        }
    }

    private void flood(final long seed, final int loops) {
        producers.clear();
        consumers.clear();
        listeners.clear();
        final StepWorld world = new StepWorld(seed, loops, new ModelStore(), SMALL);
        for (int i = 0; i < loops * QUEUES; i++) {
            final String queue = "queues/q" + i / loops;
            producers.add(new StepProducer("p" + i, queue, 1));
            consumers.add(new StepConsumer(queue).attach(world.brokers.get(i % loops)));
        }
        for (int i = 0; i < loops; i++) { // events besides, over every pair of loops
            producers.add(new StepProducer("e" + i, "events/" + i, 0));
            listeners.add(new StepConsumer("events/#").attach(world.brokers.get(i)));
            listeners.get(i).demand(2);
        }
        int steps = 0;
        while (!isOver()) {
            assertTrue(steps++ < STEPS_MAX, () -> "stands still: " + world.homes);
            world.step();
            act(world, loops);
        }
        consumers.forEach(StepConsumer::close);
        listeners.forEach(listener -> listener.settleAll(Outcome.ACCEPTED));
        listeners.forEach(StepConsumer::close);
        world.settleDown();
        assertOutcome(world);
    }

    private void act(final StepWorld world, final int loops) {
        final int which = world.random.nextInt(producers.size());
        final int loop = which % loops;
        if (producers.get(which).sent() < MESSAGES) {
            producers.get(which).send(world.homes.get(loop), world.brokers.get(loop));
        }
        final StepConsumer consumer = consumers.get(world.random.nextInt(consumers.size()));
        if (consumer.demand == 0) {
            consumer.demand(1 + world.random.nextInt(4));
        }
        consumers.get(world.random.nextInt(consumers.size())).settleOne(world.random);
        final StepConsumer listener = listeners.get(world.random.nextInt(loops));
        listener.settleAll(Outcome.ACCEPTED);
        listener.demand(2);
    }

    private boolean isOver() {
        for (final StepProducer producer : producers) {
            if (producer.sent() < MESSAGES || !producer.unanswered.isEmpty()) {
                return false;
            }
        }
        int accepted = 0;
        for (final StepConsumer consumer : consumers) {
            accepted += consumer.accepted.size();
        }
        return accepted == consumers.size() * MESSAGES;
    }

    private void assertOutcome(final StepWorld world) {
        final Set<String> accepted = new HashSet<>();
        consumers.forEach(consumer -> accepted.addAll(consumer.accepted));
        assertEquals(consumers.size() * MESSAGES, accepted.size(), "each once");
        assertEquals(0, world.store.records());
        for (final Home home : world.homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        for (final BrokerLoop broker : world.brokers) {
            assertTrue(broker.isComplete());
        }
    }
}
