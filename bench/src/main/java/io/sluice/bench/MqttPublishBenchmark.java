package io.sluice.bench;

import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishEncoder;
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
 * PUBLISH with 64 bytes of payload and one User Property (MQTT 5): found by the framer, checked in
 * full, every field read; beside Netty's decoder on the same bytes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MqttPublishBenchmark {
    private final MqttFramer framer = new MqttFramer(1 << 20);
    private final PublishDecoder decoder = new PublishDecoder(PacketSender.CLIENT);
    private final UnsafeBuffer publish5 = direct(PublishSamples.publish(MqttVersion.V5, 1));
    private final UnsafeBuffer publish311 = direct(PublishSamples.publish(MqttVersion.V3_1_1, 0));
    private final NettyPeer netty5 = NettyPeer.mqtt(5, PublishSamples.publish(MqttVersion.V5, 1));
    private final NettyPeer netty311 =
            NettyPeer.mqtt(4, PublishSamples.publish(MqttVersion.V3_1_1, 0));

    private final PublishEncoder encoder = PublishSamples.encoder(1);
    private final UnsafeBuffer out = new UnsafeBuffer(ByteBuffer.allocateDirect(1024));

    static UnsafeBuffer direct(final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes.length));
        buffer.putBytes(0, bytes);
        return buffer;
    }

    @Benchmark
    public int decode5() {
        return decode(publish5, MqttVersion.V5);
    }

    @Benchmark
    public Object decode5Netty() throws Exception {
        return netty5.decodeAndRelease();
    }

    @Benchmark
    public int decode311() {
        return decode(publish311, MqttVersion.V3_1_1);
    }

    @Benchmark
    public Object decode311Netty() throws Exception {
        return netty311.decodeAndRelease();
    }

    @Benchmark
    public int frame() {
        return framer.next(publish5, 0, publish5.capacity());
    }

    @Benchmark
    public int encode5() {
        return encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encode5Netty() throws Exception {
        return netty5.encodeMqtt();
    }

    private int decode(final UnsafeBuffer buffer, final MqttVersion version) {
        if (framer.next(buffer, 0, buffer.capacity()) != 0) {
            throw new AssertionError("not framed");
        }
        final int reason = decoder.wrap(buffer, 0, framer.packetLength(), version);
        if (reason != 0) {
            throw new AssertionError("refused");
        }
        return decoder.packetId() + decoder.topic().length() + decoder.payload().offset();
    }
}
