package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.BadFrames;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SamplePacket;
import io.sluice.codec.mqtt.SamplePackets;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.qpid.protonj2.client.Client;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every packet and frame that the decoders refuse, sent to the daemon over a socket: its sender is
 * told why and is the only one who notices.
 */
@Timeout(180)
class MalformedPacketsTest {
    private static final MqttFramer FRAMER = new MqttFramer(256 << 10);
    private static final int WINDOW = 8;

    @TempDir private Path data;

    /** What is done to the daemon while others use it. */
    private interface Attack {
        void run(RunningDaemon daemon) throws IOException;
    }

    /** Two clients publish and consume all the time; then the books are balanced. */
    private void run(final int loops, final Attack attack) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = Client.create()) {
            final Worker mqtt =
                    new MqttWorker(
                            new MqttPeer(daemon.mqttPort(), MqttPeer.V5),
                            "mqtt",
                            "queues/by",
                            "queues/stander",
                            Integer.MAX_VALUE,
                            WINDOW);
            final Worker amqp =
                    new AmqpWorker(
                            client,
                            daemon.amqpPort(),
                            "amqp",
                            "queues/stander",
                            "queues/by",
                            Integer.MAX_VALUE);
            final List<Worker> bystanders = List.of(mqtt.start(), amqp.start());
            RunningDaemon.await(
                    bystanders::toString,
                    () -> bystanders.stream().allMatch(worker -> worker.received() > 0));
            final int before = mqtt.received() + amqp.received();
            attack.run(daemon);
            RunningDaemon.await(
                    bystanders::toString, () -> mqtt.received() + amqp.received() > before);
            bystanders.forEach(Worker::stop);
            RunningDaemon.await(
                    bystanders::toString,
                    () ->
                            bystanders.stream().allMatch(Worker::hasPublishedAll)
                                    && mqtt.received() == amqp.published()
                                    && amqp.received() == mqtt.published());
            for (final Worker worker : bystanders) {
                worker.end();
                worker.join();
            }
            Worker.assertAllCame(bystanders, bystanders);
            daemon.assertAtRest();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tellsTheReasonOfEachBadPacketOfMqtt(final int loops) throws Exception {
        run(
                loops,
                daemon -> {
                    long bad = 0;
                    for (final Map.Entry<String, SamplePacket> each :
                            SamplePackets.all().entrySet()) {
                        final SamplePacket sample = each.getValue();
                        if (sample.sender() == PacketSender.CLIENT
                                && sample.reason() != ReasonCode.SUCCESS
                                && isWhole(sample.bytes())) {
                            expectRefusal(daemon, each.getKey(), sample);
                            bad++;
                        }
                    }
                    assertTrue(bad > 100, bad + " samples");
                });
    }

    /** One that says itself how long it is, as the stream does. */
    private static boolean isWhole(final byte[] bytes) {
        return FRAMER.next(new UnsafeBuffer(bytes), 0, bytes.length) == ReasonCode.SUCCESS
                && FRAMER.packetLength() == bytes.length;
    }

    private static void expectRefusal(
            final RunningDaemon daemon, final String name, final SamplePacket sample)
            throws IOException {
        final boolean isV5 = sample.version() == MqttVersion.V5;
        final boolean isConnect =
                ControlPacketType.of(sample.bytes()[0]) == ControlPacketType.CONNECT;
        try (MqttPeer peer =
                new MqttPeer(daemon.mqttPort(), isV5 ? MqttPeer.V5 : MqttPeer.V3_1_1)) {
            if (!isConnect) {
                peer.connect("attacker");
            }
            peer.send(sample.bytes());
            final String answer = HexFormat.of().formatHex(peer.readToEnd());
            final String code = HexFormat.of().toHexDigits((byte) sample.reason());
            if (!isConnect) {
                assertEquals(isV5 ? "e001" + code : "", answer, name);
            } else if (answer.startsWith("2003")) {
                assertEquals("200300" + code + "00", answer, name);
            } else {
                assertTrue(answer.matches("|2002000[12]"), () -> name + ": " + answer);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tellsTheSizeOfAPacketOfMqttThatIsTooLargeOnItsHeader(final int loops) throws Exception {
        run(
                loops,
                daemon -> {
                    try (MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V5)) {
                        peer.connect("large")
                                .send((byte) 0x30, (byte) 0xFF, (byte) 0xFF, (byte) 0x7F);
                        assertEquals("e00195", HexFormat.of().formatHex(peer.readToEnd()));
                    }
                    try (MqttPeer peer = new MqttPeer(daemon.mqttPort(), MqttPeer.V3_1_1)) {
                        peer.connect("large")
                                .send((byte) 0x30, (byte) 0xFF, (byte) 0xFF, (byte) 0x7F);
                        assertEquals("", HexFormat.of().formatHex(peer.readToEnd()));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tellsTheConditionOfEachBadFrameOfAmqp(final int loops) throws Exception {
        run(
                loops,
                daemon -> {
                    for (final Map.Entry<String, BadFrames.Body> bad :
                            BadFrames.bodies().entrySet()) {
                        if (bad.getValue().descriptor().name().startsWith("SASL")) {
                            expectSilence(daemon, bad.getValue());
                        } else {
                            expectCondition(daemon, bad.getKey(), bad.getValue());
                        }
                    }
                    for (final byte[] framing : BadFrames.framing()) {
                        expectFramingError(daemon, framing);
                    }
                    assertTrue(daemon.count(Counter.CONNECTIONS_PROTOCOL_ERROR) > 200);
                });
    }

    /** A bad value in a session ends the session, everything else the connection. */
    private static void expectCondition(
            final RunningDaemon daemon, final String name, final BadFrames.Body bad)
            throws IOException {
        final boolean isOpen = bad.descriptor() == Descriptor.OPEN;
        final boolean endsAll =
                bad.error() == AmqpError.DECODE_ERROR
                        || isOpen
                        || bad.descriptor() == Descriptor.BEGIN
                        || bad.descriptor() == Descriptor.CLOSE;
        try (AmqpPeer peer = new AmqpPeer(daemon.amqpPort()).header(ProtocolHeader.AMQP)) {
            if (!isOpen) {
                peer.open("attacker").begin();
            }
            peer.sendBody(FrameHeader.TYPE_AMQP, bad.bytes());
            final Descriptor answer = endsAll ? Descriptor.CLOSE : Descriptor.END;
            assertEquals(bad.error().symbol(), peer.readUntil(answer), name);
            if (!endsAll) {
                assertEquals("", peer.sayClose(), name);
            }
            assertEquals(0, peer.readToEnd(), name);
        }
    }

    private static void expectSilence(final RunningDaemon daemon, final BadFrames.Body bad)
            throws IOException {
        try (AmqpPeer peer = new AmqpPeer(daemon.amqpPort()).header(ProtocolHeader.SASL)) {
            peer.sendBody(FrameHeader.TYPE_SASL, bad.bytes());
            peer.readToEnd(); // the mechanisms, and no outcome that would say more
        }
    }

    private static void expectFramingError(final RunningDaemon daemon, final byte[] bytes)
            throws IOException {
        try (AmqpPeer peer = new AmqpPeer(daemon.amqpPort()).header(ProtocolHeader.AMQP)) {
            peer.open("attacker").begin().send(bytes);
            assertEquals(
                    AmqpError.FRAMING_ERROR.symbol(),
                    peer.readUntil(Descriptor.CLOSE),
                    HexFormat.of().formatHex(bytes));
            assertEquals(0, peer.readToEnd());
        }
    }
}
