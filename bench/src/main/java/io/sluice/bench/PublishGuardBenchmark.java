package io.sluice.bench;

import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishGuard;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the guard adds to a PUBLISH that breaks no cap, and what a User Property list of 65,000
 * costs once it is cut, beside one of 130.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishGuardBenchmark {
    private static final int MEBIBYTE = 1 << 20;
    private static final int CAP = 128;

    private final PublishGuard guard =
            new PublishGuard(new PublishCaps(1024, 128, 128 << 10, CAP, 8 << 10, MEBIBYTE));
    private final PublishGuard reader =
            new PublishGuard(new PublishCaps(1024, 128, MEBIBYTE << 2, MEBIBYTE, 0, MEBIBYTE));
    private final PublishDecoder decoder = new PublishDecoder(PacketSender.CLIENT);
    private final UnsafeBuffer plain =
            MqttPublishBenchmark.direct(PublishSamples.publish(MqttVersion.V5, 0));
    private final UnsafeBuffer large =
            MqttPublishBenchmark.direct(PublishSamples.publish(MqttVersion.V5, 0, 1024));
    private final Flood flood130 = new Flood(130);
    private final Flood flood65000 = new Flood(65_000);

    /** A PUBLISH whose list is cut again and again: what the cut overwrites is put back. */
    private final class Flood {
        private final byte[] pristine;
        private final UnsafeBuffer buffer;
        private final int cutOffset;
        private final int cutLength;
        private final UnsafeBuffer cut;
        private final int payloadOffset;

        Flood(final int userProperties) {
            pristine = PublishSamples.publish(MqttVersion.V5, userProperties);
            buffer = MqttPublishBenchmark.direct(pristine);
            if (guard.inspect(buffer, 0, pristine.length, MqttVersion.V5) == IngressCap.NONE) {
                throw new AssertionError("not over any cap");
            }
            cutOffset = guard.packetOffset();
            cutLength = guard.packetLength();
            payloadOffset = pristine.length - PublishSamples.PAYLOAD_BYTES;
            final byte[] cutBytes = new byte[cutLength];
            buffer.getBytes(cutOffset, cutBytes);
            cut = MqttPublishBenchmark.direct(cutBytes);
            restore();
        }

        void restore() {
            buffer.putBytes(cutOffset, pristine, cutOffset, payloadOffset - cutOffset);
        }

        IngressCap inspectAndRestore() {
            final IngressCap broken = guard.inspect(buffer, 0, pristine.length, MqttVersion.V5);
            restore();
            return broken;
        }

        int decodeCut() {
            return decoder.wrap(cut, 0, cutLength, MqttVersion.V5);
        }
    }

    @Benchmark
    public IngressCap guardPlain() {
        return guard.inspect(plain, 0, plain.capacity(), MqttVersion.V5);
    }

    @Benchmark
    public int decodePlain() {
        return decoder.wrap(plain, 0, plain.capacity(), MqttVersion.V5);
    }

    /** A packet too large to be harmless by its length alone. */
    @Benchmark
    public IngressCap guardLarge() {
        return guard.inspect(large, 0, large.capacity(), MqttVersion.V5);
    }

    @Benchmark
    public int decodeLarge() {
        return decoder.wrap(large, 0, large.capacity(), MqttVersion.V5);
    }

    @Benchmark
    public IngressCap cut130() {
        return flood130.inspectAndRestore();
    }

    @Benchmark
    public IngressCap cut65000() {
        return flood65000.inspectAndRestore();
    }

    /** The bytes of the list only read: what no guard can save. */
    @Benchmark
    public IngressCap read65000() {
        final Flood flood = flood65000;
        return reader.inspect(flood.buffer, 0, flood.pristine.length, MqttVersion.V5);
    }

    @Benchmark
    public int decodeCut130() {
        return flood130.decodeCut();
    }

    @Benchmark
    public int decodeCut65000() {
        return flood65000.decodeCut();
    }
}
