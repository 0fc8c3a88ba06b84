package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.StoreBooks;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Receiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon killed while devices publish and consumers take: what it acknowledged was delivered or
 * comes out of its queue, and the books of each run are closed by the next. Four rounds in a build;
 * {@code -Dsluice.kill.rounds=200} for longer.
 */
class DaemonKillTest {
    private static final int ROUNDS = Integer.getInteger("sluice.kill.rounds", 4);
    private static final int IN_FLIGHT = 100;
    private static final long PATIENCE_S = 20;

    @TempDir private Path data;

    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<Integer> delivered = new ConcurrentSkipListSet<>();
    private final AtomicInteger sent = new AtomicInteger();
    private int next;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void losesNothingThatItAcknowledged() throws Exception {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("DaemonKillTest seed " + seed + ", " + ROUNDS + " rounds");
        final Random random = new Random(seed);
        final Audits audits = new Audits(data);
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildDaemon daemon = start()) {
                audits.expectBalanced();
                publishUntilKilled(daemon, 50 + random.nextInt(500), random.nextInt(2_000));
            }
            audits.expectBalanced(); // the counters of the killed run, and the store
        }
        assertTrue(acknowledged.size() > ROUNDS, "something was acknowledged");
        final Set<Integer> missing = new TreeSet<>(acknowledged);
        missing.removeAll(delivered);
        try (ChildDaemon daemon = start()) {
            audits.expectBalanced();
            audits.expectBalanced("--previous");
            drain(daemon, audits.count(Counter.LEDGER_PENDING), missing);
            audits.expectBalanced();
            daemon.terminate();
        }
        assertEquals(Set.of(), missing, "seed " + seed);
        assertBooks(audits.stored());
    }

    private ChildDaemon start() throws Exception {
        return new ChildDaemon(data, "-XX:+UseSerialGC", "-Xmx96m", "-ea");
    }

    /** Everything is consumed, and every run is closed. */
    private void assertBooks(final StoreBooks books) {
        assertEquals(0, books.pending());
        assertEquals(ROUNDS + 1, books.get(BooksEntry.EPOCHS_CLOSED));
        assertEquals(ROUNDS, books.get(BooksEntry.EPOCHS_CRASHED));
        assertTrue(books.get(BooksEntry.RECEIVED) <= sent.get(), "received, never sent");
        final long stored = books.get(BooksEntry.PERSISTED);
        assertTrue(stored >= acknowledged.size(), "acknowledged, not stored");
        assertTrue(
                stored <= books.get(BooksEntry.ACCEPTED) + books.get(BooksEntry.RECONCILED),
                "stored, not booked as accepted");
        // A message that was settled and whose completion was not committed was delivered twice.
        assertTrue(books.get(BooksEntry.COMPLETED) <= books.get(BooksEntry.MATCHED_SETTLED));
        System.out.println(
                "DaemonKillTest: "
                        + Stream.of(BooksEntry.values())
                                .map(entry -> entry + "=" + books.get(entry))
                                .toList());
    }

    /** Kills it when so many are acknowledged and so many microseconds have gone by. */
    private void publishUntilKilled(
            final ChildDaemon daemon, final int acknowledgements, final int delayUs)
            throws Exception {
        final Mqtt5AsyncClient client =
                Mqtt5Client.builder()
                        .identifier("device")
                        .serverHost(RunningDaemon.HOST)
                        .serverPort(daemon.mqttPort())
                        .buildAsync();
        client.connect().get(PATIENCE_S, TimeUnit.SECONDS);
        final Mqtt5AsyncClient consumer = consume(daemon);
        final int before = acknowledged.size();
        final Semaphore window = new Semaphore(IN_FLIGHT);
        while (acknowledged.size() - before < acknowledgements) {
            assertTrue(window.tryAcquire(PATIENCE_S, TimeUnit.SECONDS), "no acknowledgement");
            final int number = next++;
            sent.addAndGet(2);
            client.publishWith().topic("events/killed").qos(MqttQos.AT_MOST_ONCE).send();
            client.publishWith()
                    .topic("queues/killed")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(Integer.toString(number).getBytes(UTF_8))
                    .send()
                    .whenComplete(
                            (result, error) -> {
                                if (error == null && result.getError().isEmpty()) {
                                    acknowledged.add(number);
                                }
                                window.release();
                            });
        }
        TimeUnit.MICROSECONDS.sleep(delayUs); // not a wait for anything: when it is killed varies
        daemon.kill();
        client.disconnect();
        consumer.disconnect();
    }

    /** Takes from the queue, slower than it fills, and events. */
    private Mqtt5AsyncClient consume(final ChildDaemon daemon) throws Exception {
        final Mqtt5AsyncClient consumer =
                Mqtt5Client.builder()
                        .identifier("consumer")
                        .serverHost(RunningDaemon.HOST)
                        .serverPort(daemon.mqttPort())
                        .buildAsync();
        consumer.publishes(
                MqttGlobalPublishFilter.ALL,
                publish -> {
                    if (publish.getTopic().toString().equals("queues/killed")) {
                        delivered.add(
                                Integer.parseInt(new String(publish.getPayloadAsBytes(), UTF_8)));
                    }
                });
        consumer.connectWith()
                .restrictions()
                .receiveMaximum(5)
                .applyRestrictions()
                .send()
                .get(PATIENCE_S, TimeUnit.SECONDS);
        for (final String filter : List.of("queues/killed", "events/#")) {
            consumer.subscribeWith()
                    .topicFilter(filter)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .send()
                    .get(PATIENCE_S, TimeUnit.SECONDS);
        }
        return consumer;
    }

    /** Takes all that is there, and what is missing is none of it afterwards. */
    private static void drain(
            final ChildDaemon daemon, final long pending, final Set<Integer> missing)
            throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        try (Client client = Client.create();
                Connection connection =
                        client.connect(RunningDaemon.HOST, daemon.amqpPort(), options)) {
            final Receiver receiver = connection.openReceiver("queues/killed");
            for (long i = 0; i < pending; i++) {
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                assertNotNull(delivery, "the ledger says " + pending + ", there are " + i);
                final byte[] body = (byte[]) delivery.message().body();
                missing.remove(Integer.parseInt(new String(body, UTF_8)));
                delivery.accept();
            }
        }
    }
}
