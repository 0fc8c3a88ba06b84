package io.sluice.fuzz.netty;

import io.netty.handler.codec.mqtt.MqttMessage;
import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.AuthDecoder;
import io.sluice.codec.mqtt.ConnackDecoder;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.PacketDecoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PingDecoder;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.SubackDecoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.fuzz.packet.PacketWords;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One type of packet in the differential.
 *
 * @param decoder ours
 * @param ours what our decoder last read, in words
 * @param theirs what Netty read, in the same words
 */
record PacketPair(
        PacketDecoder decoder,
        Supplier<List<String>> ours,
        Function<MqttMessage, List<String>> theirs) {

    /** The pair for packets of this type from this end. */
    static PacketPair of(final int type, final PacketSender sender) {
        return switch (type) {
            case ControlPacketType.CONNECT -> connect();
            case ControlPacketType.CONNACK -> {
                final ConnackDecoder decoder = new ConnackDecoder();
                yield pair(decoder, () -> PacketWords.of(decoder), NettyWords::connack);
            }
            case ControlPacketType.PUBLISH -> {
                final PublishDecoder decoder = new PublishDecoder(sender);
                yield pair(decoder, () -> PacketWords.of(decoder), NettyWords::publish);
            }
            case ControlPacketType.PUBACK,
                    ControlPacketType.PUBREC,
                    ControlPacketType.PUBREL,
                    ControlPacketType.PUBCOMP -> {
                final AckDecoder decoder = new AckDecoder();
                yield pair(decoder, () -> PacketWords.of(decoder), NettyWords::ack);
            }
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE -> {
                final SubscribeDecoder decoder = new SubscribeDecoder();
                yield pair(decoder, () -> PacketWords.of(decoder), NettyWords::subscribe);
            }
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> {
                final SubackDecoder decoder = new SubackDecoder();
                yield pair(decoder, () -> PacketWords.of(decoder), NettyWords::suback);
            }
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> {
                final PingDecoder decoder = new PingDecoder();
                yield pair(
                        decoder,
                        () -> List.of(ControlPacketType.name(decoder.type())),
                        message -> List.of(message.fixedHeader().messageType().name()));
            }
            case ControlPacketType.DISCONNECT -> disconnect(sender);
            case ControlPacketType.AUTH -> auth(sender);
            default -> throw new IllegalArgumentException("no packet of type " + type);
        };
    }

    private static PacketPair connect() {
        final ConnectDecoder decoder = new ConnectDecoder();
        return pair(
                (buffer, offset, length, version) -> decoder.wrap(buffer, offset, length),
                () -> PacketWords.of(decoder),
                NettyWords::connect);
    }

    private static PacketPair disconnect(final PacketSender sender) {
        final DisconnectDecoder decoder = new DisconnectDecoder(sender);
        return pair(
                decoder,
                () -> PacketWords.reason(decoder.reasonCode(), decoder.properties()),
                NettyWords::reason);
    }

    private static PacketPair auth(final PacketSender sender) {
        final AuthDecoder decoder = new AuthDecoder(sender);
        return pair(
                decoder,
                () -> PacketWords.reason(decoder.reasonCode(), decoder.properties()),
                NettyWords::reason);
    }

    private static PacketPair pair(
            final PacketDecoder decoder,
            final Supplier<List<String>> ours,
            final Function<MqttMessage, List<String>> theirs) {
        return new PacketPair(decoder, ours, theirs);
    }
}
