package io.sluice.engine.mapping;

import static io.sluice.engine.mapping.MappingScene.RECORD;
import static io.sluice.engine.mapping.MappingScene.TARGET;
import static io.sluice.engine.mapping.MappingScene.publish;
import static io.sluice.engine.mapping.MappingScene.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each row of the table, from MQTT to AMQP. */
class MappingToAmqpTest {
    private static final byte[] PAYLOAD = {1, 0, (byte) 0xFF};
    private static final Consumer<PropertyWriter> NO_PROPERTIES = it -> {};

    private final MappingScene scene = MappingScene.trusting();

    private void map(final Consumer<PropertyWriter> properties) {
        scene.toAmqp(publish("a/b", PAYLOAD, properties));
    }

    private static void user(final PropertyWriter writer, final String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            writer.addUserProperty(Slice.ofUtf8(pairs[i]), Slice.ofUtf8(pairs[i + 1]));
        }
    }

    @Test
    void topicAndPayload() {
        map(NO_PROPERTIES);
        assertEquals("a/b", scene.amqp.properties().to().toString());
        assertEquals(Descriptor.DATA, scene.amqp.body());
        assertEquals(1, scene.amqp.bodySections());
        assertArrayEquals(PAYLOAD, scene.amqp.data().toByteArray());
        assertFalse(scene.amqp.properties().hasMessageId());
        assertFalse(scene.amqp.properties().hasReplyTo());
        assertFalse(scene.amqp.properties().hasContentType());
        assertFalse(scene.amqp.properties().hasCorrelationId());
        assertTrue(scene.amqp.applicationProperties().isNull());
    }

    @Test
    void noPayload() {
        scene.toAmqp(publish("a", new byte[0], NO_PROPERTIES));
        assertEquals(0, scene.amqp.data().length());
    }

    @Test
    void qosAndRetain() {
        map(NO_PROPERTIES);
        assertTrue(scene.amqp.header().durable());
        assertEquals(1, scene.annotation("x-opt-mqtt-qos").integer());
        assertEquals(AmqpType.UBYTE, scene.annotation("x-opt-mqtt-qos").type());
        assertTrue(scene.annotation("x-opt-mqtt-retain").isNull());

        final MutableDirectBuffer retained = publish("a", PAYLOAD, NO_PROPERTIES);
        final int length = Record.bodyLength(retained, RECORD);
        Record.begin(retained, RECORD, Record.FORMAT_MQTT, Record.FLAG_RETAIN, length);
        scene.toAmqp(retained);
        assertFalse(scene.amqp.header().durable());
        assertEquals(0, scene.annotation("x-opt-mqtt-qos").integer());
        assertTrue(scene.annotation("x-opt-mqtt-retain").booleanValue());
    }

    @Test
    void priority() {
        final MutableDirectBuffer record = publish("a", PAYLOAD, NO_PROPERTIES);
        Record.priority(record, RECORD, 9);
        scene.toAmqp(record);
        assertEquals(9, scene.amqp.header().priority());
    }

    @Test
    void expiryIsWhatIsLeft() {
        final MutableDirectBuffer record =
                publish("a", PAYLOAD, it -> it.add(PropertyId.MESSAGE_EXPIRY_INTERVAL, 10));
        scene.toAmqp(record);
        assertFalse(scene.amqp.header().hasTtl());
        Record.expiresAtMs(record, RECORD, scene.nowMs + 1_234);
        scene.toAmqp(record);
        assertEquals(1_234, scene.amqp.header().ttl());
        scene.nowMs += 5_000;
        scene.toAmqp(record);
        assertEquals(1, scene.amqp.header().ttl());
        Record.expiresAtMs(record, RECORD, scene.nowMs + 0xFFFF_FFFFL * 1_000);
        scene.toAmqp(record);
        assertEquals(0xFFFF_FFFFL, scene.amqp.header().ttl());
    }

    @Test
    void contentType() {
        map(it -> it.add(PropertyId.CONTENT_TYPE, Slice.ofUtf8("text/plain")));
        assertEquals("text/plain", scene.amqp.properties().contentType().toString());
        assertTrue(scene.annotation("x-opt-mqtt-content-type").isNull());
    }

    @Test
    void contentTypeThatIsNoSymbol() {
        map(it -> it.add(PropertyId.CONTENT_TYPE, Slice.ofUtf8("größe")));
        assertFalse(scene.amqp.properties().hasContentType());
        assertEquals(AmqpType.STRING, scene.annotation("x-opt-mqtt-content-type").type());
        assertEquals("größe", scene.annotation("x-opt-mqtt-content-type").bytes().toString());
    }

    @Test
    void responseTopicAndCorrelationData() {
        map(
                it ->
                        it.add(PropertyId.RESPONSE_TOPIC, Slice.ofUtf8("re/ply"))
                                .add(PropertyId.CORRELATION_DATA, Slice.of((byte) 0, (byte) -1)));
        assertEquals("re/ply", scene.amqp.properties().replyTo().toString());
        final TypedValue id = scene.amqp.properties().correlationId();
        assertEquals(AmqpType.BINARY, id.type());
        assertArrayEquals(new byte[] {0, -1}, id.bytes().toByteArray());
    }

    @Test
    void typedCorrelationOnlyWithItsMark() {
        final Consumer<PropertyWriter> properties =
                it -> {
                    it.add(PropertyId.CORRELATION_DATA, Slice.ofUtf8("12345678"));
                    user(it, "x-sluice-correlation-type", "ulong");
                };
        map(properties);
        assertEquals(AmqpType.ULONG, scene.amqp.properties().correlationId().type());
        assertTrue(scene.amqp.applicationProperties().isNull());

        final MappingScene other = MappingScene.suspicious();
        other.toAmqp(publish("a/b", PAYLOAD, properties));
        assertEquals(AmqpType.BINARY, other.amqp.properties().correlationId().type());
        assertEquals(1, other.count(Counter.MAPPING_MARKS_STRIPPED));
        assertTrue(other.amqp.applicationProperties().isNull());
    }

    @Test
    void correlationThatIsNotWhatItsMarkSays() {
        for (final String type : List.of("ulong", "uuid", "string", "other")) {
            map(
                    it -> {
                        it.add(PropertyId.CORRELATION_DATA, Slice.of((byte) 0xC0));
                        user(it, "x-sluice-correlation-type", type);
                    });
            assertEquals(AmqpType.BINARY, scene.amqp.properties().correlationId().type());
        }
    }

    @Test
    void payloadFormat() {
        map(it -> it.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1));
        assertEquals(1, scene.annotation("x-opt-mqtt-payload-format").integer());
        map(it -> it.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 0));
        assertEquals(0, scene.annotation("x-opt-mqtt-payload-format").integer());
    }

    @Test
    void userPropertiesInOrder() {
        map(it -> user(it, "b", "1", "a", "2", "", ""));
        assertEquals(List.of("b=1", "a=2", "="), scene.applicationProperties());
        assertTrue(scene.annotation("x-opt-mqtt-user-properties").isNull());
    }

    @Test
    void repeatedUserProperties() {
        map(it -> user(it, "b", "1", "a", "2", "b", "3"));
        assertEquals(List.of("b=1", "a=2"), scene.applicationProperties());
        assertEquals(List.of("b", "1", "a", "2", "b", "3"), ordered());
    }

    private List<String> ordered() {
        final List<String> found = new ArrayList<>();
        final ElementCursor elements =
                new ElementCursor().wrap(scene.annotation("x-opt-mqtt-user-properties"));
        while (elements.next()) {
            found.add(elements.value().bytes().toString());
        }
        return found;
    }

    @Test
    void manyUserProperties() {
        map(
                it -> {
                    for (int i = 0; i < 200; i++) {
                        user(it, "name" + i, "x".repeat(300));
                    }
                    user(it, "name7", "again");
                });
        assertEquals(200, scene.applicationProperties().size());
        assertEquals(402, ordered().size());
    }

    @Test
    void messageId() {
        map(it -> user(it, "mqtt.message-id", "id", "a", "1", "mqtt.message-id", "other"));
        assertEquals("id", scene.amqp.properties().messageId().bytes().toString());
        assertEquals(AmqpType.STRING, scene.amqp.properties().messageId().type());
        assertEquals(List.of("a=1", "mqtt.message-id=other"), scene.applicationProperties());
        assertTrue(scene.annotation("x-opt-mqtt-user-properties").isNull());

        map(it -> user(it, "a", "1", "mqtt.message-id", "id"));
        assertEquals(List.of("a=1"), scene.applicationProperties());
        assertEquals(List.of("a", "1", "mqtt.message-id", "id"), ordered());
    }

    @Test
    void marksOfOthersAreTakenOff() {
        final MappingScene other = MappingScene.suspicious();
        other.toAmqp(
                publish("a", PAYLOAD, it -> user(it, "x-sluice-x", "1", "x-sluice-amqp", "AQ")));
        assertTrue(other.amqp.applicationProperties().isNull());
        assertEquals(2, other.count(Counter.MAPPING_MARKS_STRIPPED));
        map(it -> user(it, "x-sluice-x", "1"));
        assertEquals(List.of("x-sluice-x=1"), scene.applicationProperties());
    }

    @Test
    void markThatIsNone() {
        for (final String mark : List.of("!", "A", "AQ", "AQQAAAAAAAA", "AQT_____AAA")) {
            map(it -> user(it, "x-sluice-amqp", mark, "a", "1"));
            assertEquals(List.of("a=1"), scene.applicationProperties(), mark);
            assertArrayEquals(PAYLOAD, scene.amqp.data().toByteArray());
        }
        assertEquals(5, scene.count(Counter.MAPPING_LOSSY));
    }

    @Test
    void noRecordOfMqtt() {
        final MutableDirectBuffer amqp = MappingScene.message("a", it -> it.data(Slice.of()));
        assertEquals(Mapping.NONE, scene.mapping.toAmqp(amqp, RECORD, scene.target, TARGET));
        for (final String body :
                List.of("", "\0\1", "\0\1a", "\0\1a\5", "\0\0\0", "\0\1#\0", "\0\1a\1\177")) {
            final MutableDirectBuffer record =
                    MappingScene.record(Record.FORMAT_MQTT, 0, utf8(body));
            assertEquals(
                    Mapping.NONE,
                    scene.mapping.toAmqp(padded(record), RECORD, scene.target, TARGET),
                    body);
        }
    }

    /** A record lies among others: what is behind it can be read and must not be. */
    private static MutableDirectBuffer padded(final MutableDirectBuffer record) {
        final byte[] bytes = MappingScene.bytes(record, 0, record.capacity());
        return new UnsafeBuffer(Arrays.copyOf(bytes, bytes.length + 64));
    }
}
