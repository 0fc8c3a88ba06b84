package io.sluice.bench;

import io.sluice.codec.ws.Endpoint;
import io.sluice.codec.ws.FrameEncoder;
import io.sluice.codec.ws.InboundFrames;
import io.sluice.codec.ws.MaskingKey;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Masked binary frames: unmasked and moved to the front of their range, beside Netty's decoder on
 * the same bytes. Ours works in place, so each measurement puts the frame back first; Netty copies
 * the payload out and need not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WebSocketFrameBenchmark {
    private static final int KEY = 0x91A2_C3F4;
    private static final int SMALL = 256;
    private static final int LARGE = 4_096;

    private final Masked small = new Masked(SMALL);
    private final Masked large = new Masked(LARGE);
    private final NettyPeer nettySmall = NettyPeer.webSocket(frame(SMALL));
    private final NettyPeer nettyLarge = NettyPeer.webSocket(frame(LARGE));
    private final UnsafeBuffer out = MqttPublishBenchmark.direct(new byte[64]);
    private int payloadLength = SMALL;

    /** A frame that is read again and again. */
    private static final class Masked {
        private final InboundFrames frames =
                new InboundFrames(Endpoint.CLIENT, Long.MAX_VALUE, Long.MAX_VALUE);
        private final UnsafeBuffer pristine;
        private final UnsafeBuffer buffer;
        private final int payloadLength;

        Masked(final int payloadLength) {
            this.payloadLength = payloadLength;
            final byte[] frame = frame(payloadLength);
            pristine = MqttPublishBenchmark.direct(frame);
            buffer = MqttPublishBenchmark.direct(frame);
            unmask();
            final byte[] payload = new byte[payloadLength];
            buffer.getBytes(0, payload);
            if (!Arrays.equals(payload, payload(payloadLength))) {
                throw new AssertionError("not unmasked");
            }
        }

        int restore() {
            buffer.putBytes(0, pristine, 0, pristine.capacity());
            return buffer.capacity();
        }

        int unmask() {
            restore();
            frames.wrap(buffer, 0, buffer.capacity());
            if (frames.next() != InboundFrames.CONSUMED
                    || frames.payloadLength() != payloadLength) {
                throw new AssertionError("refused");
            }
            return frames.payloadLength();
        }
    }

    private static byte[] payload(final int length) {
        final byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) i;
        }
        return payload;
    }

    private static byte[] frame(final int payloadLength) {
        final int header = FrameEncoder.headerLength(Endpoint.CLIENT, payloadLength);
        final byte[] bytes = new byte[header + payloadLength];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        FrameEncoder.maskedBinaryHeader(buffer, 0, payloadLength, KEY);
        buffer.putBytes(header, payload(payloadLength));
        MaskingKey.apply(buffer, header, payloadLength, KEY);
        return bytes;
    }

    @Benchmark
    public int unmask256() {
        return small.unmask();
    }

    @Benchmark
    public Object unmask256Netty() throws Exception {
        return nettySmall.decodeAndRelease();
    }

    @Benchmark
    public int unmask4096() {
        return large.unmask();
    }

    @Benchmark
    public Object unmask4096Netty() throws Exception {
        return nettyLarge.decodeAndRelease();
    }

    /** What putting the frame back takes, which is part of the above. */
    @Benchmark
    public int restore4096() {
        return large.restore();
    }

    @Benchmark
    public int header() {
        return FrameEncoder.binaryHeader(out, 0, payloadLength);
    }

    @Benchmark
    public int maskedHeader() {
        return FrameEncoder.maskedBinaryHeader(out, 0, payloadLength, KEY);
    }
}
