package io.sluice.codec.ws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Captures;
import io.sluice.codec.Captures.Direction;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of MQTT.js and mosquitto over WebSocket come out as the MQTT packets they were. */
class WebSocketCapturesTest {
    private static final UpgradeLimits LIMITS = new UpgradeLimits(4096, 50);

    static List<String> sessions() {
        return Captures.names("*websocket");
    }

    /** Checks the upgrade of both sides and returns the frames that one of them sent. */
    private static byte[] frames(final Captures session, final Direction direction) {
        final byte[] client = session.bytesFrom(Direction.CLIENT);
        final UpgradeRequestDecoder request = new UpgradeRequestDecoder(LIMITS);
        assertEquals(
                HttpStatus.SWITCHING_PROTOCOLS,
                request.wrap(new UnsafeBuffer(client), 0, client.length, Subprotocol.MQTT));
        assertEquals("/mqtt", request.path().toString());
        final Slice accept = new AcceptKey().of(request.key());
        final byte[] server = session.bytesFrom(Direction.SERVER);
        final UpgradeResponseDecoder response = new UpgradeResponseDecoder(LIMITS);
        assertEquals(
                UpgradeResult.ACCEPTED,
                response.wrap(
                        new UnsafeBuffer(server), 0, server.length, accept, Subprotocol.MQTT));
        return direction == Direction.CLIENT
                ? Arrays.copyOfRange(client, request.length(), client.length)
                : Arrays.copyOfRange(server, response.length(), server.length);
    }

    private static InboundStream read(final Captures session, final Direction direction) {
        final Endpoint sender = direction == Direction.CLIENT ? Endpoint.CLIENT : Endpoint.SERVER;
        return InboundStream.from(sender).feed(frames(session, direction));
    }

    /** The packets of a stream, by name, PUBLISH with its topic and payload's length. */
    private static List<String> packets(
            final byte[] stream, final MqttVersion version, final PacketSender sender) {
        final MqttFramer framer = new MqttFramer(1 << 16);
        final PublishDecoder publish = new PublishDecoder(sender);
        final UnsafeBuffer buffer = new UnsafeBuffer(stream);
        final List<String> packets = new ArrayList<>();
        int at = 0;
        while (at < stream.length) {
            assertEquals(ReasonCode.SUCCESS, framer.next(buffer, at, stream.length));
            final int type = ControlPacketType.of(buffer.getByte(at));
            if (type == ControlPacketType.PUBLISH) {
                assertEquals(
                        ReasonCode.SUCCESS,
                        publish.wrap(buffer, at, framer.packetLength(), version));
                packets.add(
                        "PUBLISH "
                                + publish.topic()
                                + ' '
                                + publish.qos()
                                + ' '
                                + publish.payload().length());
            } else {
                packets.add(ControlPacketType.name(type));
            }
            at += framer.packetLength();
        }
        return packets;
    }

    @Test
    void readsTheSessionOfMqtt5() {
        final Captures session = Captures.load("mqtt5-mqttjs-websocket");
        final InboundStream client = read(session, Direction.CLIENT);
        assertEquals(
                List.of(
                        "CONNECT",
                        "SUBSCRIBE",
                        "PUBLISH ws/0 0 5",
                        "PUBLISH ws/1 1 140",
                        "PUBACK",
                        "PUBLISH ws/2 2 3",
                        "PUBREL",
                        "PUBREC",
                        "PUBCOMP",
                        "UNSUBSCRIBE",
                        "DISCONNECT"),
                packets(client.stream(), MqttVersion.V5, PacketSender.CLIENT));
        assertEquals(0, client.failure());
        final InboundStream server = read(session, Direction.SERVER);
        assertEquals(
                List.of(
                        "CONNACK",
                        "SUBACK",
                        "PUBLISH ws/0 0 5",
                        "PUBLISH ws/1 1 140",
                        "PUBACK",
                        "PUBREC",
                        "PUBLISH ws/2 2 3",
                        "PUBCOMP",
                        "PUBREL",
                        "UNSUBACK"),
                packets(server.stream(), MqttVersion.V5, PacketSender.SERVER));
        assertEquals(List.of("CLOSE 1005 "), server.events());
    }

    @Test
    void readsTheSessionOfMqtt311() {
        final Captures session = Captures.load("mqtt311-mqttjs-websocket");
        final List<String> client =
                packets(
                        read(session, Direction.CLIENT).stream(),
                        MqttVersion.V3_1_1,
                        PacketSender.CLIENT);
        assertEquals("CONNECT", client.get(0));
        assertTrue(client.contains("PUBLISH ws4/1 1 16"), client::toString);
        final List<String> server =
                packets(
                        read(session, Direction.SERVER).stream(),
                        MqttVersion.V3_1_1,
                        PacketSender.SERVER);
        assertEquals("CONNACK", server.get(0));
        assertTrue(server.contains("PUBLISH ws4/1 1 16"), server::toString);
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void readsTheSessionTheSameInPiecesOfAnySize(final String name) {
        final Captures session = Captures.load(name);
        for (final Direction direction : Direction.values()) {
            final InboundStream whole = read(session, direction);
            final byte[] bytes = frames(session, direction);
            for (final int size : new int[] {1, 2, 3, 7, 64, 1000}) {
                final InboundStream cut =
                        InboundStream.from(
                                        direction == Direction.CLIENT
                                                ? Endpoint.CLIENT
                                                : Endpoint.SERVER)
                                .feedBy(size, bytes);
                assertArrayEquals(whole.stream(), cut.stream(), "by " + size);
                assertEquals(whole.events(), cut.events(), "by " + size);
            }
        }
    }

    /** A client's stream as one frame, and as frames of one byte, is the same stream. */
    @ParameterizedTest
    @MethodSource("sessions")
    void readsPacketsBatchedInOneFrameAndOneSpreadOverMany(final String name) {
        final byte[] stream = read(Captures.load(name), Direction.CLIENT).stream();
        final Frames spread = Frames.fromClient(0x0BAD_CAFE);
        for (final byte b : stream) {
            spread.binary(new byte[] {b});
        }
        final byte[] batched = Frames.fromClient(0x0BAD_CAFE).binary(stream).bytes();
        assertArrayEquals(stream, InboundStream.from(Endpoint.CLIENT).feed(batched).stream());
        assertArrayEquals(
                stream, InboundStream.from(Endpoint.CLIENT).feed(spread.bytes()).stream());
    }

    /** A session as the engine holds it: what is no whole packet yet stays in front. */
    @Test
    void findsPacketsBehindLeftoversOfTheStream() {
        final Captures session = Captures.load("mqtt5-mqttjs-websocket");
        final byte[] bytes = frames(session, Direction.CLIENT);
        final InboundFrames frames = new InboundFrames(Endpoint.CLIENT, 1024, 1024);
        final MqttFramer framer = new MqttFramer(1024);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        final ByteArrayOutputStream seen = new ByteArrayOutputStream();
        int leftover = 0;
        int closes = 0;
        for (int at = 0; at < bytes.length; at += 5) {
            final int length = Math.min(5, bytes.length - at);
            buffer.putBytes(leftover, bytes, at, length);
            frames.wrap(buffer, leftover, leftover + length);
            int event = frames.next();
            while (event == Opcode.CLOSE) {
                closes++;
                event = frames.next();
            }
            assertEquals(InboundFrames.CONSUMED, event);
            final int limit = leftover + frames.payloadLength();
            int packet = 0;
            while (framer.next(buffer, packet, limit) == ReasonCode.SUCCESS) {
                seen.write(buffer.getByte(packet));
                packet += framer.packetLength();
            }
            leftover = limit - packet;
            buffer.putBytes(0, buffer, packet, leftover);
        }
        assertEquals(0, leftover);
        assertEquals(1, closes);
        assertEquals(11, seen.size());
        assertEquals((byte) 0xE0, seen.toByteArray()[10]);
    }
}
