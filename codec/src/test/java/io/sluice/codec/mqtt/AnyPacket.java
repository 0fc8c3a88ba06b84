package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One decoder of each kind, chosen by the packet's type: what a session does with a packet before
 * it looks at its own state. Tells what it read as text, and writes it again.
 */
final class AnyPacket {
    private final PacketSender sender;
    private final MqttFramer framer = new MqttFramer(1 << 20);
    private final ConnectDecoder connect = new ConnectDecoder();
    private final ConnackDecoder connack = new ConnackDecoder();
    private final PublishDecoder publish;
    private final AckDecoder ack = new AckDecoder();
    private final SubscribeDecoder subscribe = new SubscribeDecoder();
    private final SubackDecoder suback = new SubackDecoder();
    private final PingDecoder ping = new PingDecoder();
    private final DisconnectDecoder disconnect;
    private final AuthDecoder auth;

    private int type;
    private MqttVersion version;

    AnyPacket(final PacketSender sender) {
        this.sender = sender;
        publish = new PublishDecoder(sender);
        disconnect = new DisconnectDecoder(sender);
        auth = new AuthDecoder(sender);
    }

    /** What a packet gets that was sent by this end. */
    int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int reason = framer.next(buffer, offset, offset + length);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        type = framer.type();
        this.version = version;
        if (!ControlPacketType.maySend(sender, type)) {
            return ReasonCode.PROTOCOL_ERROR;
        }
        return type == ControlPacketType.CONNECT
                ? connect.wrap(buffer, offset, length)
                : decoder().wrap(buffer, offset, length, version);
    }

    /** What the sample's bytes get, alone in a buffer. */
    static int answer(final SamplePacket sample) {
        return new AnyPacket(sample.sender())
                .wrap(sample.buffer(), 0, sample.bytes().length, sample.version());
    }

    private PacketDecoder decoder() {
        return switch (type) {
            case ControlPacketType.CONNACK -> connack;
            case ControlPacketType.PUBLISH -> publish;
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE -> subscribe;
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> suback;
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> ping;
            case ControlPacketType.DISCONNECT -> disconnect;
            case ControlPacketType.AUTH -> auth;
            default -> ack;
        };
    }

    /** Everything the accessors say about the packet that was accepted. */
    String text() {
        return switch (type) {
            case ControlPacketType.CONNECT -> PacketText.of(connect);
            case ControlPacketType.CONNACK -> PacketText.of(connack);
            case ControlPacketType.PUBLISH -> PacketText.of(publish);
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE ->
                    PacketText.of(subscribe);
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> PacketText.of(suback);
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP ->
                    ControlPacketType.name(ping.type());
            case ControlPacketType.DISCONNECT ->
                    PacketText.of("DISCONNECT", disconnect.reasonCode(), disconnect.properties());
            case ControlPacketType.AUTH ->
                    PacketText.of("AUTH", auth.reasonCode(), auth.properties());
            default -> PacketText.of(ack);
        };
    }

    /** Writes the packet that was accepted anew and returns its length. */
    int encodeAgain(final MutableDirectBuffer buffer, final int offset) {
        final PacketEncoder encoder = encoder();
        final int length = encoder.encode(buffer, offset, version);
        if (length != encoder.encodedLength(version)) {
            throw new AssertionError("encoded length " + encoder.encodedLength(version));
        }
        return length;
    }

    private PacketEncoder encoder() {
        return switch (type) {
            case ControlPacketType.CONNECT -> connectEncoder();
            case ControlPacketType.CONNACK ->
                    new ConnackEncoder()
                            .reset()
                            .reasonCode(connack.reasonCode())
                            .sessionPresent(connack.sessionPresent())
                            .properties(copy(connack.properties()));
            case ControlPacketType.PUBLISH ->
                    new PublishEncoder()
                            .reset()
                            .dup(publish.dup())
                            .qos(publish.qos(), publish.packetId())
                            .retain(publish.retain())
                            .topic(publish.topic())
                            .properties(copy(publish.properties()))
                            .payload(publish.payload());
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE -> subscribeEncoder();
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> subackEncoder();
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> new PingEncoder(type);
            case ControlPacketType.DISCONNECT ->
                    new DisconnectEncoder(sender)
                            .reset(disconnect.reasonCode())
                            .properties(copy(disconnect.properties()));
            case ControlPacketType.AUTH ->
                    new AuthEncoder(sender)
                            .reset(auth.reasonCode())
                            .properties(copy(auth.properties()));
            default ->
                    new AckEncoder()
                            .reset(ack.type(), ack.packetId())
                            .reasonCode(ack.reasonCode())
                            .properties(copy(ack.properties()));
        };
    }

    private ConnectEncoder connectEncoder() {
        version = connect.version();
        final ConnectEncoder encoder =
                new ConnectEncoder()
                        .reset()
                        .cleanStart(connect.cleanStart())
                        .keepAlive(connect.keepAlive())
                        .clientId(connect.clientId())
                        .properties(copy(connect.properties()));
        if (connect.hasWill()) {
            final Slice payload = connect.willPayload();
            encoder.will(connect.willTopic(), payload, connect.willQos(), connect.willRetain())
                    .willProperties(copy(connect.willProperties()));
        }
        if (connect.hasUserName()) {
            encoder.userName(connect.userName());
        }
        if (connect.hasPassword()) {
            encoder.password(connect.password());
        }
        return encoder;
    }

    private SubscribeEncoder subscribeEncoder() {
        final SubscribeEncoder encoder = new SubscribeEncoder(region());
        encoder.reset(type, subscribe.packetId()).properties(copy(subscribe.properties()));
        subscribe.rewind();
        while (subscribe.next()) {
            if (type == ControlPacketType.SUBSCRIBE) {
                encoder.add(subscribe.topicFilter(), subscribe.options());
            } else {
                encoder.add(subscribe.topicFilter());
            }
        }
        return encoder;
    }

    private PacketEncoder subackEncoder() {
        final SubackEncoder encoder = new SubackEncoder(region());
        encoder.reset(type, suback.packetId()).properties(copy(suback.properties()));
        for (int i = 0; i < suback.count(); i++) {
            encoder.add(suback.reasonCode(i));
        }
        if (suback.count() == 0) {
            encoder.add(ReasonCode.SUCCESS); // a 3.1.1 UNSUBACK leaves it out
        }
        return encoder;
    }

    private static PropertyWriter copy(final PropertyList list) {
        return new PropertyWriter(region()).addAll(list);
    }

    private static UnsafeBuffer region() {
        return new UnsafeBuffer(new byte[1 << 17]);
    }
}
