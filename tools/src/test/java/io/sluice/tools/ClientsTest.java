package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.ReceiverOptions;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.Tracker;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daemon as the Java clients of others see it. */
@Timeout(60)
class ClientsTest {
    private static final int COUNT = 50;
    private static final long PATIENCE_S = 20;

    @TempDir private Path data;

    private static List<String> expected() {
        return IntStream.range(0, COUNT).mapToObj(i -> "m" + i).toList();
    }

    private static Mqtt5BlockingClient hive(final RunningDaemon daemon, final String id) {
        return Mqtt5Client.builder()
                .identifier(id)
                .serverHost(RunningDaemon.HOST)
                .serverPort(daemon.mqttPort())
                .buildBlocking();
    }

    private static void publishWithHive(
            final RunningDaemon daemon, final String topic, final MqttQos qos) {
        final Mqtt5BlockingClient client = hive(daemon, "hive-pub");
        client.connect();
        for (final String text : expected()) {
            client.publishWith().topic(topic).qos(qos).payload(text.getBytes(UTF_8)).send();
        }
        client.disconnect();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void takesFromHiveAndGivesToPahoAfterARestart(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            publishWithHive(daemon, "queues/restart", MqttQos.AT_LEAST_ONCE);
        }
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            final BlockingQueue<String> got = new LinkedBlockingQueue<>();
            final MqttClient paho =
                    new MqttClient(
                            "tcp://" + RunningDaemon.HOST + ":" + daemon.mqttPort(),
                            "paho",
                            new MemoryPersistence());
            paho.connect();
            paho.subscribe(
                    "queues/restart",
                    1,
                    (topic, message) -> got.add(new String(message.getPayload(), UTF_8)));
            assertEquals(expected(), take(got));
            paho.disconnect();
            paho.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tellsAfterARestartWhatAConsumerHasSeenAndNothingElse(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = Client.create()) {
            try (Connection connection = proton(client, daemon)) {
                final Sender sender = connection.openSender("queues/seen");
                for (final String text : expected()) {
                    final Tracker tracker =
                            sender.send(Message.create(text.getBytes(UTF_8)).firstAcquirer(true));
                    tracker.awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
                }
                final Receiver receiver =
                        connection.openReceiver(
                                "queues/seen",
                                new ReceiverOptions().creditWindow(0).autoAccept(false));
                receiver.addCredit(5);
                for (int i = 0; i < 5; i++) {
                    final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                    assertTrue(delivery.message().firstAcquirer(), "m" + i);
                    if (i < 3) {
                        delivery.accept();
                    } else {
                        delivery.release();
                    }
                }
            }
        }
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = Client.create();
                Connection connection = proton(client, daemon)) {
            final Receiver receiver = connection.openReceiver("queues/seen");
            for (int i = 3; i < COUNT; i++) {
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                assertEquals("m" + i, new String((byte[]) delivery.message().body(), UTF_8));
                assertEquals(i >= 5, delivery.message().firstAcquirer(), "m" + i);
                delivery.accept();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void carriesEventsAtEachQosFromHiveToHive(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            for (final MqttQos qos : MqttQos.values()) {
                final Mqtt5BlockingClient subscriber = hive(daemon, "hive-sub");
                subscriber.connect();
                try (Mqtt5BlockingClient.Mqtt5Publishes publishes =
                        subscriber.publishes(
                                com.hivemq.client.mqtt.MqttGlobalPublishFilter.SUBSCRIBED)) {
                    subscriber.subscribeWith().topicFilter("events/#").qos(qos).send();
                    publishWithHive(daemon, "events/a/b", qos);
                    final List<String> got = new ArrayList<>();
                    while (got.size() < COUNT) {
                        final Optional<com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish>
                                publish = publishes.receive(PATIENCE_S, TimeUnit.SECONDS);
                        got.add(new String(publish.orElseThrow().getPayloadAsBytes(), UTF_8));
                    }
                    assertEquals(expected(), got, qos.toString());
                }
                subscriber.disconnect();
            }
        }
    }

    @Test
    void letsASecondClientOfTheSameNameTakeOverFromAnyLoop() throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, 3)) {
            for (int i = 0; i < 8; i++) {
                final CountDownLatch lost = new CountDownLatch(1);
                final Mqtt5BlockingClient first =
                        Mqtt5Client.builder()
                                .identifier("device-" + i)
                                .serverHost(RunningDaemon.HOST)
                                .serverPort(daemon.mqttPort())
                                .addDisconnectedListener(context -> lost.countDown())
                                .buildBlocking();
                first.connect();
                final Mqtt5BlockingClient second = hive(daemon, "device-" + i);
                second.connect();
                assertTrue(lost.await(PATIENCE_S, TimeUnit.SECONDS), "device-" + i);
                second.disconnect();
            }
        }
    }

    private static List<String> take(final BlockingQueue<String> got) throws InterruptedException {
        final List<String> texts = new ArrayList<>();
        while (texts.size() < COUNT) {
            texts.add(
                    java.util.Objects.requireNonNull(
                            got.poll(PATIENCE_S, TimeUnit.SECONDS), "after " + texts));
        }
        return texts;
    }

    private static Connection proton(final Client client, final RunningDaemon daemon)
            throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        return client.connect(RunningDaemon.HOST, daemon.amqpPort(), options);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void takesFromHiveAndGivesToProton(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = Client.create();
                Connection connection = proton(client, daemon)) {
            publishWithHive(daemon, "queues/hive", MqttQos.EXACTLY_ONCE);
            final Receiver receiver = connection.openReceiver("queues/hive");
            final List<String> got = new ArrayList<>();
            while (got.size() < COUNT) {
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                assertNotNull(delivery, "after " + got);
                got.add(new String((byte[]) delivery.message().body(), UTF_8));
                delivery.accept();
            }
            assertEquals(expected(), got);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void takesFromProtonAndGivesToProton(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = Client.create();
                Connection connection = proton(client, daemon)) {
            final Sender sender = connection.openSender("queues/proton");
            final List<Tracker> trackers = new ArrayList<>();
            for (final String text : expected()) {
                trackers.add(sender.send(Message.create(text)));
            }
            for (final Tracker tracker : trackers) {
                tracker.awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
            }
            final Receiver receiver = connection.openReceiver("queues/proton");
            final List<String> got = new ArrayList<>();
            while (got.size() < COUNT) {
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                assertNotNull(delivery, "after " + got);
                got.add((String) delivery.message().body());
                delivery.accept();
            }
            assertEquals(expected(), got);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void carriesMessagesOfJms(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            final JmsConnectionFactory factory =
                    new JmsConnectionFactory(
                            "amqp://" + RunningDaemon.HOST + ":" + daemon.amqpPort());
            try (JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
                final Queue queue = context.createQueue("queues/jms");
                final JMSProducer producer = context.createProducer();
                for (final String text : expected()) {
                    producer.send(queue, text);
                }
                final JMSConsumer consumer = context.createConsumer(queue);
                final List<String> got = new ArrayList<>();
                while (got.size() < COUNT) {
                    final jakarta.jms.Message message = consumer.receive(PATIENCE_S * 1_000);
                    assertNotNull(message, "after " + got);
                    got.add(message.getBody(String.class));
                }
                context.acknowledge();
                assertEquals(expected(), got);
                assertNull(consumer.receiveNoWait(), "a drain is answered when nothing is there");
            }
        }
    }
}
