package io.sluice.engine.mapping;

import static io.sluice.engine.mapping.MappingScene.RECORD;
import static io.sluice.engine.mapping.MappingScene.TARGET;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Record;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** A mapping that has seen its messages allocates nothing for the next one. */
class MappingMemoryTest {
    private static final int MESSAGES = 20_000;

    private final MappingScene scene = MappingScene.trusting();

    private final DirectBuffer publish =
            MappingScene.publish(
                    "a/b",
                    new byte[100],
                    it ->
                            it.add(PropertyId.CORRELATION_DATA, Slice.ofUtf8("id"))
                                    .addUserProperty(Slice.ofUtf8("a"), Slice.ofUtf8("1"))
                                    .addUserProperty(Slice.ofUtf8("a"), Slice.ofUtf8("2")));

    private final DirectBuffer message =
            MappingScene.message(
                    "a/b",
                    it -> {
                        final PropertiesEncoder properties = new PropertiesEncoder();
                        properties.messageId().uuid(1, 2);
                        it.properties(properties.subject(Slice.ofUtf8("s")))
                                .beginMap(Descriptor.APPLICATION_PROPERTIES)
                                .putString(Slice.ofUtf8("d"))
                                .putDouble(0.1)
                                .putString(Slice.ofUtf8("l"))
                                .putLong(1L << 40);
                        it.endMap().data(Slice.of(new byte[100])).data(Slice.of(new byte[100]));
                    });

    private final DirectBuffer marked =
            MappingScene.record(Record.FORMAT_MQTT, 0, scene.toMqtt(message));

    private void map() {
        for (int i = 0; i < MESSAGES; i++) {
            scene.mapping.toAmqp(publish, RECORD, scene.target, TARGET);
            scene.mapping.toMqtt(message, RECORD, scene.target, TARGET);
            scene.mapping.toAmqp(marked, RECORD, scene.target, TARGET);
        }
    }

    @Test
    void noGarbage() {
        final var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        map();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            map();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < MESSAGES, "allocated " + least + " bytes"); // not a byte a message
    }
}
