package io.sluice.tools;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.StoreBooks;
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.DeliveryMode;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.ReceiverOptions;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.SenderOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The books of a daemon with three loops balance whenever another process looks, while clients of
 * both protocols come, send, take and go, some of them without a word.
 */
class AuditUnderLoadTest {
    private static final int AUDITS = Integer.getInteger("sluice.audits", 300);
    private static final long RECEIVED_MIN = 3_000;
    private static final long PATIENCE_S = 20;
    private static final String QUEUE = "queues/audited";

    static {
        // Clients that go in the middle of a message leave its buffers to the collector.
        System.setProperty("io.netty.leakDetection.level", "disabled");
    }

    @TempDir private Path data;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile boolean running = true;

    /** What a client does from its connecting to its going. */
    private interface Visit {
        void make(ChildDaemon daemon, Random random) throws Exception;
    }

    private Thread client(final ChildDaemon daemon, final long seed, final Visit visit) {
        final Random random = new Random(seed);
        final Thread thread =
                new Thread(
                        () -> {
                            try {
                                while (running) {
                                    visit.make(daemon, random);
                                }
                            } catch (final Throwable e) {
                                failure.compareAndSet(null, e);
                            }
                        });
        thread.start();
        return thread;
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void balancesAtAnyMoment() throws Exception {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("AuditUnderLoadTest seed " + seed);
        final Audits audits = new Audits(data);
        int made = 0;
        try (ChildDaemon daemon =
                new ChildDaemon(data, "-XX:ActiveProcessorCount=4", "-ea", "-Xmx128m")) {
            final List<Thread> clients = new ArrayList<>();
            clients.add(client(daemon, seed, this::publish));
            clients.add(client(daemon, seed + 1, this::publish));
            clients.add(client(daemon, seed + 2, this::publishAndVanish));
            clients.add(client(daemon, seed + 3, this::consume));
            clients.add(client(daemon, seed + 4, this::sendSettled));
            for (; failure.get() == null && !isEnough(audits, made); made++) {
                audits.expectBalanced();
            }
            running = false;
            for (final Thread client : clients) {
                client.join();
            }
            if (failure.get() != null) {
                throw new AssertionError("seed " + seed, failure.get());
            }
            audits.expectBalanced("--json");
            daemon.terminate();
        }
        final StoreBooks books = audits.stored();
        assertEquals(1, books.get(BooksEntry.EPOCHS_CLOSED));
        assertEquals(0, books.get(BooksEntry.EPOCHS_CRASHED));
        assertTrue(books.get(BooksEntry.RECEIVED) >= RECEIVED_MIN);
        assertTrue(
                books.get(BooksEntry.PERSISTED) >= acknowledged.get(), "acknowledged, not stored");
        assertTrue(
                books.get(BooksEntry.COMPLETED) > 0 && books.get(BooksEntry.MATCHED_RETURNED) > 0);
    }

    private static boolean isEnough(final Audits audits, final int made) throws Exception {
        return made >= AUDITS && audits.count(Counter.MESSAGES_RECEIVED) >= RECEIVED_MIN;
    }

    /** Events and messages for the queue at every QoS, and some events that come back. */
    private void publish(final ChildDaemon daemon, final Random random) throws Exception {
        final Mqtt5AsyncClient client =
                Mqtt5Client.builder()
                        .identifier(Thread.currentThread().getName() + random.nextInt(50))
                        .serverHost(RunningDaemon.HOST)
                        .serverPort(daemon.mqttPort())
                        .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, publish -> {});
        client.connect().get(PATIENCE_S, TimeUnit.SECONDS);
        client.subscribeWith()
                .topicFilter("events/" + random.nextInt(4) + "/#")
                .qos(MqttQos.values()[random.nextInt(3)])
                .send()
                .get(PATIENCE_S, TimeUnit.SECONDS);
        final List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = random.nextInt(100); i > 0; i--) {
            final boolean queued = random.nextBoolean();
            final MqttQos qos = MqttQos.values()[random.nextInt(3)];
            sent.add(
                    client.publishWith()
                            .topic(queued ? QUEUE : "events/" + random.nextInt(4) + "/x")
                            .qos(qos)
                            .payload(new byte[random.nextInt(300)])
                            .send()
                            .thenAccept(
                                    result -> {
                                        if (queued
                                                && qos != MqttQos.AT_MOST_ONCE
                                                && result.getError().isEmpty()) {
                                            acknowledged.incrementAndGet();
                                        }
                                    }));
        }
        if (random.nextInt(4) > 0) {
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
                    .get(PATIENCE_S, TimeUnit.SECONDS);
        }
        client.disconnect().handle((done, gone) -> done).get(PATIENCE_S, TimeUnit.SECONDS);
    }

    /** MQTT 3.1.1 by hand: what was sent is on its way when the socket is gone. */
    private void publishAndVanish(final ChildDaemon daemon, final Random random) throws Exception {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final byte[] id = ("gone-" + random.nextInt(50)).getBytes(US_ASCII);
        bytes.write(
                new byte[] {0x10, (byte) (12 + id.length), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60});
        bytes.write(new byte[] {0, (byte) id.length});
        bytes.write(id);
        for (int i = 1 + random.nextInt(40); i > 0; i--) {
            final int qos = random.nextInt(2);
            final byte[] topic = (random.nextBoolean() ? QUEUE : "events/1/y").getBytes(US_ASCII);
            bytes.write(0x30 | qos << 1);
            bytes.write(2 + topic.length + 2 * qos + 1);
            bytes.write(new byte[] {0, (byte) topic.length});
            bytes.write(topic);
            bytes.write(new byte[] {0, (byte) i}, 0, 2 * qos);
            bytes.write('x');
        }
        try (Socket socket = new Socket(RunningDaemon.HOST, daemon.mqttPort())) {
            socket.getOutputStream().write(bytes.toByteArray());
            socket.getOutputStream().flush();
            if (random.nextBoolean()) {
                socket.getInputStream().read(); // its CONNACK: it is served
            }
        }
    }

    /** Accepts, releases, rejects, or goes with what it has. */
    private void consume(final ChildDaemon daemon, final Random random) throws Exception {
        try (Client client = Client.create();
                Connection connection = connect(client, daemon)) {
            final Receiver receiver =
                    connection.openReceiver(
                            random.nextInt(4) > 0 ? QUEUE : "events/#",
                            new ReceiverOptions().creditWindow(20).autoAccept(false));
            for (int i = random.nextInt(200); i > 0; i--) {
                final Delivery delivery = receiver.receive(50, TimeUnit.MILLISECONDS);
                if (delivery == null) {
                    return;
                }
                switch (random.nextInt(20)) {
                    case 0 -> delivery.release();
                    case 1 -> delivery.reject("amqp:internal-error", "no");
                    case 2 -> delivery.modified(true, false);
                    case 3 -> delivery.settled(); // unless it goes before
                    default -> delivery.accept();
                }
            }
        }
    }

    private void sendSettled(final ChildDaemon daemon, final Random random) throws Exception {
        try (Client client = Client.create();
                Connection connection = connect(client, daemon)) {
            final Sender sender =
                    connection.openSender(
                            random.nextBoolean() ? QUEUE : "events/2/z",
                            new SenderOptions()
                                    .deliveryMode(
                                            random.nextBoolean()
                                                    ? DeliveryMode.AT_MOST_ONCE
                                                    : DeliveryMode.AT_LEAST_ONCE));
            for (int i = random.nextInt(50); i > 0; i--) {
                sender.send(Message.create("settled or not"));
            }
        }
    }

    private static Connection connect(final Client client, final ChildDaemon daemon)
            throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        return client.connect(RunningDaemon.HOST, daemon.amqpPort(), options);
    }
}
