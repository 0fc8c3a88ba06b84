package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Captures;
import io.sluice.codec.Captures.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions of mosquitto, Paho and MQTT.js: every packet of both directions is decoded, and written
 * again byte for byte where its sender chose the short form. Those over WebSocket are unpacked by
 * the tests of that codec.
 */
class MqttCapturesTest {
    /**
     * The packets that MQTT.js wrote longer than we do, Success and an empty property list in full:
     * there the decoded fields are compared.
     */
    private static final Map<String, Set<String>> LONG_FORMS =
            Map.of(
                    "mqtt5-mqttjs-alias", Set.of("DISCONNECT"),
                    "mqtt5-mqttjs-assigned-id", Set.of("DISCONNECT"),
                    "mqtt5-mqttjs-ping", Set.of("DISCONNECT"),
                    "mqtt5-mqttjs-properties", Set.of("PUBREC", "PUBREL", "PUBCOMP"));

    private final UnsafeBuffer again = new UnsafeBuffer(new byte[1 << 18]);

    /** The sessions of a version that is spoken here, over TCP. */
    static List<String> sessions() {
        final List<String> names = new ArrayList<>(Captures.names("mqtt{311,5}-*"));
        names.removeIf(name -> name.endsWith("websocket"));
        return names;
    }

    /** The sessions of MQTT 3.1. */
    static List<String> olderSessions() {
        return Captures.names("mqtt31-*");
    }

    @Test
    void knowsEverySessionThere() {
        final Set<String> all = new TreeSet<>(Captures.names("mqtt*"));
        assertTrue(all.size() > 30, all::toString);
        all.removeAll(sessions());
        all.removeAll(olderSessions());
        assertEquals(Set.of("mqtt311-mqttjs-websocket", "mqtt5-mqttjs-websocket"), all);
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void isDecodedAndWrittenAgain(final String name) {
        final Captures session = Captures.load(name);
        final MqttVersion version = name.startsWith("mqtt5-") ? MqttVersion.V5 : MqttVersion.V3_1_1;
        final Set<String> longForms = new TreeSet<>();
        final List<String> sent =
                types(session.bytesFrom(Direction.CLIENT), version, PacketSender.CLIENT, longForms);
        final List<String> answered =
                types(session.bytesFrom(Direction.SERVER), version, PacketSender.SERVER, longForms);
        assertEquals("CONNECT", sent.get(0));
        assertEquals("CONNACK", answered.get(0));
        assertEquals(LONG_FORMS.getOrDefault(name, Set.of()), longForms);
    }

    /** Takes a stream apart and returns the types of its packets. */
    private List<String> types(
            final byte[] stream,
            final MqttVersion version,
            final PacketSender sender,
            final Set<String> longForms) {
        final UnsafeBuffer buffer = new UnsafeBuffer(stream);
        final MqttFramer framer = new MqttFramer(1 << 17);
        final AnyPacket packet = new AnyPacket(sender);
        final AnyPacket copy = new AnyPacket(sender);
        final List<String> types = new ArrayList<>();
        int at = 0;
        while (at < stream.length) {
            assertEquals(ReasonCode.SUCCESS, framer.next(buffer, at, stream.length));
            final int end = at + framer.packetLength();
            final byte[] sent = Arrays.copyOfRange(stream, at, end);
            final String hex = HexFormat.of().formatHex(sent);
            final String type = ControlPacketType.name(ControlPacketType.of(sent[0]));
            types.add(type);
            final int reason = packet.wrap(buffer, at, sent.length, version);
            assertEquals(ReasonCode.name(ReasonCode.SUCCESS), ReasonCode.name(reason), hex);
            final int length = packet.encodeAgain(again, 0);
            if (length < sent.length) {
                longForms.add(type);
                assertEquals(ReasonCode.SUCCESS, copy.wrap(again, 0, length, version), hex);
                assertEquals(packet.text(), copy.text(), hex);
            } else {
                assertArrayEquals(sent, Arrays.copyOf(again.byteArray(), length), hex);
            }
            at = end;
        }
        return types;
    }

    @ParameterizedTest
    @MethodSource("olderSessions")
    void isRefusedInMqtt31(final String name) {
        final byte[] stream = Captures.load(name).bytesFrom(Direction.CLIENT);
        final UnsafeBuffer buffer = new UnsafeBuffer(stream);
        final MqttFramer framer = new MqttFramer(1 << 17);
        final ConnectDecoder connect = new ConnectDecoder();
        assertEquals(ReasonCode.SUCCESS, framer.next(buffer, 0, stream.length));
        assertEquals(
                ReasonCode.UNSUPPORTED_PROTOCOL_VERSION,
                connect.wrap(buffer, 0, framer.packetLength()));
        assertEquals(3, connect.protocolLevel());
        assertEquals(MqttVersion.V3_1_1, connect.version(), "the form of the refusal");
        assertFalse(olderSessions().isEmpty());
        assertTrue(framer.packetLength() < stream.length, "their server took it");
    }
}
