package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.QueuesConfig;
import io.sluice.engine.observe.Counter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.protonj2.client.Client;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that fill the queues which they empty: all go on to the end, and nothing is lost. */
@Timeout(120)
class FullQueueTest {
    private static final int COUNT = 600;

    /** Of the daemon: its Receive Maximum. */
    private static final int WINDOW = 256;

    private static final int QUEUE_MESSAGES = 20;
    private static final int DELIVERIES = 128;

    @TempDir private Path data;

    /** Queues that are full soon, and fewer deliveries than one client's window has. */
    private RunningDaemon daemon(final int loops) throws Exception {
        final EngineConfig config =
                RunningDaemon.usual(data, loops)
                        .withLoops(new EngineConfig.LoopsConfig(loops, DELIVERIES, 4 << 20, 0));
        return new RunningDaemon(
                RunningDaemon.withQueues(config, new QueuesConfig(QUEUE_MESSAGES, 1 << 20, 10)));
    }

    private static Worker mqtt(
            final RunningDaemon daemon,
            final int version,
            final String name,
            final String publishTo,
            final String consumeFrom)
            throws Exception {
        final MqttPeer peer = new MqttPeer(daemon.mqttPort(), version);
        // 3.1.1 knows no Receive Maximum, and sends everything at once.
        final int window = version == MqttPeer.V5 ? WINDOW : COUNT;
        return new MqttWorker(peer, name, publishTo, consumeFrom, COUNT, window);
    }

    private static Worker amqp(
            final Client client,
            final RunningDaemon daemon,
            final String name,
            final String publishTo,
            final String consumeFrom)
            throws Exception {
        return new AmqpWorker(client, daemon.amqpPort(), name, publishTo, consumeFrom, COUNT);
    }

    /** All of them at once, to their end; then the daemon is as before. */
    private static void run(final RunningDaemon daemon, final Worker... workers) throws Exception {
        final List<Worker> all = List.of(workers);
        all.forEach(Worker::start);
        RunningDaemon.await(
                () -> all + " " + daemon.daemon().engine().lent(),
                () ->
                        all.stream().anyMatch(Worker::hasFailed)
                                || all.stream().allMatch(Worker::hasPublishedAll)
                                        && all.stream().mapToInt(Worker::received).sum()
                                                >= all.size() * COUNT);
        for (final Worker worker : all) {
            worker.end();
            worker.join();
        }
        Worker.assertAllCame(all, all);
        assertTrue(daemon.count(Counter.STORE_PARKED) > 0, "no queue was full");
        assertEquals(0, daemon.count(Counter.CONNECTIONS_HELD_TOO_LONG));
        daemon.assertAtRest();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aClientOfMqttGoesOnThatFillsTheQueueItEmpties(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            run(
                    daemon,
                    mqtt(daemon, MqttPeer.V5, "five", "queues/five", "queues/five"),
                    mqtt(daemon, MqttPeer.V3_1_1, "three", "queues/three", "queues/three"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aClientOfAmqpGoesOnThatFillsTheQueueItEmpties(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops);
                Client client = Client.create()) {
            run(daemon, amqp(client, daemon, "own", "queues/own", "queues/own"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void twoClientsOfMqttGoOnThatEmptyEachOthersQueue(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            run(
                    daemon,
                    mqtt(daemon, MqttPeer.V5, "one", "queues/one", "queues/two"),
                    mqtt(daemon, MqttPeer.V3_1_1, "two", "queues/two", "queues/one"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void twoClientsOfAmqpGoOnThatEmptyEachOthersQueue(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops);
                Client client = Client.create()) {
            run(
                    daemon,
                    amqp(client, daemon, "one", "queues/one", "queues/two"),
                    amqp(client, daemon, "two", "queues/two", "queues/one"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void clientsOfBothGoOnThatEmptyEachOthersQueue(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops);
                Client client = Client.create()) {
            run(
                    daemon,
                    mqtt(daemon, MqttPeer.V5, "one", "queues/one", "queues/two"),
                    amqp(client, daemon, "two", "queues/two", "queues/one"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void devicesOfAnotherQueueGoOn(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            final List<MqttPeer> devices = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                final MqttPeer device = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
                devices.add(device.connect("device" + i));
            }
            for (int id = 1; id <= 20; id++) {
                for (final MqttPeer device : devices) {
                    device.publish("queues/full", 1, id, new byte[100]);
                }
            }
            RunningDaemon.await(
                    () -> "received " + daemon.count(Counter.MESSAGES_RECEIVED),
                    () -> daemon.count(Counter.MESSAGES_RECEIVED) >= 2_000);
            final Worker five = mqtt(daemon, MqttPeer.V5, "five", "queues/five", "queues/five");
            final Worker three = mqtt(daemon, MqttPeer.V3_1_1, "three", "queues/b", "queues/b");
            final List<Worker> others = List.of(five.start(), three.start());
            RunningDaemon.await(
                    others::toString, () -> others.stream().allMatch(Worker::hasPublishedAll));
            RunningDaemon.await(
                    others::toString, () -> five.received() + three.received() == 2 * COUNT);
            assertEquals(QUEUE_MESSAGES + 2 * COUNT, daemon.count(Counter.MESSAGES_ACCEPTED));
            for (final Worker worker : others) {
                worker.end();
                worker.join();
            }
            Worker.assertAllCame(others, others);
            for (final MqttPeer device : devices) {
                device.close();
            }
            daemon.assertAtRest(); // also what was parked at the queue that is full still
            assertEquals(2_000 - QUEUE_MESSAGES, daemon.count(Counter.MESSAGES_RETURNED));
        }
    }

    /** One full queue may not have all the memory either. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void othersGoOnBesideAQueueThatIsFullOfLargeMessages(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            final List<MqttPeer> devices = new ArrayList<>();
            for (int i = 0; i < 120; i++) { // more than is in all pools, slabs and heap
                final MqttPeer device = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
                devices.add(device.connect("device" + i));
                device.publish("queues/full", 1, 1, new byte[100_000]);
            }
            RunningDaemon.await(
                    () -> "parked " + daemon.count(Counter.STORE_PARKED),
                    () -> daemon.count(Counter.STORE_PARKED) > 0);
            final Worker five = mqtt(daemon, MqttPeer.V5, "five", "queues/five", "queues/five");
            five.start();
            RunningDaemon.await(five::toString, five::hasPublishedAll);
            RunningDaemon.await(five::toString, () -> five.received() == COUNT);
            five.end();
            five.join();
            for (final MqttPeer device : devices) {
                device.close();
            }
            daemon.assertAtRest();
        }
    }

    /** More clients than deliveries: each full queue has a share, and the memory beside them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tenClientsGoOnThatShareOneFullQueue(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            final List<Worker> workers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                final int version = i % 2 == 0 ? MqttPeer.V5 : MqttPeer.V3_1_1;
                workers.add(mqtt(daemon, version, "w" + i, "queues/all", "queues/all"));
            }
            workers.forEach(Worker::start);
            RunningDaemon.await(
                    () -> workers + " " + daemon.daemon().engine().lent(),
                    () ->
                            workers.stream().anyMatch(Worker::hasFailed)
                                    || workers.stream().mapToInt(Worker::received).sum()
                                            >= 10 * COUNT);
            for (final Worker worker : workers) {
                worker.end();
                worker.join();
            }
            daemon.assertAtRest();
        }
    }
}
