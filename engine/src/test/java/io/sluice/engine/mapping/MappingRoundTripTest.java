package io.sluice.engine.mapping;

import static io.sluice.engine.mapping.MappingScene.RECORD;
import static io.sluice.engine.mapping.MappingScene.TARGET;
import static io.sluice.engine.mapping.MappingScene.bare;
import static io.sluice.engine.mapping.MappingScene.message;
import static io.sluice.engine.mapping.MappingScene.publish;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** A message that goes over and comes back is what it was, between ends that trust each other. */
class MappingRoundTripTest {
    private static final int RANDOM_MESSAGES = 10_000;
    private static final String TOPIC = "a/b";
    private static final String[] NAMES = {
        "a", "b", "ä", "", "mqtt.message-id", "amqp.to", "x-sluice-other", "name"
    };

    private final MappingScene scene = MappingScene.trusting();
    private final MappingScene back = MappingScene.trusting();

    /** The body of the PUBLISH that comes back. */
    private byte[] overAmqp(final DirectBuffer record) {
        final byte[] sections = scene.toAmqp(record);
        final String topic = scene.amqp.properties().to().toString();
        final MutableDirectBuffer amqp = message(topic, sections);
        Record.expiresAtMs(amqp, RECORD, Record.expiresAtMs(record, RECORD));
        return back.toMqtt(amqp);
    }

    /** The sections that come back. */
    private byte[] overMqtt(final DirectBuffer record) {
        final byte[] body = scene.toMqtt(record);
        return back.toAmqp(MappingScene.record(Record.FORMAT_MQTT, MappingScene.QOS_1, body));
    }

    private static byte[] bodyOf(final DirectBuffer record) {
        return MappingScene.bytes(
                record, Record.bodyOffset(RECORD), Record.bodyLength(record, RECORD));
    }

    private static byte[] contentOf(final DirectBuffer record) {
        return MappingScene.bytes(
                record, Record.contentOffset(record, RECORD), Record.contentLength(record, RECORD));
    }

    private void assertReturns(final Consumer<MessageEncoder> sections) {
        final MutableDirectBuffer record = message(TOPIC, sections);
        assertArrayEquals(bare(contentOf(record)), bare(overMqtt(record)));
    }

    private static Slice text(final String text) {
        return Slice.ofUtf8(text);
    }

    private static PropertiesEncoder properties() {
        return new PropertiesEncoder().to(text(TOPIC));
    }

    @Test
    void mqttReturnsByteForByte() {
        final MutableDirectBuffer record =
                publish(
                        TOPIC,
                        new byte[] {0, -1},
                        it ->
                                it.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)
                                        .add(PropertyId.MESSAGE_EXPIRY_INTERVAL, 3_600)
                                        .add(PropertyId.CONTENT_TYPE, text("größe"))
                                        .add(PropertyId.RESPONSE_TOPIC, text("re"))
                                        .add(PropertyId.CORRELATION_DATA, Slice.of((byte) -1))
                                        .addUserProperty(text("b"), text("1"))
                                        .addUserProperty(text("mqtt.message-id"), text("id"))
                                        .addUserProperty(text("a"), text("2"))
                                        .addUserProperty(text("b"), text("3")));
        Record.expiresAtMs(record, RECORD, scene.nowMs + 3_600_000);
        assertArrayEquals(bodyOf(record), overAmqp(record));
    }

    @Test
    void amqpBodiesReturn() {
        final Slice data = Slice.of((byte) 1, (byte) -1);
        assertReturns(it -> it.data(data));
        assertReturns(it -> it.properties(properties()).data(data).data(Slice.of()).data(data));
        assertReturns(it -> it.beginValue().putString(text("ä")));
        assertReturns(it -> it.beginValue().putBinary(data));
        assertReturns(it -> it.beginValue().putNull());
        assertReturns(it -> it.beginValue().beginList().putInt(5).endList());
        assertReturns(
                it ->
                        it.section(Descriptor.AMQP_SEQUENCE, Slice.of((byte) 0x45))
                                .section(Descriptor.AMQP_SEQUENCE, Slice.of((byte) 0x45)));
    }

    @Test
    void formsThatAreNotTheSmallestReturn() {
        final byte[] sections = {
            0,
            (byte) 0x80,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0x73,
            (byte) 0xD0,
            0,
            0,
            0,
            4,
            0,
            0,
            0,
            0, // list32
            0,
            0x53,
            0x75,
            (byte) 0xB0,
            0,
            0,
            0,
            1,
            9 // vbin32
        };
        assertArrayEquals(sections, bare(overMqtt(message(TOPIC, sections))));
    }

    @Test
    void messageWithoutBodyReturns() {
        final byte[] sections = {0, 0x53, 0x73, 0x45};
        assertArrayEquals(sections, bare(overMqtt(message(TOPIC, sections))));
        assertEquals(0, back.amqp.bodySections());
    }

    @Test
    void emptyApplicationPropertiesReturn() {
        final byte[] sections = {
            0,
            0x53,
            0x73,
            (byte) 0xC0,
            0x06,
            0x03,
            0x40,
            0x40,
            (byte) 0xA1,
            0x01,
            0x61, //
            0,
            0x53,
            0x74,
            (byte) 0xC1,
            0x01,
            0, //
            0,
            0x53,
            0x75,
            (byte) 0xA0,
            0x01,
            0x07
        };
        assertArrayEquals(sections, bare(overMqtt(message("a", sections))));
    }

    @Test
    void annotationsFooterAndPriorityReturn() {
        final MutableDirectBuffer record =
                message(
                        TOPIC,
                        it -> {
                            it.header(new HeaderEncoder().priority(200).deliveryCount(3));
                            it.beginMap(Descriptor.DELIVERY_ANNOTATIONS)
                                    .putSymbol(text("hop"))
                                    .putInt(1);
                            it.endMap();
                            it.beginMap(Descriptor.MESSAGE_ANNOTATIONS)
                                    .putSymbol(text("x-opt-a"))
                                    .putInt(2);
                            it.endMap().properties(properties()).data(Slice.of((byte) 1));
                            it.beginMap(Descriptor.FOOTER).putSymbol(text("sum")).putInt(3);
                            it.endMap();
                        });
        overMqtt(record);
        assertEquals(200, back.amqp.header().priority());
        assertEquals(0, back.amqp.header().deliveryCount());
        assertTrue(back.amqp.deliveryAnnotations().isNull());
        assertEquals(2, back.annotation("x-opt-a").integer());
        assertEquals(2, new ElementCursor().wrap(back.amqp.footer()).remaining());
    }

    @Test
    void payloadThatWasChangedIsNotThatMessage() {
        final byte[] body = scene.toMqtt(message(TOPIC, it -> it.data(Slice.of((byte) 1))));
        final byte[] longer = Arrays.copyOf(body, body.length + 1);
        back.toAmqp(MappingScene.record(Record.FORMAT_MQTT, 0, longer));
        assertArrayEquals(new byte[] {1, 0}, back.amqp.data().toByteArray());
        assertEquals(1, back.count(Counter.MAPPING_LOSSY));
    }

    @Test
    void textThatIsNoneAnyMoreIsNoString() {
        final byte[] body =
                scene.toMqtt(message(TOPIC, it -> it.beginValue().putString(text("x"))));
        body[body.length - 1] = (byte) 0xC0;
        back.toAmqp(MappingScene.record(Record.FORMAT_MQTT, 0, body));
        assertEquals(Descriptor.DATA, back.amqp.body());
        assertEquals(1, back.count(Counter.MAPPING_LOSSY));
    }

    @Test
    void whoIsNotTrustedGetsTheTable() {
        final MappingScene suspicious = MappingScene.suspicious();
        final byte[] body =
                scene.toMqtt(message(TOPIC, it -> it.beginValue().putString(text("x"))));
        suspicious.toAmqp(MappingScene.record(Record.FORMAT_MQTT, 0, body));
        assertEquals(Descriptor.DATA, suspicious.amqp.body());
        assertEquals(1, suspicious.count(Counter.MAPPING_MARKS_STRIPPED));
        assertEquals(0, suspicious.count(Counter.MAPPING_LOSSY));
    }

    @Test
    void randomMessagesReturn() {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("MappingRoundTripTest seed " + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            final String at = "seed " + seed + " message " + i;
            final MutableDirectBuffer mqtt = randomPublish(random);
            assertArrayEquals(bodyOf(mqtt), overAmqp(mqtt), at);
            final MutableDirectBuffer amqp = message(TOPIC, it -> randomMessage(random, it));
            assertArrayEquals(bare(contentOf(amqp)), bare(overMqtt(amqp)), at);
        }
        assertEquals(0, scene.count(Counter.MAPPING_LOSSY) + back.count(Counter.MAPPING_LOSSY));
    }

    /** Whatever bytes a record has: a message of the other protocol, or NONE. */
    @Test
    void randomBytesAreMappedOrRefused() {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("MappingRoundTripTest seed " + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            final MutableDirectBuffer mqtt = randomPublish(random);
            damage(random, mqtt);
            if (scene.mapping.toAmqp(mqtt, RECORD, scene.target, TARGET) != Mapping.NONE) {
                scene.toAmqp(mqtt);
            }
            final MutableDirectBuffer amqp = message(TOPIC, it -> randomMessage(random, it));
            final byte[] body = scene.toMqtt(amqp);
            final int at = random.nextInt(body.length);
            body[at] = (byte) (body[at] ^ 1 << random.nextInt(7));
            final MutableDirectBuffer hop = MappingScene.record(Record.FORMAT_MQTT, 0, body);
            if (back.mapping.toAmqp(hop, RECORD, back.target, TARGET) != Mapping.NONE) {
                back.toAmqp(hop);
            }
            damage(random, amqp);
            if (scene.mapping.toMqtt(amqp, RECORD, scene.target, TARGET) != Mapping.NONE) {
                scene.toMqtt(amqp);
            }
        }
    }

    private static void damage(final Random random, final MutableDirectBuffer record) {
        final int length = Record.bodyLength(record, RECORD);
        for (int i = random.nextInt(3); i >= 0; i--) {
            record.putByte(
                    Record.bodyOffset(RECORD) + random.nextInt(length), (byte) random.nextInt(256));
        }
    }

    private MutableDirectBuffer randomPublish(final Random random) {
        final byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        return publish(randomTopic(random), payload, it -> randomProperties(random, it));
    }

    private static String randomTopic(final Random random) {
        return List.of("a", "a/b", "/", "ä/ö", "t".repeat(300)).get(random.nextInt(5));
    }

    private static void randomProperties(final Random random, final PropertyWriter to) {
        if (random.nextBoolean()) {
            to.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, random.nextInt(2));
        }
        if (random.nextBoolean()) {
            to.add(PropertyId.CONTENT_TYPE, text(NAMES[random.nextInt(NAMES.length)]));
        }
        if (random.nextBoolean()) {
            to.add(PropertyId.RESPONSE_TOPIC, text(randomTopic(random)));
        }
        if (random.nextBoolean()) {
            to.add(PropertyId.CORRELATION_DATA, randomBytes(random));
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            to.addUserProperty(text(NAMES[random.nextInt(NAMES.length)]), randomText(random));
        }
    }

    private static Slice randomBytes(final Random random) {
        final byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return Slice.of(bytes);
    }

    private static Slice randomText(final Random random) {
        return text("vä".repeat(random.nextInt(150)));
    }

    private static void randomMessage(final Random random, final MessageEncoder to) {
        if (random.nextBoolean()) {
            to.header(new HeaderEncoder().priority(random.nextInt(256)));
        }
        if (random.nextInt(4) == 0) {
            to.beginMap(Descriptor.MESSAGE_ANNOTATIONS).putSymbol(text("x")).putNull();
            to.endMap();
        }
        if (random.nextInt(4) > 0) {
            to.properties(randomFields(random));
        }
        if (random.nextBoolean()) {
            final TypeWriter map = to.beginMap(Descriptor.APPLICATION_PROPERTIES);
            for (final String name : NAMES) {
                if (random.nextBoolean()) {
                    randomValue(random, map.putString(text(name)));
                }
            }
            to.endMap();
        }
        randomBody(random, to);
        if (random.nextInt(4) == 0) {
            to.beginMap(Descriptor.FOOTER).putSymbol(text("x")).putInt(5);
            to.endMap();
        }
    }

    private static PropertiesEncoder randomFields(final Random random) {
        final PropertiesEncoder fields = new PropertiesEncoder();
        if (random.nextInt(4) > 0) {
            fields.to(text(random.nextInt(4) > 0 ? TOPIC : "other"));
        }
        if (random.nextBoolean()) {
            fields.replyTo(text(random.nextBoolean() ? "re" : "#"));
        }
        switch (random.nextInt(6)) {
            case 0 -> fields.correlationId().binary(randomBytes(random));
            case 1 -> fields.correlationId().string(randomText(random));
            case 2 -> fields.correlationId().ulong(random.nextInt(9));
            case 3 -> fields.correlationId().uuid(random.nextLong(), random.nextLong());
            case 4 -> fields.messageId().string(randomText(random));
            default -> fields.messageId().ulong(random.nextLong());
        }
        if (random.nextInt(4) == 0) {
            fields.subject(randomText(random)).contentType(text("type")).userId(text("u"));
        }
        return fields;
    }

    private static void randomValue(final Random random, final TypeWriter to) {
        switch (random.nextInt(8)) {
            case 0 -> to.putLong(random.nextLong());
            case 1 -> to.putDouble(random.nextDouble());
            case 2 -> to.putBinary(randomBytes(random));
            case 3 -> to.putNull();
            default -> to.putString(randomText(random));
        }
    }

    private static void randomBody(final Random random, final MessageEncoder to) {
        switch (random.nextInt(6)) {
            case 0 -> to.beginValue().putString(randomText(random));
            case 1 -> to.beginValue().putBinary(randomBytes(random));
            case 2 -> to.beginValue().putInt(random.nextInt());
            case 3 -> to.data(randomBytes(random)).data(randomBytes(random));
            default -> to.data(randomBytes(random));
        }
    }
}
