package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.engine.observe.Counter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daemon's AMQP listener, frame by frame. */
@Timeout(120)
class AmqpFramesTest {
    @TempDir private Path data;

    private static void publish(final int mqttPort, final String queue, final int count) {
        final Mqtt5BlockingClient client =
                Mqtt5Client.builder()
                        .identifier("publisher")
                        .serverHost(RunningDaemon.HOST)
                        .serverPort(mqttPort)
                        .buildBlocking();
        client.connect();
        for (int i = 0; i < count; i++) {
            client.publishWith()
                    .topic(queue)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(Integer.toString(i).getBytes(UTF_8))
                    .send();
        }
        client.disconnect();
    }

    private static void expectAttached(final RawAmqpPeer peer) throws Exception {
        peer.expectHeader();
        peer.expect(Descriptor.OPEN).expect(Descriptor.BEGIN).expect(Descriptor.ATTACH);
    }

    /**
     * A client that does not wait sends everything in one write, from the header to its credit,
     * before the connection has found its loop; the next connection takes its link.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void takesAlongWhatIsBehindTheOpenAndThenTheLink(final int loops) throws Exception {
        final List<RawAmqpPeer> peers = new ArrayList<>();
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            for (int i = 0; i < 8; i++) {
                final String queue = "queues/raw-" + i;
                publish(daemon.mqttPort(), queue, 1);
                final RawAmqpPeer old = new RawAmqpPeer(daemon.amqpPort());
                peers.add(old);
                old.addReceiver("raw-" + i, queue, ReceiverSettleMode.FIRST, 5).send();
                expectAttached(old);
                old.expect(Descriptor.TRANSFER);
                final RawAmqpPeer thief = new RawAmqpPeer(daemon.amqpPort());
                peers.add(thief);
                thief.addReceiver("raw-" + i, queue, ReceiverSettleMode.FIRST, 5).send();
                expectAttached(thief);
                old.expect(Descriptor.DETACH);
                final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
                assertEquals(AmqpError.NONE, detach.wrap(old.body, 0, old.body.capacity()));
                assertEquals("amqp:link:stolen", detach.error().condition().toString());
                assertEquals(false, detach.closed(), "the link goes on");
                thief.expect(Descriptor.TRANSFER);
                accept(thief, true);
            }
            final long moved = daemon.daemon().engine().count(Counter.CONNECTIONS_MOVED);
            assertTrue(loops == 1 ? moved == 0 : moved > 0, "moved: " + moved);
        } finally {
            for (final RawAmqpPeer peer : peers) {
                peer.close();
            }
        }
    }

    private static void accept(final RawAmqpPeer peer, final boolean settled) throws Exception {
        final DispositionEncoder disposition =
                new DispositionEncoder().role(Role.RECEIVER).first(0).last(0).settled(settled);
        disposition.state().accepted();
        peer.add(disposition::encode).send();
    }

    /** Power off at once behind our answer: what was answered does not come again. */
    @Test
    void keepsItsWordToAReceiverThatSettlesSecond() throws Exception {
        final String queue = "queues/second";
        final int rounds = 3;
        for (int round = 0; round < rounds; round++) {
            try (ChildDaemon daemon = new ChildDaemon(data, "-XX:+UseSerialGC", "-Xmx96m")) {
                if (round == 0) {
                    publish(daemon.mqttPort(), queue, rounds);
                }
                try (RawAmqpPeer peer = new RawAmqpPeer(daemon.amqpPort())) {
                    peer.addReceiver("raw", queue, ReceiverSettleMode.SECOND, 1).send();
                    expectAttached(peer);
                    peer.expect(Descriptor.TRANSFER);
                    accept(peer, false);
                    peer.expect(Descriptor.DISPOSITION);
                    daemon.kill();
                    final DispositionDecoder answer = new DispositionDecoder(TypeLimits.DEFAULT);
                    assertEquals(AmqpError.NONE, answer.wrap(peer.body, 0, peer.body.capacity()));
                    assertTrue(answer.settled());
                    assertEquals(Descriptor.ACCEPTED, answer.state().kind());
                }
            }
        }
        try (ChildDaemon daemon = new ChildDaemon(data, "-XX:+UseSerialGC", "-Xmx96m");
                RawAmqpPeer peer = new RawAmqpPeer(daemon.amqpPort())) {
            peer.addReceiver("raw", queue, ReceiverSettleMode.FIRST, 0);
            peer.add(
                    new FlowEncoder()
                                    .incomingWindow(1_000)
                                    .nextOutgoingId(0)
                                    .outgoingWindow(1_000)
                                    .handle(0)
                                    .linkCredit(1)
                                    .drain(true)
                            ::encode);
            peer.send();
            expectAttached(peer);
            peer.expect(Descriptor.FLOW); // and no transfer before it
            final FlowDecoder drained = new FlowDecoder(TypeLimits.DEFAULT);
            assertEquals(AmqpError.NONE, drained.wrap(peer.body, 0, peer.body.capacity()));
            assertTrue(drained.drain());
            peer.add(new CloseEncoder().close()::encode).send().expect(Descriptor.CLOSE);
        }
    }
}
