package io.sluice.engine.mapping;

import static io.sluice.engine.mapping.MappingScene.RECORD;
import static io.sluice.engine.mapping.MappingScene.TARGET;
import static io.sluice.engine.mapping.MappingScene.message;
import static io.sluice.engine.mapping.MappingScene.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** Each row of the table, from AMQP to MQTT. */
class MappingToMqttTest {
    private static final String TOPIC = "q/1";
    private static final Slice PAYLOAD = Slice.of((byte) 7, (byte) 0, (byte) -1);

    private final MappingScene scene = MappingScene.trusting();

    private static PropertiesEncoder properties() {
        return new PropertiesEncoder().to(Slice.ofUtf8(TOPIC));
    }

    private static Slice text(final String text) {
        return Slice.ofUtf8(text);
    }

    private void map(final PropertiesEncoder properties) {
        scene.toMqtt(message(TOPIC, it -> it.properties(properties).data(PAYLOAD)));
    }

    private void mapApplication(final Consumer<TypeWriter> map) {
        scene.toMqtt(application(map));
    }

    private static DirectBuffer application(final Consumer<TypeWriter> map) {
        return message(
                TOPIC,
                it -> {
                    it.properties(properties());
                    map.accept(it.beginMap(Descriptor.APPLICATION_PROPERTIES));
                    it.endMap().data(PAYLOAD);
                });
    }

    private void mapAnnotations(final MappingScene by, final Consumer<TypeWriter> map) {
        by.toMqtt(
                message(
                        TOPIC,
                        it -> {
                            map.accept(it.beginMap(Descriptor.MESSAGE_ANNOTATIONS));
                            it.endMap().properties(properties()).data(PAYLOAD);
                        }));
    }

    private void mapBody(final Consumer<MessageEncoder> body) {
        scene.toMqtt(
                message(
                        TOPIC,
                        it ->
                                body.accept(
                                        it.properties(properties().contentType(text("my/own"))))));
    }

    private long number(final int id) {
        return scene.mqtt.properties().number(id, -1);
    }

    private String bytes(final int id) {
        return scene.mqtt.properties().has(id) ? scene.mqtt.properties().bytes(id).toString() : "-";
    }

    private int refused(final DirectBuffer record) {
        return scene.mapping.toMqtt(record, RECORD, scene.target, TARGET);
    }

    @Test
    void topicIsTheAddress() {
        map(properties());
        assertEquals(TOPIC, scene.mqtt.topic().toString());
        assertArrayEquals(PAYLOAD.toByteArray(), scene.mqtt.payload().toByteArray());
        assertEquals(0, scene.mqtt.properties().length());
    }

    @Test
    void addressOfTheSenderIsAnother() {
        map(new PropertiesEncoder().to(text("amqp://x/q")));
        assertEquals(TOPIC, scene.mqtt.topic().toString());
        assertEquals(List.of("amqp.to=amqp://x/q"), scene.plainUserProperties());
        assertTrue(scene.hasMark());
    }

    @Test
    void addressesThatAreNoTopics() {
        for (final String address : List.of("", "#", "a/+", "a\0b")) {
            assertEquals(Mapping.NONE, refused(message(address, it -> it.data(PAYLOAD))), address);
        }
        final MutableDirectBuffer record = message("ab", it -> it.data(PAYLOAD));
        record.putByte(Record.addressOffset(record, RECORD), (byte) 0xC0);
        assertEquals(Mapping.NONE, refused(record));
    }

    @Test
    void notAMessage() {
        assertEquals(Mapping.NONE, refused(message(TOPIC, utf8("nonsense"))));
        assertEquals(Mapping.NONE, refused(message(TOPIC, new byte[0])));
        assertEquals(Mapping.NONE, refused(MappingScene.publish(TOPIC, new byte[1], it -> {})));
        final MutableDirectBuffer cut = message(TOPIC, it -> it.data(PAYLOAD));
        Record.begin(cut, RECORD, Record.FORMAT_AMQP, 0, 3);
        assertEquals(Mapping.NONE, refused(cut));
    }

    @Test
    void expiryIsRoundedUp() {
        final MutableDirectBuffer record =
                message(TOPIC, it -> it.properties(properties()).data(PAYLOAD));
        scene.toMqtt(record);
        assertEquals(-1, number(PropertyId.MESSAGE_EXPIRY_INTERVAL));
        final long[] leftMs = {1, 1_000, 1_500, -5, Long.MAX_VALUE - scene.nowMs};
        final long[] seconds = {1, 1, 2, 1, 0xFFFF_FFFFL};
        for (int i = 0; i < leftMs.length; i++) {
            Record.expiresAtMs(record, RECORD, scene.nowMs + leftMs[i]);
            scene.toMqtt(record);
            assertEquals(seconds[i], number(PropertyId.MESSAGE_EXPIRY_INTERVAL));
        }
    }

    @Test
    void replyTo() {
        map(properties().replyTo(text("re/ply")));
        assertEquals("re/ply", bytes(PropertyId.RESPONSE_TOPIC));
        assertFalse(scene.hasMark());
        map(properties().replyTo(text("amqp://x/#")));
        assertEquals("-", bytes(PropertyId.RESPONSE_TOPIC));
        assertTrue(scene.hasMark());
    }

    @Test
    void contentType() {
        map(properties().contentType(text("text/plain")));
        assertEquals("text/plain", bytes(PropertyId.CONTENT_TYPE));
        mapAnnotations(
                scene, it -> it.putSymbol(text("x-opt-mqtt-content-type")).putString(text("ö")));
        assertEquals("ö", bytes(PropertyId.CONTENT_TYPE));
        assertFalse(scene.hasMark());
    }

    @Test
    void correlationIds() {
        final PropertiesEncoder properties = properties();
        properties.correlationId().binary(PAYLOAD);
        map(properties);
        assertArrayEquals(
                PAYLOAD.toByteArray(),
                scene.mqtt.properties().bytes(PropertyId.CORRELATION_DATA).toByteArray());
        assertEquals(List.of(), scene.userProperties());
        properties.correlationId().string(text("id"));
        map(properties);
        assertEquals("id", bytes(PropertyId.CORRELATION_DATA));
        assertEquals(List.of("x-sluice-correlation-type=string"), scene.userProperties());
        properties.correlationId().ulong(0x3132_3334_3536_3738L);
        map(properties);
        assertEquals("12345678", bytes(PropertyId.CORRELATION_DATA));
        assertEquals(List.of("x-sluice-correlation-type=ulong"), scene.userProperties());
        properties.correlationId().uuid(0x3132_3334_3536_3738L, 0x3132_3334_3536_3738L);
        map(properties);
        assertEquals("1234567812345678", bytes(PropertyId.CORRELATION_DATA));
        assertEquals(List.of("x-sluice-correlation-type=uuid"), scene.userProperties());
    }

    @Test
    void messageIds() {
        final PropertiesEncoder properties = properties();
        properties.messageId().string(text("id"));
        map(properties);
        assertEquals(List.of("mqtt.message-id=id"), scene.userProperties());
        properties.messageId().ulong(-1);
        map(properties);
        assertEquals(List.of("mqtt.message-id=18446744073709551615"), scene.plainUserProperties());
        assertTrue(scene.hasMark());
        properties.messageId().uuid(0x0123_4567_89AB_CDEFL, 1);
        map(properties);
        assertEquals(
                List.of("mqtt.message-id=01234567-89ab-cdef-0000-000000000001"),
                scene.plainUserProperties());
        properties.messageId().binary(PAYLOAD);
        map(properties);
        assertEquals(List.of(), scene.plainUserProperties());
        assertTrue(scene.hasMark());
    }

    @Test
    void applicationPropertiesInOrder() {
        mapApplication(
                it ->
                        it.putString(text("b"))
                                .putString(text("1"))
                                .putString(text("a"))
                                .putString(text("")));
        assertEquals(List.of("b=1", "a="), scene.userProperties());
    }

    @Test
    void typedApplicationProperties() {
        mapApplication(
                it -> {
                    it.putString(text("long")).putLong(-5);
                    it.putString(text("ulong")).putUlong(Long.MIN_VALUE);
                    it.putString(text("true")).putBoolean(true);
                    it.putString(text("double")).putDouble(0.5);
                    it.putString(text("float")).putFloat(1e10f);
                    it.putString(text("char")).putChar(0x1F600);
                    it.putString(text("char2")).putChar(0xE4);
                    it.putString(text("time")).putTimestamp(12);
                    it.putString(text("uuid")).putUuid(1, 2);
                    it.putString(text("symbol")).putSymbol(text("s"));
                    it.putString(text("binary")).putBinary(PAYLOAD);
                    it.putString(text("null")).putNull();
                    it.putString(text("decimal")).putDecimal32(1);
                });
        assertEquals(
                List.of(
                        "long=-5",
                        "ulong=9223372036854775808",
                        "true=true",
                        "double=0.5",
                        "float=1.0E10",
                        "char=\uD83D\uDE00",
                        "char2=ä",
                        "time=12",
                        "uuid=00000000-0000-0001-0000-000000000002",
                        "symbol=s"),
                scene.plainUserProperties());
        assertTrue(scene.hasMark());
    }

    @Test
    void textThatMqttForbids() {
        mapApplication(it -> it.putString(text("a")).putString(text("x\0y")));
        assertEquals(List.of(), scene.plainUserProperties());
        assertTrue(scene.hasMark());
    }

    @Test
    void tooMuch() {
        final Slice large = text("x".repeat(0x1_0000));
        assertEquals(
                Mapping.NONE, refused(application(it -> it.putString(text("a")).putString(large))));
        assertEquals(
                Mapping.NONE, refused(application(it -> it.putString(large).putString(text("a")))));
        for (int i = 0; i < 3; i++) {
            final PropertiesEncoder properties = properties();
            switch (i) {
                case 0 -> properties.contentType(large);
                case 1 -> properties.correlationId().binary(large);
                default -> properties.subject(large);
            }
            assertEquals(
                    Mapping.NONE,
                    refused(message(TOPIC, it -> it.properties(properties).data(PAYLOAD))));
        }
    }

    @Test
    void tooManyApplicationProperties() {
        mapApplication(it -> many(it, 128));
        assertEquals(128, scene.userProperties().size());
        assertEquals(Mapping.NONE, refused(application(it -> many(it, 129))));
    }

    private static void many(final TypeWriter map, final int count) {
        for (int i = 0; i < count; i++) {
            map.putString(text("name" + i)).putString(text("v"));
        }
    }

    @Test
    void otherProperties() {
        map(
                properties()
                        .subject(text("s"))
                        .contentEncoding(text("gzip"))
                        .absoluteExpiryTime(5)
                        .creationTime(4)
                        .groupId(text("g"))
                        .groupSequence(-1)
                        .replyToGroupId(text("r")));
        assertEquals(
                List.of(
                        "amqp.subject=s",
                        "amqp.content-encoding=gzip",
                        "amqp.absolute-expiry-time=5",
                        "amqp.creation-time=4",
                        "amqp.group-id=g",
                        "amqp.group-sequence=4294967295",
                        "amqp.reply-to-group-id=r"),
                scene.plainUserProperties());
        assertTrue(scene.hasMark());
        map(properties().userId(PAYLOAD));
        assertTrue(scene.hasMark());
    }

    @Test
    void priority() {
        scene.toMqtt(
                message(
                        TOPIC,
                        it ->
                                it.header(new HeaderEncoder().priority(200))
                                        .properties(properties())
                                        .data(PAYLOAD)));
        assertEquals(List.of("amqp.priority=200"), scene.plainUserProperties());
        assertTrue(scene.hasMark());
    }

    @Test
    void annotationsOfOthers() {
        mapAnnotations(scene, it -> it.putSymbol(text("x-opt-other")).putInt(1));
        assertTrue(scene.hasMark());
        assertEquals(List.of(), scene.plainUserProperties());
    }

    @Test
    void annotationsOfOurs() {
        final Consumer<TypeWriter> ours =
                it ->
                        it.putSymbol(text("x-opt-mqtt-qos"))
                                .putUbyte(2)
                                .putSymbol(text("x-opt-mqtt-retain"))
                                .putBoolean(true)
                                .putSymbol(text("x-opt-mqtt-payload-format"))
                                .putUbyte(1);
        mapAnnotations(scene, ours);
        assertEquals(1, number(PropertyId.PAYLOAD_FORMAT_INDICATOR));
        assertEquals(List.of(), scene.userProperties());
        final MappingScene other = MappingScene.suspicious();
        mapAnnotations(other, ours);
        assertEquals(0, other.mqtt.properties().length());
        assertEquals(3, other.count(Counter.MAPPING_MARKS_STRIPPED));
    }

    @Test
    void marksOfOthersDoNotGoOnInside() {
        final MappingScene other = MappingScene.suspicious();
        final Consumer<TypeWriter> marks =
                it ->
                        it.putString(text("x-sluice-amqp"))
                                .putString(text("AQ"))
                                .putString(text("n"))
                                .putInt(1);
        other.toMqtt(application(marks));
        assertEquals(List.of("n=1"), other.userProperties());
        assertEquals(1, other.count(Counter.MAPPING_MARKS_STRIPPED));
        assertEquals(1, other.count(Counter.MAPPING_LOSSY));
        mapApplication(marks);
        assertEquals(List.of("n=1"), scene.plainUserProperties());
    }

    @Test
    void listThatIsNotTrueAnyMore() {
        final String[][] lists = {{"a", "2"}, {"a", "1", "b", "1"}, {"a"}, {}, {"b", "1"}};
        for (final String[] list : lists) {
            scene.toMqtt(
                    message(
                            TOPIC,
                            it -> {
                                final TypeWriter map = it.beginMap(Descriptor.MESSAGE_ANNOTATIONS);
                                map.putSymbol(text("x-opt-mqtt-user-properties")).beginList();
                                for (final String element : list) {
                                    map.putString(text(element));
                                }
                                map.endList();
                                it.endMap()
                                        .properties(properties())
                                        .beginMap(Descriptor.APPLICATION_PROPERTIES)
                                        .putString(text("a"))
                                        .putString(text("1"));
                                it.endMap().data(PAYLOAD);
                            }));
            assertEquals(List.of("a=1"), scene.plainUserProperties());
            assertTrue(scene.hasMark());
        }
    }

    @Test
    void severalDataSections() {
        mapBody(it -> it.data(PAYLOAD).data(Slice.of()).data(text("x")));
        assertArrayEquals(new byte[] {7, 0, -1, 'x'}, scene.mqtt.payload().toByteArray());
        assertEquals("my/own", bytes(PropertyId.CONTENT_TYPE));
        assertTrue(scene.hasMark());
    }

    @Test
    void stringAndBinaryValues() {
        mapBody(it -> it.beginValue().putString(text("hellö")));
        assertEquals("hellö", scene.mqtt.payload().toString());
        assertEquals(1, number(PropertyId.PAYLOAD_FORMAT_INDICATOR));
        assertTrue(scene.hasMark());
        mapBody(it -> it.beginValue().putBinary(PAYLOAD));
        assertArrayEquals(PAYLOAD.toByteArray(), scene.mqtt.payload().toByteArray());
        assertEquals(-1, number(PropertyId.PAYLOAD_FORMAT_INDICATOR));
    }

    @Test
    void otherBodiesAreTheirSections() {
        mapBody(it -> it.beginValue().putInt(1_000));
        assertArrayEquals(
                new byte[] {0, 0x53, 0x77, 0x71, 0, 0, 3, (byte) 0xE8},
                scene.mqtt.payload().toByteArray());
        assertEquals("application/x-amqp-sections", bytes(PropertyId.CONTENT_TYPE));
        final Slice list = Slice.of((byte) 0x45);
        mapBody(
                it ->
                        it.section(Descriptor.AMQP_SEQUENCE, list)
                                .section(Descriptor.AMQP_SEQUENCE, list));
        assertArrayEquals(
                new byte[] {0, 0x53, 0x76, 0x45, 0, 0x53, 0x76, 0x45},
                scene.mqtt.payload().toByteArray());
    }

    @Test
    void noBody() {
        scene.toMqtt(message(TOPIC, new byte[] {0, 0x53, 0x73, 0x45}));
        assertEquals(0, scene.mqtt.payload().length());
        assertTrue(scene.hasMark());
    }

    @Test
    void markThatIsTooLong() {
        mapApplication(
                it ->
                        it.putString(text("n"))
                                .putInt(1)
                                .putString(text("s"))
                                .putString(text("x".repeat(7_000))));
        assertFalse(scene.hasMark());
        assertEquals(2, scene.userProperties().size());
        assertEquals(1, scene.count(Counter.MAPPING_LOSSY));
    }
}
