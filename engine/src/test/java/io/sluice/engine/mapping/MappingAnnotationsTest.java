package io.sluice.engine.mapping;

import static io.sluice.engine.mapping.MappingScene.RECORD;
import static io.sluice.engine.mapping.MappingScene.bare;
import static io.sluice.engine.mapping.MappingScene.message;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** Annotations that look like ours bring no message back as another one. */
class MappingAnnotationsTest {
    private static final int RANDOM_MESSAGES = 10_000;
    private static final String TOPIC = "a/b";
    private static final String ID = "mqtt.message-id";
    private static final List<String> NAMES =
            List.of("a", "b", "", ID, "x-sluice-amqp", "x-sluice-correlation-type");

    private final MappingScene scene = MappingScene.trusting();
    private final MappingScene back = MappingScene.trusting();

    private static Slice text(final String text) {
        return Slice.ofUtf8(text);
    }

    private static PropertiesEncoder properties() {
        return new PropertiesEncoder().to(text(TOPIC));
    }

    /**
     * Annotations as ours are, on a message that did not come from MQTT: it returns all the same.
     */
    private void assertReturns(
            final Consumer<TypeWriter> annotations,
            final PropertiesEncoder fields,
            final String... application) {
        final MutableDirectBuffer record =
                message(
                        TOPIC,
                        it -> {
                            annotations.accept(it.beginMap(Descriptor.MESSAGE_ANNOTATIONS));
                            it.endMap().properties(fields);
                            putAll(it.beginMap(Descriptor.APPLICATION_PROPERTIES), application);
                            it.endMap().data(Slice.of((byte) 1));
                        });
        final byte[] sections =
                MappingScene.bytes(
                        record,
                        Record.contentOffset(record, RECORD),
                        Record.contentLength(record, RECORD));
        final byte[] returned =
                back.toAmqp(
                        MappingScene.record(
                                Record.FORMAT_MQTT, MappingScene.QOS_1, scene.toMqtt(record)));
        assertArrayEquals(bare(sections), bare(returned));
        assertArrayEquals(MappingScene.annotations(sections), MappingScene.annotations(returned));
        assertEquals(0, scene.count(Counter.MAPPING_LOSSY) + back.count(Counter.MAPPING_LOSSY));
    }

    private static TypeWriter putAll(final TypeWriter to, final String... strings) {
        for (final String string : strings) {
            to.putString(text(string));
        }
        return to;
    }

    private static Consumer<TypeWriter> ordered(final String... strings) {
        return it -> putAll(it.putSymbol(Marks.USER_PROPERTIES).beginList(), strings).endList();
    }

    @Test
    void contentTypeOfAnAnnotationReturnsAsOne() {
        final Slice type = text("text/plain");
        assertReturns(
                it -> it.putSymbol(Marks.CONTENT_TYPE).putString(type), properties(), "a", "");
        assertReturns(
                it -> it.putSymbol(Marks.CONTENT_TYPE).putString(text("ä")),
                properties().contentType(type),
                "a",
                "");
    }

    @Test
    void listThatTheWayBackWouldNotWriteReturns() {
        assertReturns(ordered("a", "1"), properties(), "a", "1");
        assertReturns(ordered(), properties());
        final PropertiesEncoder withId = properties();
        withId.messageId().string(text("id"));
        assertReturns(ordered(ID, "id", "a", "1"), withId, "a", "1");
    }

    @Test
    void listWithTheNameOfTheMessageIdMakesNone() {
        assertReturns(ordered("a", "1", ID, "2", "a", "3"), properties(), "a", "1", ID, "2");
    }

    @Test
    void listWithNamesOfMarksMakesNone() {
        for (final String mark : List.of("x-sluice-amqp", "x-sluice-correlation-type")) {
            assertReturns(ordered(mark, "uuid", mark, "x"), properties(), mark, "uuid");
        }
    }

    @Test
    void randomAnnotationsReturn() {
        final long seed = Long.getLong("sluice.seed", System.nanoTime());
        System.out.println("MappingAnnotationsTest seed " + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            try {
                randomReturns(random);
            } catch (final AssertionError e) {
                throw new AssertionError("seed " + seed + " message " + i + ": " + e, e);
            }
        }
    }

    /** A list of some names, and properties that nearly always are what it says. */
    private void randomReturns(final Random random) {
        final List<String> pairs = new ArrayList<>();
        final List<String> application = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        final PropertiesEncoder fields = properties();
        boolean isIdBehind = random.nextBoolean();
        for (int i = random.nextInt(5); i > 0; i--) {
            final String name = NAMES.get(random.nextInt(NAMES.size()));
            final String value = String.valueOf(random.nextInt(2));
            pairs.addAll(List.of(name, value));
            if (isIdBehind && name.equals(ID)) {
                isIdBehind = false;
                fields.messageId().string(text(value));
            } else if (!names.contains(name) && random.nextInt(20) > 0) {
                names.add(name);
                application.addAll(List.of(name, value));
            }
        }
        if (random.nextInt(3) == 0) {
            fields.contentType(text("type"));
        }
        final String type = random.nextBoolean() ? "type" : "ä";
        final boolean hasType = random.nextInt(3) == 0;
        // In the order of the way back, with what it always writes.
        assertReturns(
                it -> {
                    it.putSymbol(Marks.QOS).putUbyte(1);
                    if (hasType) {
                        it.putSymbol(Marks.CONTENT_TYPE).putString(text(type));
                    }
                    ordered(pairs.toArray(String[]::new)).accept(it);
                },
                fields,
                application.toArray(String[]::new));
    }
}
