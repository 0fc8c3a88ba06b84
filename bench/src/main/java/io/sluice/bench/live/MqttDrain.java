package io.sluice.bench.live;

import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubscribeEncoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.codec.wire.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.agrona.concurrent.UnsafeBuffer;

/** One MQTT subscriber that counts what comes, and acknowledges it if it has to. */
final class MqttDrain implements AutoCloseable {
    private static final int BUFFER = 1 << 20;
    private static final int SILENCE_MS = 2_000;

    private final Socket socket;
    private final byte[] in = new byte[BUFFER];
    private final UnsafeBuffer inView = new UnsafeBuffer(in);
    private final byte[] acks = new byte[BUFFER];
    private final MqttFramer framer = new MqttFramer(BUFFER);
    private final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);
    private int length;
    private long received;
    private long lastNs;

    /** Subscribes, and returns when that is granted. */
    MqttDrain(final InetSocketAddress broker, final String filter, final int qos)
            throws IOException {
        socket = new Socket(broker.getAddress(), broker.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SILENCE_MS);
        send(new ConnectEncoder().reset().cleanStart(true).clientId(Slice.ofUtf8("drain")));
        final SubscribeEncoder subscribe =
                new SubscribeEncoder(new UnsafeBuffer(new byte[256]))
                        .reset(ControlPacketType.SUBSCRIBE, 1)
                        .add(Slice.ofUtf8(filter), SubscriptionOptions.of(qos, false, false, 0));
        send(subscribe);
        while (!read(socket.getInputStream(), ControlPacketType.SUBACK)) {
            assert received == 0; // CONNACK was read
        }
    }

    private void send(final PacketEncoder packet) throws IOException {
        final byte[] bytes = new byte[packet.encodedLength(MqttVersion.V3_1_1)];
        packet.encode(new UnsafeBuffer(bytes), 0, MqttVersion.V3_1_1);
        socket.getOutputStream().write(bytes);
    }

    /** Receives so many, or what comes until there is silence; then how many those are. */
    long run(final long messages) throws IOException {
        final InputStream stream = socket.getInputStream();
        try {
            while (received < messages) {
                read(stream, 0);
                lastNs = System.nanoTime();
            }
        } catch (final SocketTimeoutException e) {
            assert received < messages; // the rest was dropped: QoS 0, or a full queue
        }
        return received;
    }

    /** When the last one came. */
    long lastNs() {
        return lastNs;
    }

    /** Reads what is there; whether a packet of the awaited type was among it. */
    private boolean read(final InputStream stream, final int awaited) throws IOException {
        final int read = stream.read(in, length, in.length - length);
        if (read < 0) {
            throw new IOException("a subscriber was closed after " + received);
        }
        length += read;
        int offset = 0;
        int ackLength = 0;
        boolean found = false;
        while (framer.next(inView, offset, length) == ReasonCode.SUCCESS) {
            found |= framer.type() == awaited;
            if (framer.type() == ControlPacketType.PUBLISH) {
                received++;
                ackLength = acknowledge(offset, ackLength);
            }
            offset += framer.packetLength();
        }
        System.arraycopy(in, offset, in, 0, length - offset);
        length -= offset;
        if (ackLength > 0) {
            final OutputStream out = socket.getOutputStream();
            out.write(acks, 0, ackLength);
        }
        return found;
    }

    private int acknowledge(final int offset, final int ackLength) throws IOException {
        if (publish.wrap(inView, offset, framer.packetLength(), MqttVersion.V3_1_1)
                != ReasonCode.SUCCESS) {
            throw new IOException("a PUBLISH that is none after " + received);
        }
        if (publish.qos() == 0) {
            return ackLength;
        }
        acks[ackLength] = (byte) (ControlPacketType.PUBACK << 4);
        acks[ackLength + 1] = Short.BYTES;
        acks[ackLength + 2] = (byte) (publish.packetId() >> 8);
        acks[ackLength + 3] = (byte) publish.packetId();
        return ackLength + 4;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
