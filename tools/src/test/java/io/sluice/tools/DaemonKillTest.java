package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Receiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon killed while devices publish: what it acknowledged comes out of its queue. Four rounds
 * in a build; {@code -Dsluice.kill.rounds=200} for longer.
 */
class DaemonKillTest {
    private static final int ROUNDS = Integer.getInteger("sluice.kill.rounds", 4);
    private static final int IN_FLIGHT = 100;
    private static final long PATIENCE_S = 20;

    @TempDir private Path data;

    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    private int next;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void losesNothingThatItAcknowledged() throws Exception {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("DaemonKillTest seed " + seed + ", " + ROUNDS + " rounds");
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildDaemon daemon = new ChildDaemon(data, "-XX:+UseSerialGC", "-Xmx96m")) {
                publishUntilKilled(daemon, 50 + random.nextInt(500), random.nextInt(2_000));
            }
        }
        assertTrue(acknowledged.size() > ROUNDS, "something was acknowledged");
        final Set<Integer> missing = new TreeSet<>(acknowledged);
        try (ChildDaemon daemon = new ChildDaemon(data, "-XX:+UseSerialGC", "-Xmx96m")) {
            drain(daemon, missing);
        }
        assertEquals(Set.of(), missing, "seed " + seed);
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
        final int before = acknowledged.size();
        final Semaphore window = new Semaphore(IN_FLIGHT);
        while (acknowledged.size() - before < acknowledgements) {
            assertTrue(window.tryAcquire(PATIENCE_S, TimeUnit.SECONDS), "no acknowledgement");
            final int number = next++;
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
    }

    private static void drain(final ChildDaemon daemon, final Set<Integer> missing)
            throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        try (Client client = Client.create();
                Connection connection =
                        client.connect(RunningDaemon.HOST, daemon.amqpPort(), options)) {
            final Receiver receiver = connection.openReceiver("queues/killed");
            while (!missing.isEmpty()) {
                final Delivery delivery = receiver.receive(PATIENCE_S, TimeUnit.SECONDS);
                if (delivery == null) {
                    return;
                }
                final byte[] body = (byte[]) delivery.message().body();
                missing.remove(Integer.parseInt(new String(body, UTF_8)));
                delivery.accept();
            }
        }
    }
}
