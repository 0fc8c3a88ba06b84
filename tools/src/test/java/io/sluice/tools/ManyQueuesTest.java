package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.QueuesConfig;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterSnapshot;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No client takes the daemon's memory with names of queues, and many queues start again. */
@Timeout(120)
class ManyQueuesTest {
    private static final int PUBACK = 0x40;
    private static final int QUOTA_EXCEEDED = 0x97;
    private static final int WINDOW = 100;

    /** As tools/sluice starts it, with less of a heap than the names would take if they stayed. */
    private static final String[] SMALL = {"-XX:+UseSerialGC", "-Xmx48m", "-Xss256k"};

    @TempDir private Path data;

    private static int publish(final MqttPeer peer, final String topic) throws Exception {
        peer.publish(topic, 1, 1, "1".getBytes(UTF_8));
        final MqttPeer.Packet answer = peer.read();
        assertEquals(PUBACK, answer.first());
        return answer.body().length > 2 ? answer.body()[2] & 0xFF : 0;
    }

    @Test
    void forgetsWhatNobodySendsToWhenItsConsumersGo() throws Exception {
        try (ChildDaemon daemon = new ChildDaemon(data, SMALL);
                MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
            peer.connect("changeable");
            for (int i = 0; i < 15_000; i++) {
                peer.subscribe("queues/s" + i, 1);
                peer.unsubscribe("queues/s" + i);
            }
            assertEquals(0, publish(peer, "queues/after"));
        }
    }

    @Test
    void startsAgainWithAMessageInEachOfManyQueues() throws Exception {
        final int queues = 5_000;
        try (ChildDaemon daemon = new ChildDaemon(data, SMALL);
                MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
            peer.connect("many");
            for (int i = 0; i < queues; i += WINDOW) {
                for (int k = 0; k < WINDOW; k++) {
                    peer.publish("queues/m" + (i + k), 1, k + 1, ("of " + (i + k)).getBytes(UTF_8));
                }
                for (int k = 0; k < WINDOW; k++) {
                    assertEquals(PUBACK, peer.read().first());
                }
            }
        }
        try (ChildDaemon daemon = new ChildDaemon(data, SMALL);
                MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
            final CounterSnapshot counted =
                    CounterSnapshot.read(RunCounters.fileOf(data.toRealPath()));
            assertEquals(queues, counted.value(Counter.LEDGER_PENDING));
            peer.connect("many");
            for (int i = 0; i < queues; i += 500) {
                peer.subscribe("queues/m" + i, 1);
                final MqttPeer.Packet packet = peer.read();
                assertEquals("of " + i, packet.payload(MqttPeer.V5));
                peer.acknowledge(PUBACK, packet.packetId());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void refusesAMessageForOneQueueTooMany(final int loops) throws Exception {
        final EngineConfig config =
                RunningDaemon.withQueues(
                        RunningDaemon.usual(data, loops), new QueuesConfig(3, 100, 1 << 20, 10));
        try (RunningDaemon daemon = new RunningDaemon(config)) {
            try (MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
                peer.connect("names");
                for (int i = 0; i < 3; i++) {
                    assertEquals(0, publish(peer, "queues/" + i));
                }
                for (int i = 3; i < 3_000; i++) {
                    assertEquals(QUOTA_EXCEEDED, publish(peer, "queues/" + i));
                }
                assertEquals(0, publish(peer, "queues/0"), "one that is there");
                peer.publish("queues/x", 0, 0, "1".getBytes(UTF_8)); // dropped, and counted
                assertEquals(0, publish(peer, "queues/1"));
                peer.disconnect();
            }
            final long refused = daemon.daemon().engine().count(Counter.QUEUES_REFUSED);
            assertEquals(2_998, refused);
            assertEquals(1, daemon.daemon().engine().count(Counter.MESSAGES_DROPPED_NO_ROOM));
            try (MqttPeer old = new MqttPeer(daemon.mqttPort(), MqttPeer.V3_1_1)) {
                old.connect("old");
                old.publish("queues/y", 1, 1, "1".getBytes(UTF_8));
                assertEquals(0, old.readToEnd().length, "3.1.1 has no other answer");
            }
            assertTrue(daemon.daemon().engine().count(Counter.MESSAGES_REFUSED) >= 2_998);
            daemon.assertAtRest();
        }
    }
}
