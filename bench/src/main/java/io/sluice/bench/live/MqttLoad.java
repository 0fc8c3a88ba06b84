package io.sluice.bench.live;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.wire.Slice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Publishers at QoS 1 over a few connections, on one thread: each keeps its window full, and the
 * time from a PUBLISH to its PUBACK is noted.
 */
public final class MqttLoad implements AutoCloseable {
    /** What is published. */
    public record Plan(
            InetSocketAddress broker,
            String topic,
            int publishers,
            int window,
            int payloadBytes,
            long messages) {}

    private static final int BUFFER = 256 << 10;

    private final Plan plan;
    private final Selector selector;
    private final List<Publisher> publishers = new ArrayList<>();
    private final Histogram ackNs = new Histogram(60_000_000_000L, 3);
    private final UnsafeBuffer template = new UnsafeBuffer(ByteBuffer.allocateDirect(BUFFER));
    private final int templateLength;
    private final int packetIdOffset;
    private long left;
    private long acknowledged;
    private long refused;

    /** Connects all publishers. */
    public MqttLoad(final Plan plan) throws IOException {
        this.plan = plan;
        selector = Selector.open();
        final byte[] topic = plan.topic().getBytes(StandardCharsets.UTF_8);
        templateLength =
                new PublishEncoder()
                        .reset()
                        .topic(slice(topic))
                        .qos(1, 1)
                        .payload(slice(new byte[plan.payloadBytes()]))
                        .encode(template, 0, MqttVersion.V3_1_1);
        packetIdOffset = templateLength - plan.payloadBytes() - Short.BYTES;
        for (int i = 0; i < plan.publishers(); i++) {
            publishers.add(new Publisher(i));
        }
    }

    /**
     * Publishes all of it, and returns the nanoseconds until the last acknowledgement. Again on the
     * same connections when it is called again.
     */
    public long run() throws IOException {
        left = plan.messages();
        acknowledged = 0;
        ackNs.reset();
        final long startNs = System.nanoTime();
        for (final Publisher publisher : publishers) {
            publisher.fill();
        }
        while (acknowledged + refused < plan.messages()) {
            selector.select(key -> ((Publisher) key.attachment()).onReady(key), 1_000);
        }
        return System.nanoTime() - startNs;
    }

    private static Slice slice(final byte[] bytes) {
        return new Slice().wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    public Histogram ackNs() {
        return ackNs;
    }

    public long refused() {
        return refused;
    }

    @Override
    public void close() throws IOException {
        for (final Publisher publisher : publishers) {
            publisher.channel.close();
        }
        selector.close();
    }

    /** One connection. */
    private final class Publisher {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
        private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
        private final UnsafeBuffer outView = new UnsafeBuffer(out);
        private final UnsafeBuffer inView = new UnsafeBuffer(in);
        private final MqttFramer framer = new MqttFramer(BUFFER);
        private final AckDecoder ack = new AckDecoder();
        private final long[] sentNs = new long[1 << Short.SIZE];
        private int packetId;
        private int inFlight;

        private Publisher(final int number) throws IOException {
            channel = SocketChannel.open(plan.broker());
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            final UnsafeBuffer connect = new UnsafeBuffer(ByteBuffer.allocate(256));
            final byte[] id = ("load-" + number).getBytes(StandardCharsets.UTF_8);
            final int length =
                    new ConnectEncoder()
                            .reset()
                            .cleanStart(true)
                            .clientId(slice(id))
                            .encode(connect, 0, MqttVersion.V3_1_1);
            channel.write(connect.byteBuffer().limit(length));
            final ByteBuffer connack = ByteBuffer.allocate(4);
            while (connack.hasRemaining()) {
                if (channel.read(connack) < 0) {
                    throw new IOException("closed instead of a CONNACK");
                }
            }
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ, this);
        }

        private void fill() throws IOException {
            while (inFlight < plan.window() && left > 0 && out.remaining() >= templateLength) {
                packetId = packetId == 65_535 ? 1 : packetId + 1;
                outView.putBytes(out.position(), template, 0, templateLength);
                outView.putByte(out.position() + packetIdOffset, (byte) (packetId >> 8));
                outView.putByte(out.position() + packetIdOffset + 1, (byte) packetId);
                out.position(out.position() + templateLength);
                sentNs[packetId] = System.nanoTime();
                inFlight++;
                left--;
            }
            out.flip();
            channel.write(out);
            out.compact();
            key.interestOps(
                    out.position() > 0
                            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
                            : SelectionKey.OP_READ);
        }

        private void onReady(final SelectionKey ready) {
            try {
                if (ready.isReadable()) {
                    read();
                }
                fill();
            } catch (final IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        private void read() throws IOException {
            if (channel.read(in) < 0) {
                throw new IOException("closed by the daemon");
            }
            final long nowNs = System.nanoTime();
            final int limit = in.position();
            int offset = 0;
            while (framer.next(inView, offset, limit) == ReasonCode.SUCCESS) {
                if (framer.type() == ControlPacketType.PUBACK) {
                    ack.wrap(inView, offset, framer.packetLength(), MqttVersion.V3_1_1);
                    ackNs.recordValue(nowNs - sentNs[ack.packetId()]);
                    acknowledged++;
                    inFlight--;
                }
                offset += framer.packetLength();
            }
            in.limit(limit).position(offset);
            in.compact();
        }
    }
}
