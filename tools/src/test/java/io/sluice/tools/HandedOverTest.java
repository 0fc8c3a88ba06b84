package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A consumer that settles nothing stops reading and is killed: what the kernel had is settled, and
 * nothing else.
 */
@Timeout(120)
class HandedOverTest {
    private static final byte[] PAYLOAD = new byte[16_000];
    private static final int READ = 5;
    private static final int BATCH = 10;

    /** More than any kernel keeps for a socket and its peer. */
    private static final int PUBLISHED_MAX = 4_000;

    @TempDir private Path data;

    /** Consumes an address and settles nothing. */
    private interface Victim extends AutoCloseable {
        /** Reads one message. */
        void read() throws IOException;

        void reset() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** The protocols, each with its way to settle nothing. */
    private enum Kind {
        MQTT {
            @Override
            Victim consume(final RunningDaemon daemon, final String address) throws IOException {
                final MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
                peer.connect("victim").subscribe(address, 0);
                return new Victim() {
                    @Override
                    public void read() throws IOException {
                        assertEquals(0x30, peer.read().first());
                    }

                    @Override
                    public void reset() throws IOException {
                        peer.reset();
                    }

                    @Override
                    public void close() {
                        peer.close();
                    }
                };
            }
        },
        AMQP {
            @Override
            Victim consume(final RunningDaemon daemon, final String address) throws IOException {
                final RawAmqpPeer peer = new RawAmqpPeer(daemon.amqpPort());
                attachSettled(peer, address);
                return new Victim() {
                    @Override
                    public void read() throws IOException {
                        peer.expect(Descriptor.TRANSFER);
                        assertTrue(peer.body.capacity() > PAYLOAD.length, "a part of a message");
                    }

                    @Override
                    public void reset() throws IOException {
                        peer.reset();
                    }

                    @Override
                    public void close() throws IOException {
                        peer.close();
                    }
                };
            }
        };

        /** Is attached when this returns: what is published from then on comes. */
        abstract Victim consume(RunningDaemon daemon, String address) throws IOException;

        private static void attachSettled(final RawAmqpPeer peer, final String address)
                throws IOException {
            peer.add(
                    (buffer, offset, limit) ->
                            ProtocolHeader.encode(buffer, offset, ProtocolHeader.AMQP));
            peer.add(new OpenEncoder().containerId(Slice.ofUtf8("victim"))::encode);
            final BeginEncoder begin = new BeginEncoder().nextOutgoingId(0).outgoingWindow(1);
            peer.add(begin.incomingWindow(Integer.MAX_VALUE)::encode);
            final AttachEncoder attach = new AttachEncoder().name(Slice.ofUtf8("link")).handle(0);
            attach.role(Role.RECEIVER).sndSettleMode(SenderSettleMode.SETTLED);
            attach.source().kind(Descriptor.SOURCE).address(Slice.ofUtf8(address));
            attach.target().kind(Descriptor.TARGET);
            peer.add(attach::encode);
            final FlowEncoder flow = new FlowEncoder().nextOutgoingId(0).outgoingWindow(1);
            flow.incomingWindow(Integer.MAX_VALUE).handle(0).linkCredit(1 << 20).echo(true);
            peer.add(flow::encode).send();
            peer.expectHeader();
            peer.expect(Descriptor.OPEN).expect(Descriptor.BEGIN).expect(Descriptor.ATTACH);
            peer.expect(Descriptor.FLOW);
        }
    }

    /** So many are neither settled nor given back: written, and the kernel takes no more. */
    private static long held(final RunningDaemon daemon) {
        return daemon.count(Counter.MATCHED)
                - daemon.count(Counter.MATCHED_SETTLED)
                - daemon.count(Counter.MATCHED_DROPPED_SLOW);
    }

    /** Publishes until the victim's kernel is full and the condition holds; how many. */
    private static int publish(
            final MqttPeer producer, final String address, final Condition enough)
            throws IOException {
        int published = 0;
        while (!enough.holds()) {
            assertTrue(published < PUBLISHED_MAX, "the kernel takes everything");
            for (int id = 1; id <= BATCH; id++) {
                producer.publish(address, 1, id, PAYLOAD);
            }
            for (int i = 0; i < BATCH; i++) {
                assertEquals(4, producer.read().type());
            }
            published += BATCH;
        }
        return published;
    }

    /** What a test waits for. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void readSome(final Victim victim, final MqttPeer producer, final String address)
            throws IOException {
        for (int i = 0; i < READ; i++) {
            producer.publish(address, 1, 1, PAYLOAD);
            assertEquals(4, producer.read().type());
            victim.read();
        }
    }

    private static void kill(final RunningDaemon daemon, final Victim victim) throws IOException {
        final long closed = daemon.count(Counter.CONNECTIONS_CLOSED);
        victim.reset();
        RunningDaemon.await(
                () -> "the end of the victim",
                () -> daemon.count(Counter.CONNECTIONS_CLOSED) > closed);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void countsEachEventOnce(final Kind kind) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, 1);
                Victim victim = kind.consume(daemon, "events/x");
                MqttPeer producer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
            producer.connect("producer");
            readSome(victim, producer, "events/x");
            final int more =
                    publish(
                            producer,
                            "events/x",
                            () -> daemon.count(Counter.MATCHED_DROPPED_SLOW) > BATCH);
            final int published = READ + more;
            assertTrue(held(daemon) > 0, "nothing is left with us");
            kill(daemon, victim);
            producer.disconnect();
            producer.readToEnd();
            daemon.assertAtRest();
            final long settled = daemon.count(Counter.MATCHED_SETTLED);
            final long slow = daemon.count(Counter.MATCHED_DROPPED_SLOW);
            final long closed = daemon.count(Counter.MATCHED_DROPPED_CLOSED);
            assertEquals(published, daemon.count(Counter.MATCHED));
            assertEquals(published, settled + slow + closed);
            assertTrue(settled >= READ, settled + " settled");
            // The transmit buffer's worth, besides what was still waiting for it.
            assertTrue(closed >= (128 << 10) / PAYLOAD.length, closed + " dropped at the end");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void losesNothingOfAQueueThatWasStillHere(final Kind kind) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, 1);
                MqttPeer producer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5);
                Victim victim = kind.consume(daemon, "queues/x")) {
            producer.connect("producer");
            readSome(victim, producer, "queues/x");
            final int more = publish(producer, "queues/x", () -> isStuck(daemon));
            final int published = READ + more;
            kill(daemon, victim);
            final long settled = daemon.count(Counter.QUEUE_SETTLED);
            assertTrue(settled >= READ && settled < published, settled + " of " + published);
            assertTrue(daemon.count(Counter.MATCHED_RETURNED) > 0, "nothing came back");
            try (MqttPeer next = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
                next.connect("next");
                next.send(io.sluice.codec.mqtt.Wire.bytes("82 .. 00 01 () 'queues/x' 01"));
                for (long left = published - settled; left > 0; ) {
                    final MqttPeer.Packet packet = next.read();
                    if (packet.type() == 3) {
                        next.acknowledge(0x40, packet.packetId());
                        left--;
                    }
                }
                next.send((byte) 0xC0, (byte) 0);
                assertEquals(13, next.read().type(), "one came that was settled");
                next.disconnect();
                next.readToEnd();
            }
            producer.disconnect();
            producer.readToEnd();
            daemon.assertAtRest();
            assertEquals(published, daemon.count(Counter.QUEUE_SETTLED));
            assertEquals(0, daemon.count(Counter.MATCHED_DROPPED_CLOSED));
        }
    }

    /** More than a batch is out at the victim, whose kernel takes no more. */
    private static boolean isStuck(final RunningDaemon daemon) {
        return held(daemon) > BATCH;
    }
}
