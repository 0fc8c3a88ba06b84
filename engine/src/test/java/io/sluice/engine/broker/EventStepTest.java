package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.store.ModelStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events from publishers to subscribers on any loops, all stepped on one thread. */
class EventStepTest {
    private static final BrokerContext.QueueLimits LIMITS =
            new BrokerContext.QueueLimits(1_000, 1L << 20, 10);

    private static StepWorld world(final long seed, final int loops) {
        return new StepWorld(seed, loops, new ModelStore(), LIMITS);
    }

    private static void assertAtRest(final StepWorld world) {
        world.settleDown();
        for (final Home home : world.homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        for (final BrokerLoop broker : world.brokers) {
            assertTrue(broker.isComplete());
        }
    }

    private static void publish(
            final StepWorld world, final StepProducer producer, final int loop) {
        while (!producer.send(world.homes.get(loop), world.brokers.get(loop))) {
            world.settleDown();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void reachesEverySubscriberThatIsReady(final int loops) {
        final long first = Long.getLong("sluice.seed", System.nanoTime());
        for (int run = 0; run < 50; run++) {
            try {
                subscribesAtRandom(first + run, loops);
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("-Dsluice.seed=" + (first + run) + ": " + e, e);
            }
        }
    }

    private static void subscribesAtRandom(final long seed, final int loops) {
        final StepWorld world = world(seed, loops);
        final List<StepProducer> producers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            producers.add(new StepProducer("p" + i, "events/t" + i % 2, i % 2));
        }
        final String[] filters = {"events/#", "events/t0", "+/t1", "#"};
        final List<StepConsumer> consumers = new ArrayList<>();
        final List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            world.step();
            final int dice = world.random.nextInt(10);
            if (dice == 0 && consumers.size() < 8) {
                final StepConsumer consumer =
                        new StepConsumer(filters[world.random.nextInt(filters.length)])
                                .attach(world.brokers.get(world.random.nextInt(loops)));
                consumer.demand(1_000_000);
                consumers.add(consumer);
                expected.add(new ArrayList<>());
            } else if (dice < 5) {
                final StepProducer producer = producers.get(world.random.nextInt(3));
                final int loop = Integer.parseInt(producer.name.substring(1)) % loops;
                final String text = producer.name + ":" + producer.sent();
                for (int c = 0; c < consumers.size(); c++) {
                    if (consumers.get(c).ready && wants(consumers.get(c), producer)) {
                        expected.get(c).add(text);
                    }
                }
                publish(world, producer, loop);
            }
        }
        world.settleDown();
        for (int c = 0; c < consumers.size(); c++) {
            final List<String> seen = consumers.get(c).seen;
            assertTrue(seen.containsAll(expected.get(c)), expected.get(c) + " but saw " + seen);
            assertOrder(seen);
            consumers.get(c).close();
        }
        assertAtRest(world);
        for (final BrokerLoop broker : world.brokers) {
            assertTrue(broker.isForgotten(), "filters are left behind");
        }
    }

    private static boolean wants(final StepConsumer consumer, final StepProducer producer) {
        final String topic =
                producer.address.getStringWithoutLengthUtf8(0, producer.address.capacity());
        return switch (consumer.filter()) {
            case "events/t0" -> topic.equals("events/t0");
            case "+/t1" -> topic.equals("events/t1");
            default -> true;
        };
    }

    /** Of each publisher, in the order of its sending, and each once. */
    private static void assertOrder(final List<String> seen) {
        final int[] last = {-1, -1, -1};
        for (final String text : seen) {
            final int producer = text.charAt(1) - '0';
            final int number = Integer.parseInt(text.substring(3));
            assertTrue(number > last[producer], "out of order: " + seen);
            last[producer] = number;
        }
    }

    @Test
    void passesByAConsumerWithoutDemandAndTellsIt() {
        final StepWorld world = world(1, 1);
        final StepConsumer slow = new StepConsumer("events/t0").attach(world.brokers.get(0));
        final StepConsumer quick = new StepConsumer("events/t0").attach(world.brokers.get(0));
        slow.demand(1);
        quick.demand(10);
        final StepProducer producer = new StepProducer("p0", "events/t0", 1);
        for (int i = 0; i < 3; i++) {
            publish(world, producer, 0);
        }
        world.settleDown();
        assertEquals(List.of("p0:0"), slow.seen);
        assertEquals(2, slow.shed);
        assertEquals(List.of("p0:0", "p0:1", "p0:2"), quick.seen);
        assertEquals(3, producer.acknowledged.size());
        slow.settleAll(Outcome.ACCEPTED);
        slow.close();
        quick.close();
        assertAtRest(world);
    }

    @Test
    void servesNoAddressThatWillMeanSomethingElse() {
        final BrokerLoop broker = world(1, 1).brokers.get(0);
        for (final String address :
                new String[] {"events-store/a", "commands/a", "queries/a", "$SYS/a", "queues/"}) {
            final UnsafeBuffer bytes = new UnsafeBuffer(address.getBytes(StandardCharsets.UTF_8));
            assertNull(broker.target(bytes, 0, bytes.capacity()), address);
        }
        final UnsafeBuffer wild = new UnsafeBuffer("queues/+".getBytes(StandardCharsets.UTF_8));
        assertTrue(broker.isQueue(wild, 0, wild.capacity()));
        assertNull(broker.queue(wild, 0, wild.capacity(), new StepConsumer("queues/+")));
    }

    @Test
    void matchesAsTheSpecificationSays() {
        final TopicTrie<String> trie = new TopicTrie<>(7);
        final String[] filters = {
            "#", "+", "a/#", "a/+", "a/b", "+/b", "a//c", "/", "+/+", "$s/#", "/+", "a/+/#"
        };
        for (final String filter : filters) {
            final UnsafeBuffer bytes = new UnsafeBuffer(filter.getBytes(StandardCharsets.UTF_8));
            trie.add(bytes, 0, bytes.capacity(), filter);
        }
        assertEquals(List.of("#", "+", "a/#"), matches(trie, "a"));
        assertEquals(
                List.of("#", "+/+", "+/b", "a/#", "a/+", "a/+/#", "a/b"), matches(trie, "a/b"));
        assertEquals(List.of("#", "+/+", "/", "/+"), matches(trie, "/"));
        assertEquals(List.of("#", "a/#", "a/+/#", "a//c"), matches(trie, "a//c"));
        assertEquals(List.of("$s/#"), matches(trie, "$s/x"), "[MQTT-4.7.2-1]");
        for (final String filter : filters) {
            final UnsafeBuffer bytes = new UnsafeBuffer(filter.getBytes(StandardCharsets.UTF_8));
            assertTrue(trie.remove(bytes, 0, bytes.capacity(), filter));
            assertFalse(trie.remove(bytes, 0, bytes.capacity(), filter));
        }
        assertTrue(trie.isEmpty());
        assertEquals(0, trie.size());
    }

    private static List<String> matches(final TopicTrie<String> trie, final String topic) {
        final UnsafeBuffer bytes = new UnsafeBuffer(topic.getBytes(StandardCharsets.UTF_8));
        final List<String> found = new ArrayList<>();
        trie.match(bytes, 0, bytes.capacity(), found::add);
        found.sort(null);
        return found;
    }
}
