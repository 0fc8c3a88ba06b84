package io.sluice.bench;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TransferEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The transfer performative: five fields set, no payload; beside protonj2 on the same bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AmqpTransferBenchmark {
    private static final int FRAME_HEADER = 8;

    private final byte[] bytes = AmqpSamples.transferFrame();
    private final UnsafeBuffer frame = MqttPublishBenchmark.direct(bytes);
    private final AmqpFramer framer = new AmqpFramer(65_536);
    private final TransferDecoder decoder = new TransferDecoder(AmqpSamples.LIMITS);
    private final TransferEncoder encoder = AmqpSamples.transfer();
    private final UnsafeBuffer out = new UnsafeBuffer(ByteBuffer.allocateDirect(512));
    private final ProtonPeer proton =
            new ProtonPeer(Arrays.copyOfRange(bytes, FRAME_HEADER, bytes.length), 1);

    @Benchmark
    public AmqpError frame() {
        return framer.next(frame, 0, frame.capacity());
    }

    @Benchmark
    public long decode() {
        if (decoder.wrap(frame, FRAME_HEADER, frame.capacity() - FRAME_HEADER) != AmqpError.NONE) {
            throw new AssertionError("refused");
        }
        return decoder.handle() + decoder.deliveryId() + decoder.deliveryTag().length();
    }

    @Benchmark
    public Object decodeProton() {
        return proton.decode();
    }

    @Benchmark
    public int encode() {
        return encoder.encode(out, 0, 512);
    }

    @Benchmark
    public Object encodeProton() {
        return proton.encode();
    }
}
