package io.sluice.bench;

import static io.sluice.codec.mqtt.ControlPacketType.PUBACK;
import static io.sluice.codec.mqtt.ControlPacketType.SUBSCRIBE;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.AckEncoder;
import io.sluice.codec.mqtt.AuthDecoder;
import io.sluice.codec.mqtt.AuthEncoder;
import io.sluice.codec.mqtt.ConnackDecoder;
import io.sluice.codec.mqtt.ConnackEncoder;
import io.sluice.codec.mqtt.ConnectCaps;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.ConnectGuard;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.DisconnectEncoder;
import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.FilterGuard;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketDecoder;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PingDecoder;
import io.sluice.codec.mqtt.PingEncoder;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubackDecoder;
import io.sluice.codec.mqtt.SubackEncoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.codec.mqtt.SubscribeEncoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.codec.mqtt.TopicFilter;
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

/** The MQTT 5 packets other than PUBLISH, decoded beside Netty and encoded. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MqttPacketBenchmark {
    private static final Slice FILTER = Slice.ofUtf8("plant/+/press-12/#");
    private static final Slice NAME = Slice.ofUtf8("press-12");

    /** One packet: its encoder, its bytes, and Netty on them. */
    private static final class Packet {
        private final PacketEncoder encoder;
        private final UnsafeBuffer bytes;
        private final NettyPeer netty;

        Packet(final PacketEncoder encoder) {
            this.encoder = encoder;
            final byte[] packet = new byte[encoder.encodedLength(MqttVersion.V5)];
            encoder.encode(new UnsafeBuffer(packet), 0, MqttVersion.V5);
            bytes = MqttPublishBenchmark.direct(packet);
            netty = NettyPeer.mqtt(5, packet);
        }

        int decode(final PacketDecoder decoder) {
            if (decoder.wrap(bytes, 0, bytes.capacity(), MqttVersion.V5) != ReasonCode.SUCCESS) {
                throw new AssertionError("refused");
            }
            return bytes.capacity();
        }
    }

    private final UnsafeBuffer out = new UnsafeBuffer(ByteBuffer.allocateDirect(1024));
    private final FilterGuard filterGuard =
            new FilterGuard(new FilterCaps(10, 1024, 128, 8 << 10, 16));
    private final ConnectGuard connectGuard =
            new ConnectGuard(
                    new ConnectCaps(
                            new PublishCaps(1024, 128, 8 << 10, 16, 8 << 10, 64 << 10),
                            8 << 10,
                            16));
    private final ConnectDecoder connectDecoder = new ConnectDecoder();
    private final ConnackDecoder connackDecoder = new ConnackDecoder();
    private final AckDecoder ackDecoder = new AckDecoder();
    private final SubscribeDecoder subscribeDecoder = new SubscribeDecoder();
    private final SubackDecoder subackDecoder = new SubackDecoder();
    private final PingDecoder pingDecoder = new PingDecoder();
    private final DisconnectDecoder disconnectDecoder = new DisconnectDecoder(PacketSender.CLIENT);
    private final AuthDecoder authDecoder = new AuthDecoder(PacketSender.CLIENT);

    private final Packet connect =
            new Packet(
                    new ConnectEncoder()
                            .reset()
                            .clientId(NAME)
                            .cleanStart(true)
                            .keepAlive(30)
                            .userName(NAME)
                            .password(NAME)
                            .properties(properties().add(PropertyId.RECEIVE_MAXIMUM, 192)));
    private final Packet connack =
            new Packet(
                    new ConnackEncoder()
                            .reset()
                            .properties(
                                    properties()
                                            .add(PropertyId.RECEIVE_MAXIMUM, 192)
                                            .add(PropertyId.MAXIMUM_PACKET_SIZE, 1 << 20)
                                            .add(PropertyId.TOPIC_ALIAS_MAXIMUM, 16)));
    private final Packet puback = new Packet(new AckEncoder().reset(PUBACK, 4711));
    private final Packet subscribe =
            new Packet(
                    new SubscribeEncoder(new UnsafeBuffer(new byte[256]))
                            .reset(SUBSCRIBE, 4711)
                            .add(FILTER, SubscriptionOptions.of(1, false, true, 0))
                            .add(NAME, SubscriptionOptions.of(2, false, true, 0)));
    private final Packet suback =
            new Packet(
                    new SubackEncoder(new UnsafeBuffer(new byte[16]))
                            .reset(ControlPacketType.SUBACK, 4711)
                            .add(ReasonCode.GRANTED_QOS_1)
                            .add(ReasonCode.GRANTED_QOS_2));
    private final Packet ping = new Packet(new PingEncoder(ControlPacketType.PINGREQ));
    private final Packet disconnect =
            new Packet(
                    new DisconnectEncoder(PacketSender.CLIENT)
                            .reset(ReasonCode.DISCONNECT_WITH_WILL)
                            .properties(properties().add(PropertyId.SESSION_EXPIRY_INTERVAL, 30)));
    private final Packet auth =
            new Packet(
                    new AuthEncoder(PacketSender.CLIENT)
                            .reset(ReasonCode.CONTINUE_AUTHENTICATION)
                            .properties(properties().add(PropertyId.AUTHENTICATION_METHOD, NAME)));

    private static PropertyWriter properties() {
        return new PropertyWriter(new UnsafeBuffer(new byte[64]));
    }

    @Benchmark
    public int decodeConnect() {
        final UnsafeBuffer bytes = connect.bytes;
        if (connectDecoder.wrap(bytes, 0, bytes.capacity()) != ReasonCode.SUCCESS) {
            throw new AssertionError("refused");
        }
        return connectDecoder.keepAlive();
    }

    @Benchmark
    public Object decodeConnectNetty() throws Exception {
        return connect.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodeConnack() {
        return connack.decode(connackDecoder);
    }

    @Benchmark
    public Object decodeConnackNetty() throws Exception {
        return connack.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodePuback() {
        return puback.decode(ackDecoder);
    }

    @Benchmark
    public Object decodePubackNetty() throws Exception {
        return puback.netty.decodeAndRelease();
    }

    /** Both filters walked. */
    @Benchmark
    public int decodeSubscribe() {
        int filters = subscribe.decode(subscribeDecoder);
        while (subscribeDecoder.next()) {
            filters += subscribeDecoder.options();
        }
        return filters;
    }

    @Benchmark
    public Object decodeSubscribeNetty() throws Exception {
        return subscribe.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodeSuback() {
        return suback.decode(subackDecoder);
    }

    @Benchmark
    public Object decodeSubackNetty() throws Exception {
        return suback.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodePing() {
        return ping.decode(pingDecoder);
    }

    @Benchmark
    public Object decodePingNetty() throws Exception {
        return ping.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodeDisconnect() {
        return disconnect.decode(disconnectDecoder);
    }

    @Benchmark
    public Object decodeDisconnectNetty() throws Exception {
        return disconnect.netty.decodeAndRelease();
    }

    @Benchmark
    public int decodeAuth() {
        return auth.decode(authDecoder);
    }

    @Benchmark
    public Object decodeAuthNetty() throws Exception {
        return auth.netty.decodeAndRelease();
    }

    @Benchmark
    public int encodeConnect() {
        return connect.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodeConnack() {
        return connack.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodePuback() {
        return puback.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodeSubscribe() {
        return subscribe.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodeSuback() {
        return suback.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodePing() {
        return ping.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodeDisconnect() {
        return disconnect.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public int encodeAuth() {
        return auth.encoder.encode(out, 0, MqttVersion.V5);
    }

    @Benchmark
    public IngressCap guardConnect() {
        return connectGuard.inspect(connect.bytes, 0, connect.bytes.capacity());
    }

    @Benchmark
    public IngressCap guardSubscribe() {
        final UnsafeBuffer bytes = subscribe.bytes;
        return filterGuard.inspect(bytes, 0, bytes.capacity(), MqttVersion.V5);
    }

    @Benchmark
    public boolean matchFilter() {
        return TopicFilter.matches(FILTER, PublishSamples.TOPIC);
    }
}
