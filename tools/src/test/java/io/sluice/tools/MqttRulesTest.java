package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.config.AmqpConfig;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.MqttConfig;
import io.sluice.engine.config.QueuesConfig;
import io.sluice.engine.observe.Counter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.Sender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a message by who sends it, who wants it, its size and its attempts. */
@Timeout(120)
class MqttRulesTest {
    private static final long PATIENCE_S = 30;
    private static final int PUBACK = 0x40;
    private static final int NO_LOCAL = 0x04;
    private static final String CONNECT_SMALL = "10 .. 'MQTT' 05 02 00 00 ( 27 00 00 01 00 ) 'c'";

    @TempDir private Path data;

    private static MqttPeer v5(final RunningDaemon daemon, final String id) throws Exception {
        return new MqttPeer(daemon.mqttPort(), MqttPeer.V5).connect(id);
    }

    private static void end(final MqttPeer peer) throws Exception {
        peer.disconnect();
        peer.readToEnd();
        peer.close();
    }

    /** Publishes at QoS 1 and returns the reason code of the PUBACK. */
    private static int publish(final MqttPeer peer, final String topic, final String text)
            throws Exception {
        peer.publish(topic, 1, 1, text.getBytes(UTF_8));
        final MqttPeer.Packet answer = peer.read();
        assertEquals(PUBACK, answer.first());
        return answer.body().length > 2 ? answer.body()[2] & 0xFF : 0;
    }

    private static String take(final MqttPeer peer) throws Exception {
        final MqttPeer.Packet packet = peer.read();
        assertEquals(3, packet.type());
        if (packet.qos() == 1) {
            peer.acknowledge(PUBACK, packet.packetId());
        }
        return packet.payload(MqttPeer.V5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noLocalKeepsAClientsOwnEventsFromItAndNoOthers(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            final MqttPeer own = v5(daemon, "own");
            own.subscribe("events/#", 1 | NO_LOCAL);
            own.subscribe("queues/q", 1 | NO_LOCAL);
            assertEquals(0x10, publish(own, "events/a", "own"), "nobody else is there");
            final List<MqttPeer> others = new ArrayList<>();
            for (int i = 0; i < 6; i++) { // on each loop one of them, most likely
                final MqttPeer other = v5(daemon, "other" + i);
                others.add(other);
                assertEquals(0, publish(other, "events/a", "of " + i));
                assertEquals("of " + i, take(own));
                other.subscribe("events/+", 1);
            }
            own.publish("events/a", 1, 1, "for others".getBytes(UTF_8));
            for (final MqttPeer other : others) {
                assertEquals("for others", takeBehind(other));
            }
            assertEquals(PUBACK, own.read().first());
            own.publish("queues/q", 1, 2, "a queue has no author".getBytes(UTF_8));
            final List<Integer> types = List.of(own.read().type(), own.read().type());
            assertEquals(7, types.stream().mapToInt(Integer::intValue).sum(), "and its PUBACK");
            own.acknowledge(PUBACK, 7);
            end(own);
            for (final MqttPeer other : others) {
                end(other);
            }
            daemon.assertAtRest();
        }
    }

    /** What others have published before is there as well. */
    private static String takeBehind(final MqttPeer peer) throws Exception {
        String text;
        do {
            text = take(peer);
        } while (text.startsWith("of "));
        return text;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void saysThatNobodyWantedAnEvent(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            final MqttPeer publisher = v5(daemon, "publisher");
            assertEquals(0x10, publish(publisher, "events/a", "x"));
            publisher.publish("events/a", 2, 7, new byte[1]);
            final MqttPeer.Packet pubrec = publisher.read();
            assertEquals("0007" + "10", HexFormat.of().formatHex(pubrec.body(), 0, 3));
            publisher.acknowledge(0x62, 7);
            assertEquals(7, publisher.read().type());
            assertEquals(0, publish(publisher, "queues/a", "x"), "a queue keeps it");
            final List<MqttPeer> subscribers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                final MqttPeer subscriber = v5(daemon, "subscriber" + i);
                subscriber.subscribe("events/" + i, 0);
                assertEquals(0, publish(publisher, "events/" + i, "x"));
                subscribers.add(subscriber);
            }
            assertEquals(0x10, publish(publisher, "events/a", "x"));
            final MqttPeer old = new MqttPeer(daemon.mqttPort(), MqttPeer.V3_1_1).connect("old");
            old.publish("events/a", 1, 1, new byte[1]);
            assertEquals(2, old.read().body().length, "3.1.1 has no reason codes");
            end(old);
            end(publisher);
            for (final MqttPeer subscriber : subscribers) {
                end(subscriber);
            }
            daemon.assertAtRest();
            assertEquals(daemon.count(Counter.MESSAGES_RECEIVED), accepted(daemon));
        }
    }

    private static long accepted(final RunningDaemon daemon) {
        return daemon.count(Counter.MESSAGES_ACCEPTED);
    }

    @Test
    void aMessageThatIsTooLargeForItsConsumerIsADeadLetter() throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, 1)) {
            final MqttPeer publisher = v5(daemon, "publisher");
            publish(publisher, "queues/q", "x".repeat(300));
            publish(publisher, "queues/q", "small");
            publish(publisher, "queues/q", "y".repeat(300));
            publish(publisher, "queues/q", "last");
            final MqttPeer consumer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
            consumer.send(Wire.bytes(CONNECT_SMALL));
            assertEquals(2, consumer.read().type());
            consumer.subscribe("queues/q", 1);
            assertEquals("small", take(consumer));
            assertEquals("last", take(consumer));
            end(consumer);
            end(publisher);
            daemon.assertAtRest();
            assertEquals(2, daemon.count(Counter.MATCHED_DEAD));
            assertEquals(2, daemon.count(Counter.MATCHED_SETTLED));
        }
    }

    @Test
    void aMessageThatCannotBeMappedIsADeadLetter() throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, 1)) {
            try (Client client = Client.create();
                    Connection connection = client.connect(RunningDaemon.HOST, daemon.amqpPort())) {
                final Sender sender = connection.openSender("queues/q");
                final Message<String> wide = Message.create("wide");
                for (int i = 0; i < 129; i++) {
                    wide.property("p" + i, i);
                }
                sender.send(wide).awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
                sender.send(Message.create("next")).awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
                final MqttPeer consumer = v5(daemon, "consumer");
                consumer.subscribe("queues/q", 1);
                assertEquals("next", take(consumer));
                end(consumer);
            }
            daemon.assertAtRest();
            assertEquals(1, daemon.count(Counter.MATCHED_DEAD));
        }
    }

    /** The class of a declared priority comes first, and in it the order of arrival. */
    @Test
    void higherPrioritiesComeFirst() throws Exception {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        final Random random = new Random(seed);
        try (RunningDaemon daemon = new RunningDaemon(data, 3)) {
            try (Client client = Client.create();
                    Connection connection = client.connect(RunningDaemon.HOST, daemon.amqpPort())) {
                final Sender sender = connection.openSender("queues/q");
                final Map<Integer, List<String>> expected = new TreeMap<>();
                for (int i = 0; i < 60; i++) {
                    final int priority = random.nextInt(10);
                    sender.send(Message.create("m" + i).priority((byte) priority))
                            .awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
                    expected.computeIfAbsent(9 - priority, none -> new ArrayList<>()).add("m" + i);
                }
                final MqttPeer publisher = v5(daemon, "publisher");
                publish(publisher, "queues/q", "from MQTT");
                end(publisher);
                expected.computeIfAbsent(9 - 4, none -> new ArrayList<>()).add("from MQTT");
                final MqttPeer consumer = v5(daemon, "consumer");
                consumer.subscribe("queues/q", 1);
                final List<String> got = new ArrayList<>();
                while (got.size() < 61) {
                    got.add(take(consumer));
                }
                end(consumer);
                assertEquals(
                        expected.values().stream().flatMap(List::stream).toList(),
                        got,
                        "-Dsluice.seed=" + seed);
            }
            daemon.assertAtRest();
        }
    }

    /** Three attempts; a goodbye is none. */
    @Test
    void aMessageThatItsConsumersAreLostWithIsADeadLetterInTheEnd() throws Exception {
        final EngineConfig config =
                RunningDaemon.withQueues(
                        RunningDaemon.usual(data, 3), new QueuesConfig(100, 1 << 20, 3));
        try (RunningDaemon daemon = new RunningDaemon(config)) {
            final MqttPeer publisher = v5(daemon, "publisher");
            publish(publisher, "queues/q", "poison");
            end(publisher);
            for (int i = 0; i < 5; i++) {
                end(consumer(daemon, "polite" + i));
            }
            for (int i = 0; i < 3; i++) {
                consumer(daemon, "crashes" + i).reset();
                daemon.assertAtRest();
            }
            final MqttPeer last = v5(daemon, "last");
            last.subscribe("queues/q", 1);
            publish(last, "queues/other", "x");
            last.send((byte) 0xC0, (byte) 0);
            assertEquals(13, last.read().type(), "it does not come again");
            end(last);
            daemon.assertAtRest();
            assertEquals(8, daemon.count(Counter.MATCHED));
            assertEquals(8, daemon.count(Counter.MATCHED_RETURNED));
        }
    }

    /** One that has the message, and has not said anything of it. */
    private static MqttPeer consumer(final RunningDaemon daemon, final String id) throws Exception {
        final MqttPeer consumer = v5(daemon, id);
        consumer.subscribe("queues/q", 1);
        assertEquals("poison", consumer.read().payload(MqttPeer.V5));
        return consumer;
    }

    private static EngineConfig sized(final Path data, final int bytes) {
        final EngineConfig usual = RunningDaemon.usual(data, 1);
        final MqttConfig mqtt = usual.protocols().mqtt();
        final AmqpConfig amqp = usual.protocols().amqp();
        return new EngineConfig(
                usual.store(),
                usual.loops(),
                usual.listeners(),
                usual.queues(),
                new EngineConfig.ProtocolsConfig(
                        new MqttConfig(
                                bytes,
                                mqtt.receiveMaximum(),
                                mqtt.keepAliveMaxMs(),
                                mqtt.subscriptionsMax()),
                        new AmqpConfig(
                                amqp.sasl(), amqp.defaultPattern(), bytes, amqp.idleTimeoutMs())),
                usual.log());
    }

    private static byte[] random(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4_096, 65_536, 256 << 10, 1 << 20})
    void theLargestMessageOfMqttReachesAmqpAndOneByteMoreIsRefused(final int max) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(sized(data, max))) {
            try (Client client = Client.create();
                    Connection connection = client.connect(RunningDaemon.HOST, daemon.amqpPort())) {
                final int head = 1 + 2 + "queues/q".length() + 2 + 1;
                final int lengthBytes = max - 4 >= 1 << 14 ? 3 : 2;
                final byte[] largest = random(max - head - lengthBytes);
                final MqttPeer publisher = v5(daemon, "publisher");
                publisher.publish("queues/q", 1, 1, largest);
                assertEquals(PUBACK, publisher.read().first());
                publisher.publish("queues/q", 1, 2, random(largest.length + 1));
                assertEquals("e00195", HexFormat.of().formatHex(publisher.readToEnd()));
                publisher.close();
                final Receiver receiver = connection.openReceiver("queues/q");
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                assertNotNull(delivery);
                assertArrayEquals(largest, (byte[]) delivery.message().body());
                delivery.accept();
            }
            daemon.assertAtRest();
            assertEquals(1, daemon.count(Counter.STORE_PERSISTED));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4_096, 65_536, 256 << 10, 1 << 20})
    void theLargestMessageOfAmqpReachesMqttAndOneByteMoreIsRefused(final int max) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(sized(data, max));
                AmqpPeer peer = new AmqpPeer(daemon.amqpPort()).header(ProtocolHeader.AMQP)) {
            // An annotation that only the mark can say, and the data: the packet is the larger one.
            final byte[] annotations = HexFormat.of().parseHex("005372c10802a3027878a10179");
            final byte[] payload = random(max - annotations.length - AmqpPeer.SECTION_HEAD);
            peer.open("peer").begin().sender(0, "queues/q").sender(1, "queues/q");
            peer.message(0, false, sections(annotations, payload));
            final MqttPeer consumer = v5(daemon, "consumer");
            consumer.subscribe("queues/q", 1);
            final MqttPeer.Packet packet = consumer.read();
            final byte[] body = packet.body();
            assertArrayEquals(
                    payload, Arrays.copyOfRange(body, body.length - payload.length, body.length));
            consumer.acknowledge(PUBACK, packet.packetId());
            peer.message(1, false, sections(annotations, random(payload.length + 1)));
            assertEquals("amqp:link:message-size-exceeded", peer.readUntil(Descriptor.DETACH));
            assertEquals("", peer.sayClose());
            end(consumer);
            daemon.assertAtRest();
            assertEquals(1, daemon.count(Counter.MATCHED_SETTLED));
        }
    }

    private static byte[] sections(final byte[] annotations, final byte[] payload) {
        final byte[] sections =
                Arrays.copyOf(
                        annotations, annotations.length + AmqpPeer.SECTION_HEAD + payload.length);
        final byte[] data = AmqpPeer.data(payload);
        System.arraycopy(data, 0, sections, annotations.length, data.length);
        return sections;
    }
}
