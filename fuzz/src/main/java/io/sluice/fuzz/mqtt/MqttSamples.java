package io.sluice.fuzz.mqtt;

import io.sluice.codec.Captures;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SamplePacket;
import io.sluice.codec.mqtt.SamplePackets;
import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What the MQTT targets begin with: the samples of the codec's tests, the packets and the streams
 * of the recorded sessions, and what these lack.
 */
public final class MqttSamples {
    private static final String SESSIONS = "mqtt*";
    private static final int IN_A_STREAM = 4;
    private static final String OVER_WEBSOCKET = "-websocket";

    /**
     * One packet, or a stream of several.
     *
     * @param selector its version and sender, as in {@link PacketInput}
     */
    public record Sample(int selector, byte[] packet) {
        static Sample of(
                final MqttVersion version, final PacketSender sender, final byte[] packet) {
            return new Sample(PacketInput.selector(version, sender), packet);
        }

        boolean isOfType(final int type) {
            return ControlPacketType.of(packet[0]) == type;
        }

        private String words() {
            return selector + HexFormat.of().formatHex(packet);
        }
    }

    private MqttSamples() {}

    /** Packets of these types, each once, valid ones and others. */
    public static List<Sample> ofTypes(final int... types) {
        final Map<String, Sample> samples = new LinkedHashMap<>();
        for (final Sample sample : all()) {
            if (IntStream.of(types).anyMatch(sample::isOfType)) {
                samples.putIfAbsent(sample.words(), sample);
            }
        }
        return List.copyOf(samples.values());
    }

    private static List<Sample> all() {
        final List<Sample> samples = new ArrayList<>();
        for (final SamplePacket packet : SamplePackets.all().values()) {
            if (packet.bytes().length > 1) {
                samples.add(Sample.of(packet.version(), packet.sender(), packet.bytes()));
            }
        }
        for (final Sample session : sessions()) {
            for (final byte[] packet : packets(session.packet())) {
                samples.add(new Sample(session.selector(), packet));
            }
        }
        for (final byte[] packet : publishes()) {
            samples.add(Sample.of(MqttVersion.V5, PacketSender.SERVER, packet));
        }
        return samples;
    }

    /** What one side sent in a recorded session, whole. */
    static List<Sample> sessions() {
        final List<Sample> sessions = new ArrayList<>();
        for (final String name : Captures.names(SESSIONS)) {
            if (!name.endsWith(OVER_WEBSOCKET)) {
                final Captures session = Captures.load(name);
                final MqttVersion version =
                        name.startsWith("mqtt5") ? MqttVersion.V5 : MqttVersion.V3_1_1;
                sessions.add(
                        Sample.of(
                                version,
                                PacketSender.CLIENT,
                                session.bytesFrom(Captures.Direction.CLIENT)));
                sessions.add(
                        Sample.of(
                                version,
                                PacketSender.SERVER,
                                session.bytesFrom(Captures.Direction.SERVER)));
            }
        }
        return sessions;
    }

    /** Streams: the sessions, and valid samples one after the other. */
    static List<Sample> streams() {
        final List<Sample> streams = new ArrayList<>(sessions());
        for (int selector = 0; selector < PacketInput.SELECTORS; selector++) {
            final ByteArrayOutputStream stream = new ByteArrayOutputStream();
            int count = 0;
            for (final SamplePacket packet : SamplePackets.valid().values()) {
                if (PacketInput.selector(packet.version(), packet.sender()) == selector) {
                    stream.writeBytes(packet.bytes());
                    if (++count % IN_A_STREAM == 0) {
                        streams.add(new Sample(selector, stream.toByteArray()));
                        stream.reset();
                    }
                }
            }
            streams.add(new Sample(selector, stream.toByteArray()));
        }
        return streams;
    }

    private static List<byte[]> packets(final byte[] stream) {
        final List<byte[]> packets = new ArrayList<>();
        final MqttFramer framer = new MqttFramer(Integer.MAX_VALUE);
        final UnsafeBuffer buffer = new UnsafeBuffer(stream);
        int at = 0;
        while (framer.next(buffer, at, stream.length) == ReasonCode.SUCCESS) {
            packets.add(Arrays.copyOfRange(stream, at, at + framer.packetLength()));
            at += framer.packetLength();
        }
        if (at != stream.length) {
            throw new IllegalStateException("a recorded session ends inside a packet");
        }
        return packets;
    }

    /** PUBLISH of both versions. */
    static List<byte[]> publishes() {
        final List<byte[]> packets = new ArrayList<>();
        for (final MqttVersion version : MqttVersion.values()) {
            packets.add(encode(publish("a/b", "hi"), version));
            packets.add(encode(publish("plant/7", "21.5").retain(true), version));
            packets.add(encode(publish("plant/7", "").qos(1, 1), version));
            packets.add(
                    encode(publish("\u20AC/\uD83D\uDE80", "x").qos(2, 65_535).dup(true), version));
            packets.add(encode(publish("long", "0123456789".repeat(20)).qos(1, 258), version));
        }
        packets.add(encode(publish("all", "{}").qos(1, 7).properties(every()), MqttVersion.V5));
        packets.add(encode(publish("", "alias").properties(alias()), MqttVersion.V5));
        packets.add(encode(publish("users", "u").properties(users(12)), MqttVersion.V5));
        packets.add(encode(publish("format", "").properties(shortLast()), MqttVersion.V5));
        addFaulty(packets);
        return packets;
    }

    /** PUBLISH with property lists as small as they get: for caps that are just broken, or not. */
    static List<byte[]> smallLists() {
        final List<byte[]> packets = new ArrayList<>();
        final Slice empty = Slice.of();
        packets.add(properties(writer().addUserProperty(empty, empty)));
        packets.add(
                properties(writer().addUserProperty(empty, empty).addUserProperty(empty, empty)));
        packets.add(
                properties(
                        writer().addUserProperty(empty, empty)
                                .add(PropertyId.TOPIC_ALIAS, 1)
                                .addUserProperty(empty, empty)
                                .addUserProperty(empty, empty)
                                .add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)));
        for (int bytes = 3; bytes <= 5; bytes++) {
            final Slice data = Slice.of(new byte[bytes]);
            packets.add(properties(writer().add(PropertyId.CORRELATION_DATA, data)));
        }
        packets.add(encode(publish("a/b/c/d/e", "12345"), MqttVersion.V5));
        return packets;
    }

    private static byte[] properties(final PropertyWriter properties) {
        return encode(publish("t", "").properties(properties), MqttVersion.V5);
    }

    /** Faults that the peers of this codec judge in different ways. */
    private static void addFaulty(final List<byte[]> packets) {
        final String[] faulty = {
            "38 05 00 01 61 00 78", // DUP at QoS 0
            "36 07 00 01 61 00 01 00 78", // QoS 3
            "32 06 00 01 61 00 00 00", // packet identifier 0
            "30 04 00 01 2B 00", // a wildcard
            "30 03 00 00 00", // no topic and no alias
            "30 84 00 00 01 61 00", // a length of more bytes than it needs
            "30 05 00 01 FF 00 78", // not UTF-8
            "30 06 00 01 61 02 01 02", // a payload format that is neither 0 nor 1
            "30 08 00 01 61 04 01 00 01 00", // a property twice
            "30 06 00 01 61 02 21 00", // a property of another packet
            "30 07 00 01 61 03 23 00 00", // topic alias 0
            "30 06 00 01 61 02 0B 00", // subscription identifier 0
            "30 06 00 01 61 02 0B 05", // a subscription identifier
            "30 08 00 01 61 04 08 00 01 23", // a wildcard in the response topic
            "30 06 00 01 61 01 01 00", // a property that passes the end of its list
            "30 04 00 01 61 05", // a list that passes the end of the packet
        };
        for (final String hex : faulty) {
            packets.add(HexFormat.of().parseHex(hex.replace(" ", "")));
        }
    }

    private static PublishEncoder publish(final String topic, final String payload) {
        return new PublishEncoder().topic(Slice.ofUtf8(topic)).payload(Slice.ofUtf8(payload));
    }

    private static PropertyWriter writer() {
        return new PropertyWriter(new UnsafeBuffer(new byte[4_096]));
    }

    private static PropertyWriter every() {
        return writer().add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)
                .add(PropertyId.MESSAGE_EXPIRY_INTERVAL, 0xFFFF_FFFFL)
                .add(PropertyId.CONTENT_TYPE, Slice.ofUtf8("application/json"))
                .add(PropertyId.RESPONSE_TOPIC, Slice.ofUtf8("reply/to"))
                .add(PropertyId.CORRELATION_DATA, Slice.of((byte) 0, (byte) 1, (byte) 0xFF))
                .add(PropertyId.SUBSCRIPTION_IDENTIFIER, 1)
                .add(PropertyId.SUBSCRIPTION_IDENTIFIER, 268_435_455)
                .add(PropertyId.TOPIC_ALIAS, 3)
                .addUserProperty(Slice.ofUtf8("site"), Slice.ofUtf8("north"))
                .addUserProperty(Slice.ofUtf8("site"), Slice.ofUtf8(""));
    }

    private static PropertyWriter alias() {
        return writer().add(PropertyId.TOPIC_ALIAS, 65_535);
    }

    private static PropertyWriter users(final int count) {
        final PropertyWriter writer = writer();
        for (int i = 0; i < count; i++) {
            writer.addUserProperty(Slice.ofUtf8("name " + i), Slice.ofUtf8("value " + i));
        }
        return writer;
    }

    /** A list of more than 127 bytes that ends with a property of two. */
    private static PropertyWriter shortLast() {
        return users(10).add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1);
    }

    private static byte[] encode(final PublishEncoder encoder, final MqttVersion version) {
        final byte[] packet = new byte[encoder.encodedLength(version)];
        encoder.encode(new UnsafeBuffer(packet), 0, version);
        return packet;
    }
}
