package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.store.ModelStore;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a consumer has seen is told so in the next run, and what none has seen mostly is not. */
class RedeliveredStepTest {
    private static final String QUEUE = "queues/marked";
    private static final BrokerContext.QueueLimits ROOMY =
            new BrokerContext.QueueLimits(1_000_000, 1L << 30, 1_000);

    private final StepWorld world = new StepWorld(5, 3, new ModelStore(), ROOMY);
    private final StepProducer producer = new StepProducer("p", QUEUE, 1);
    private final Set<String> witnessed = new HashSet<>();

    private void send(final int count) {
        for (int i = 0; i < count; i++) {
            while (!producer.send(world.homes.get(0), world.brokers.get(0))) {
                world.settleDown();
            }
        }
        world.settleDown();
    }

    private StepConsumer consumer(final int demand) {
        final StepConsumer consumer =
                new StepConsumer(QUEUE).attach(world.brokers.get(1)).witness(witnessed);
        while (consumer.seen.size() < demand) {
            final int before = consumer.seen.size();
            consumer.demand(Math.min(10, demand - before));
            world.settleDown();
            if (consumer.seen.size() == before) {
                break;
            }
            if (demand > 10) {
                consumer.settleAll(Outcome.ACCEPTED);
            }
        }
        return consumer;
    }

    private static Set<String> texts(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(i -> "p:" + i).collect(Collectors.toSet());
    }

    @Test
    void nothingIsRedeliveredThatNoConsumerHasSeen() {
        send(200);
        world.crash();
        assertEquals(Set.of(), consumer(200).redelivered);
        assertEquals(200, witnessed.size());
    }

    @Test
    void afterACrashAllUpToTheMarkMayHaveBeenSeenAndWhatIsNewHasNot() {
        send(200);
        consumer(5);
        world.crash();
        producer.onCrash();
        send(50);
        final StepConsumer next = consumer(250);
        assertEquals(250, next.seen.size());
        assertTrue(next.redelivered.containsAll(texts(0, 5)), next.redelivered::toString);
        assertEquals(texts(0, next.redelivered.size()), next.redelivered);
        assertTrue(next.redelivered.size() < 100, next.redelivered::toString);
    }

    @Test
    void whatCameAfterACrashIsNewThoughTheMarkWasAheadOfIt() {
        send(3);
        consumer(3);
        world.crash();
        producer.onCrash();
        send(3);
        assertEquals(texts(0, 3), consumer(6).redelivered);
    }

    @Test
    void afterAStopInOrderOnlyWhatWasSeenIsToldSo() {
        send(200);
        final StepConsumer first = consumer(7);
        for (int i = 0; i < 4; i++) {
            first.settle(0, Outcome.ACCEPTED);
        }
        first.close(); // three come back
        world.restart();
        producer.onCrash();
        send(10);
        final StepConsumer next = consumer(206);
        assertEquals(texts(4, 7), next.redelivered);
        assertEquals(206, next.seen.size());
        next.close();
        world.restart();
        producer.onCrash();
        send(10);
        assertEquals(Set.of(), consumer(10).redelivered);
    }

    @Test
    void aStopInOrderTakesAMarkBackThatIsOnItsWay() {
        send(5);
        final StepConsumer first =
                new StepConsumer(QUEUE).attach(world.brokers.get(1)).witness(witnessed);
        first.demand(1);
        drainLoops(); // the mark waits at the store
        first.source().close();
        drainLoops();
        world.brokers.forEach(BrokerLoop::rest);
        world.settleDown();
        world.crash();
        assertEquals(Set.of(), witnessed, "nobody has seen any");
        assertEquals(Set.of(), consumer(5).redelivered);
        assertEquals(5, witnessed.size());
    }

    /** The loops do what they can without the store. */
    private void drainLoops() {
        for (int i = 0; i < 8; i++) {
            world.homes.forEach(home -> home.mailbox().drain(Integer.MAX_VALUE));
        }
    }

    @Test
    void aStopInOrderForgetsNothingThatACrashBeforeLeft() {
        send(20);
        consumer(5);
        world.crash();
        producer.onCrash();
        send(30);
        world.restart(); // nobody has consumed meanwhile
        producer.onCrash();
        assertEquals(texts(0, 20), consumer(50).redelivered);
    }

    @Test
    void aFailedOneIsToldByItsCountAlone() {
        send(20);
        final StepConsumer first = consumer(3);
        first.settle(2, Outcome.FAILED);
        first.settleAll(Outcome.ACCEPTED);
        first.source().close();
        world.restart();
        assertEquals(texts(2, 3), consumer(18).redelivered);
    }

    @Test
    void aStoreWithoutRoomForRecordsHasRoomForTheMark() {
        send(50);
        world.store.full(true);
        producer.send(world.homes.get(0), world.brokers.get(0)); // waits
        world.settleDown();
        final StepConsumer consumer = consumer(50);
        assertEquals(50, consumer.seen.size());
        world.settleDown();
        assertEquals(50, producer.acknowledged.size());
        world.store.full(false);
        world.settleDown();
        assertEquals(51, producer.acknowledged.size());
        consumer.close();
    }

    @Test
    void theMarkKeepsAheadOfAnyNumber() {
        send(20_000);
        final StepConsumer first = consumer(19_990);
        assertEquals(19_990, first.seen.size());
        world.settleDown();
        world.crash();
        // Nobody has seen them, but the mark was ahead: told rather than not.
        assertEquals(texts(19_990, 20_000), consumer(10).redelivered);
    }
}
