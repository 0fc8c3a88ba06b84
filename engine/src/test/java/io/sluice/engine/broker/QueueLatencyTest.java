package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Latency;
import io.sluice.engine.store.ModelStore;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What is measured of a message on its way through a queue, with the clock stepped. */
class QueueLatencyTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final StepWorld world =
            new StepWorld(
                    1, 1, new ModelStore(), new BrokerContext.QueueLimits(1_000, 1L << 30, 1_000));

    private long onlyOneUs(final Latency latency) {
        final Histogram us = new Histogram(2);
        world.homes.get(0).counters().latencies().addTo(latency, us);
        assertEquals(1, us.getTotalCount());
        return us.getMinValue();
    }

    /** To two digits, and the agents take a part of a second to come to rest. */
    private static void assertSeconds(final int seconds, final long us) {
        assertTrue(us >= seconds * 0.99e6 && us < seconds * 1e6 + 1e6, us + " us");
    }

    @Test
    void fromReceiptToCommitAndFromFetchToOutcome() {
        world.settleDown(); // so that the loop's clock has begun
        final StepProducer producer = new StepProducer("p", "queues/orders", 1);
        assertTrue(producer.send(world.homes.get(0), world.brokers.get(0)));
        world.later(3 * SECOND_NS);
        world.settleDown();
        assertEquals(1, producer.acknowledged.size());
        assertSeconds(3, onlyOneUs(Latency.ACKNOWLEDGE));

        final StepConsumer consumer =
                new StepConsumer("queues/orders").attach(world.brokers.get(0));
        consumer.demand(1);
        world.settleDown();
        world.later(7 * SECOND_NS);
        consumer.settleAll(Outcome.ACCEPTED);
        world.settleDown();
        assertSeconds(7, onlyOneUs(Latency.SETTLE));
    }
}
