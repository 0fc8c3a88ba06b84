package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.store.ModelStore;
import io.sluice.engine.store.StoreSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random traffic over a store that finds no room in the middle of its batches. */
class StoreFaultStepTest {
    /** Few of each, so that messages wait at their queue and some are tried in vain. */
    private static final BrokerContext.QueueLimits LIMITS =
            new BrokerContext.QueueLimits(6, 290, 3);

    /** No record here is longer. */
    private static final int LENGTH_MAX = Record.HEADER_LENGTH + 40;

    /** Nothing is tried again sooner. */
    private static final long PAUSE_NS = 20_000_000;

    private final Set<String> accepted = new HashSet<>();
    private final List<StepProducer> producers = new ArrayList<>();
    private final List<StepConsumer> consumers = new ArrayList<>();
    private StepWorld world;
    private boolean resting;
    private int calls;
    private int found;
    private long foundNs;

    /** Whether this life of the store has found no room yet. */
    private boolean hasFound;

    /** Which calls find no room, by their number. */
    private java.util.function.IntPredicate faulty;

    private boolean fault(final ModelStore.Call call) {
        if (resting) {
            return false;
        }
        assertTrue(
                !hasFound || world.nowNs - foundNs >= PAUSE_NS,
                () -> call + " " + (world.nowNs - foundNs) + " ns after there was no room");
        if (!faulty.test(calls++)) {
            return false;
        }
        found++;
        hasFound = true;
        foundNs = world.nowNs;
        return true;
    }

    /** Each call in turn is the one that finds no room. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void losesNothingWhicheverCallFindsNoRoom(final int loops) {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        int number = -1;
        do {
            number++;
            final int which = number;
            faulty = call -> call == which;
            play(seed, loops, 250, "call " + number);
        } while (found > 0);
        assertTrue(number > 100, "few calls: " + number);
    }

    /** Some calls find no room, one after the other too, and for a while nothing is let in. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void losesNothingWhenRoomComesAndGoes(final int loops) {
        final long first = Long.getLong("sluice.seed", System.nanoTime());
        for (int run = 0; run < 60; run++) {
            faulty = call -> world.random.nextInt(20) == 0;
            play(first + run, loops, 1_500, "at random");
        }
    }

    private void play(final long seed, final int loops, final int steps, final String which) {
        calls = 0;
        found = 0;
        accepted.clear();
        producers.clear();
        final ModelStore store = new ModelStore();
        world = new StepWorld(seed, loops, store, LIMITS);
        store.fullAt(this::fault);
        for (int i = 0; i < 6; i++) {
            final StepProducer producer = new StepProducer("p" + i, "queues/q" + i % 2, i / 4 ^ 1);
            producers.add(i % 4 < 2 ? producer.identified() : producer);
        }
        try {
            for (int life = 0; life < 3; life++) {
                live(steps, life < 2);
            }
            finish();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError(
                    String.format("-Dsluice.seed=%d, %d loops, %s: %s", seed, loops, which, e), e);
        }
    }

    private void live(final int steps, final boolean crashes) {
        hasFound = false; // in this life
        consumers.clear();
        for (int i = 0; i < 4; i++) {
            consumers.add(
                    new StepConsumer("queues/q" + i % 2)
                            .attach(world.brokers.get(i % world.loopCount)));
        }
        for (int i = 0; i < steps; i++) {
            final int before = found;
            world.step();
            act();
            if (found > before || world.store.isFull()) {
                world.atOnce();
                assertHastyAreAnswered();
                if (world.random.nextInt(found > before ? 2 : 20) == 0) {
                    rest();
                }
            }
        }
        consumers.forEach(each -> accepted.addAll(each.accepted));
        if (crashes) {
            world.crash();
            producers.forEach(StepProducer::onCrash);
        } else {
            consumers.forEach(StepConsumer::close);
        }
    }

    /** There is room for a while, and nobody comes: nothing waits but for a full queue. */
    private void rest() {
        final boolean wasFull = world.store.isFull();
        resting = true;
        world.store.full(false);
        world.settleDown();
        for (int queue = 0; queue < 2; queue++) {
            if (hasRoom("queues/q" + queue)) {
                assertNothingWaits(queue);
                assertLetsHastyIn(queue);
            }
        }
        world.store.full(wasFull);
        resting = false;
        hasFound = false; // that was long ago
    }

    private void assertNothingWaits(final int queue) {
        for (int i = queue; i < producers.size(); i += 2) {
            final StepProducer producer = producers.get(i);
            assertEquals(Set.of(), Set.copyOf(producer.unanswered.values()), "waits for nothing");
            assertEquals(0, producer.repeated, "waits for nothing");
        }
    }

    private void assertLetsHastyIn(final int queue) {
        final int loop = (4 + queue) % world.loopCount;
        final StepProducer hasty = producers.get(4 + queue);
        final int before = hasty.acknowledged.size();
        assertTrue(hasty.send(world.homes.get(loop), world.brokers.get(loop)));
        world.settleDown();
        assertEquals(before + 1, hasty.acknowledged.size(), "there is room, and it is not let in");
    }

    private boolean hasRoom(final String queue) {
        final boolean[] hasRoom = {true};
        world.store
                .writer()
                .forEachNode(
                        (node, address, offset, length, state) ->
                                hasRoom[0] &=
                                        !queue.equals(
                                                        address.getStringWithoutLengthUtf8(
                                                                offset, length))
                                                || state.messages < LIMITS.messagesMax()
                                                        && state.bytes + LENGTH_MAX
                                                                <= LIMITS.bytesMax());
        return hasRoom[0];
    }

    private void act() {
        final int dice = world.random.nextInt(100);
        if (dice < 35) {
            send();
        } else if (dice < 40) {
            repeat();
        } else if (dice < 65) {
            settle(consumers.get(world.random.nextInt(consumers.size())));
        } else if (dice < 80) {
            consumers.get(world.random.nextInt(consumers.size())).demand(world.random.nextInt(5));
        } else if (dice < 82) {
            world.store.full(!world.store.isFull());
        } else if (dice < 90) {
            world.later(world.random.nextInt(30_000_000));
        }
    }

    private void send() {
        final int which = world.random.nextInt(producers.size());
        final int loop = which % world.loopCount;
        producers.get(which).send(world.homes.get(loop), world.brokers.get(loop));
    }

    /** One with an identity, which was acknowledged. */
    private void repeat() {
        final int which = world.random.nextInt(2);
        final StepProducer producer = producers.get(which);
        if (!producer.acknowledged.isEmpty()) {
            final int loop = which % world.loopCount;
            producer.repeat(
                    world.homes.get(loop),
                    world.brokers.get(loop),
                    producer.acknowledged.iterator().next());
        }
    }

    private void settle(final StepConsumer consumer) {
        if (consumer.held() > 0) {
            final int dice = world.random.nextInt(10);
            consumer.settle(
                    world.random.nextInt(consumer.held()),
                    dice < 5
                            ? Outcome.ACCEPTED
                            : dice < 6
                                    ? Outcome.RELEASED
                                    : dice < 8 ? Outcome.FAILED : Outcome.REJECTED);
        }
    }

    /** Who does not want to wait does not wait for room. */
    private void assertHastyAreAnswered() {
        for (final StepProducer producer : producers) {
            assertTrue(
                    producer.qos > 0 || producer.unanswered.isEmpty(),
                    () -> "QoS 0 waits: " + producer.unanswered);
        }
    }

    /** There is room again, and everyone consumes. */
    private void finish() {
        faulty = call -> false;
        world.store.full(false);
        world.settleDown();
        final List<StepConsumer> last = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            last.add(new StepConsumer("queues/q" + i).attach(world.brokers.get(0)));
        }
        for (int before = -1; before < seen(last); ) {
            before = seen(last);
            last.forEach(each -> each.demand(20));
            world.settleDown();
            last.forEach(each -> each.settleAll(Outcome.ACCEPTED));
            world.settleDown();
        }
        last.forEach(each -> accepted.addAll(each.accepted));
        last.forEach(StepConsumer::close);
        world.settleDown();
        final Set<String> dead = dead();
        for (final StepProducer producer : producers) {
            assertEquals(Set.of(), Set.copyOf(producer.unanswered.values()), "they wait for ever");
            assertEquals(0, producer.repeated, "what was sent twice waits for ever");
            for (final String text : producer.acknowledged) {
                assertTrue(accepted.contains(text) || dead.contains(text), "lost: " + text);
            }
            assertTrue(producer.qos == 0 || producer.refused.isEmpty(), "has to wait");
        }
        assertEquals(0, world.store.records());
        for (final Home home : world.homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        rest();
    }

    private static int seen(final List<StepConsumer> consumers) {
        return consumers.stream().mapToInt(each -> each.seen.size()).sum();
    }

    /** What the dead letters say. */
    private Set<String> dead() {
        final StoreSnapshot snapshot = world.store.reader();
        final UnsafeBuffer record = new UnsafeBuffer(new byte[1_000]);
        final Set<String> texts = new HashSet<>();
        snapshot.renew();
        for (int number = 1; number <= world.store.deadLetters(); number++) {
            snapshot.readDead(number, record, 0, record.capacity());
            texts.add(
                    record.getStringWithoutLengthUtf8(
                            Record.contentOffset(record, 0), Record.contentLength(record, 0)));
        }
        snapshot.release();
        return texts;
    }
}
