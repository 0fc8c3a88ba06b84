package io.sluice.bench;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeReader;
import io.sluice.codec.wire.Slice;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A message of 364 bytes: header, properties, two application properties, one data section. Walked:
 * checked whole, each section visited, each application property read.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AmqpMessageBenchmark {
    private static final int SECTIONS = 4;

    private final byte[] bytes = AmqpSamples.message();
    private final UnsafeBuffer message = MqttPublishBenchmark.direct(bytes);
    private final MessageCursor cursor = new MessageCursor(AmqpSamples.LIMITS);
    private final ElementCursor elements = new ElementCursor();
    private final TypeReader types = new TypeReader(AmqpSamples.LIMITS);
    private final HeaderEncoder header = AmqpSamples.header();
    private final PropertiesEncoder properties = AmqpSamples.properties();
    private final MessageEncoder encoder = new MessageEncoder();
    private final Slice payload = Slice.of(new byte[64]);
    private final UnsafeBuffer out = new UnsafeBuffer(ByteBuffer.allocateDirect(1024));
    private final ProtonPeer proton = new ProtonPeer(bytes, SECTIONS);

    @Benchmark
    public long walk() {
        if (cursor.wrap(message, 0, message.capacity()) != AmqpError.NONE) {
            throw new AssertionError("refused");
        }
        long seen = cursor.data().length();
        while (cursor.next()) {
            seen += cursor.sectionLength();
            if (cursor.section() == Descriptor.APPLICATION_PROPERTIES) {
                elements.wrap(cursor.value());
                while (elements.next()) {
                    seen += elements.value().formatCode();
                }
            }
        }
        return seen;
    }

    @Benchmark
    public Object walkProton() {
        return proton.decode();
    }

    /** The same bytes as values without a meaning: what skipping unknown values costs. */
    @Benchmark
    public int skip() {
        types.wrap(message, 0, message.capacity());
        int sections = 0;
        while (types.position() < types.limit()) {
            if (types.skip() != AmqpError.NONE) {
                throw new AssertionError("refused");
            }
            sections++;
        }
        return sections;
    }

    @Benchmark
    public int encode() {
        encoder.wrap(out, 0, out.capacity()).header(header).properties(properties);
        AmqpSamples.applicationProperties(encoder);
        return encoder.data(payload).end();
    }

    @Benchmark
    public Object encodeProton() {
        return proton.encode();
    }
}
