package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.engine.config.AmqpConfig;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.QueuesConfig;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that end in the middle of everything leave nothing behind. */
@Timeout(240)
class KilledConnectionsTest {
    private static final int CONNECTIONS = 1_000;
    private static final int QUEUES = 8;
    private static final int QUEUE_MESSAGES = 400;
    private static final int RECONNECTS = 200;
    private static final byte[] PAYLOAD = new byte[100];

    @TempDir private Path data;

    private RunningDaemon daemon(final int loops) throws Exception {
        final EngineConfig usual =
                RunningDaemon.withQueues(
                        RunningDaemon.usual(data, loops),
                        new QueuesConfig(QUEUE_MESSAGES, 64 << 20, 1_000_000));
        final AmqpConfig amqp = usual.protocols().amqp();
        final AmqpConfig impatient =
                new AmqpConfig(amqp.sasl(), amqp.defaultPattern(), amqp.messageBytesMax(), 1_000);
        return new RunningDaemon(
                new EngineConfig(
                        usual.store(),
                        usual.loops(),
                        usual.listeners(),
                        usual.queues(),
                        new EngineConfig.ProtocolsConfig(usual.protocols().mqtt(), impatient),
                        usual.log()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void leaveEveryPoolFull(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            final ExecutorService threads = Executors.newFixedThreadPool(20);
            final List<Future<Void>> victims = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                final int number = i;
                final Callable<Void> victim =
                        () -> {
                            if (number % 2 == 0) {
                                mqtt(daemon, number);
                            } else {
                                amqp(daemon, number);
                            }
                            return null;
                        };
                victims.add(threads.submit(victim));
            }
            for (final Future<Void> victim : victims) {
                victim.get();
            }
            threads.shutdown();
            daemon.assertAtRest();
            assertEquals(CONNECTIONS, daemon.count(Counter.CONNECTIONS_ACCEPTED));
            assertEquals(CONNECTIONS / 10, daemon.count(Counter.CONNECTIONS_TIMED_OUT));
            assertTrue(daemon.count(Counter.MESSAGES_RETURNED) > 0, "none was killed early");
            drain(daemon);
        }
    }

    private static String queue(final int number) {
        return "queues/k" + number % QUEUES;
    }

    /** Ten ways to end: mostly a reset or an end without a word, now and then silence. */
    private static boolean isSilent(final int number) {
        return number / 2 % 10 == 0;
    }

    private static void mqtt(final RunningDaemon daemon, final int number) throws IOException {
        final int version = number % 4 == 0 ? MqttPeer.V5 : MqttPeer.V3_1_1;
        try (MqttPeer peer = new MqttPeer(daemon.mqttPort(), version)) {
            peer.connect("victim" + number, isSilent(number) ? 1 : 0);
            peer.subscribe(queue(number), 1 + number / 4 % 2);
            for (int id = 1; id <= 5; id++) {
                peer.publish(queue(number), 1, id, PAYLOAD);
                peer.publish("queues/full", 1 + id % 2, 10 + id, PAYLOAD);
                peer.publish("events/" + number, id % 3, 20 + id, PAYLOAD);
                peer.publish("queues/full", 0, 0, PAYLOAD);
            }
            if (number % 3 == 0) {
                peer.read(); // the first of its answers, or a message
            }
            if (isSilent(number)) {
                peer.readToEnd();
            } else if (number % 3 == 1) {
                peer.reset();
            }
        }
    }

    private static void amqp(final RunningDaemon daemon, final int number) throws IOException {
        try (AmqpPeer peer = new AmqpPeer(daemon.amqpPort()).header(ProtocolHeader.AMQP)) {
            peer.open("victim" + number).begin();
            peer.sender(0, queue(number)).sender(1, "queues/full").sender(2, "events/" + number);
            for (int i = 0; i < 5; i++) {
                peer.transfer(0, false, PAYLOAD).transfer(1, i % 2 == 0, PAYLOAD);
                peer.transfer(2, i % 2 == 0, PAYLOAD);
            }
            peer.receiver(3, queue(number), 10).receiver(4, "events/#", 10);
            if (isSilent(number)) {
                peer.readToEnd();
            } else if (number % 3 == 1) {
                peer.reset();
            }
        }
    }

    /** What was committed and not consumed is there, and once only. */
    private static void drain(final RunningDaemon daemon) throws IOException {
        try (MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
            peer.connect("last");
            for (int i = 0; i <= QUEUES; i++) {
                peer.send(subscribe(i == QUEUES ? "queues/full" : queue(i)));
            }
            // The victims have accepted nothing: what was ever committed is there.
            long left = daemon.count(Counter.STORE_PERSISTED);
            assertTrue(left >= QUEUE_MESSAGES, "the full queue at least");
            while (left > 0) {
                final MqttPeer.Packet packet = peer.read();
                if (packet.type() == 3) {
                    left--;
                    peer.acknowledge(0x40, packet.packetId());
                }
            }
            peer.send((byte) 0xC0, (byte) 0);
            assertEquals(13, peer.read().type(), "nothing came twice");
            peer.disconnect();
        }
        daemon.assertAtRest();
    }

    private static byte[] subscribe(final String filter) {
        return io.sluice.codec.mqtt.Wire.bytes("82 .. 00 01 () '" + filter + "' 01");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aClientThatReconnectsAgainAndAgainHasOneSession(final int loops) throws Exception {
        try (RunningDaemon daemon = daemon(loops)) {
            MqttPeer previous = null;
            for (int i = 0; i < RECONNECTS; i++) {
                final MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
                peer.connect("again");
                if (previous != null) {
                    final String end = HexFormat.of().formatHex(previous.readToEnd());
                    assertTrue(end.endsWith("e0018e"), () -> "taken over: " + end);
                    previous.close();
                }
                peer.send(subscribe("queues/own"));
                peer.publish("queues/own", 1, 1, PAYLOAD);
                peer.publish("events/own", 1, 2, PAYLOAD);
                previous = peer;
            }
            previous.disconnect();
            previous.readToEnd();
            previous.close();
            daemon.assertAtRest();
            assertEquals(RECONNECTS, daemon.count(Counter.CONNECTIONS_CLOSED));
        }
    }
}
