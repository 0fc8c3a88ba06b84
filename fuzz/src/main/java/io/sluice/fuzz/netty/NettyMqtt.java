package io.sluice.fuzz.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.util.ReferenceCountUtil;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Netty's decoder, asked about one packet at a time. It learns its version from a CONNECT, keeps
 * state between packets, and is thrown away as soon as it may be out of step.
 */
final class NettyMqtt {
    /** What Netty makes of one packet. */
    enum Verdict {
        VALID,
        INVALID,
        /** It reads past the end of the packet. */
        WAITS,
        /** It stops before the end of the packet and takes the rest for another one. */
        LEAVES_BYTES
    }

    /** Netty makes room for as many codes as a SUBACK claims to have, up to this. */
    private static final int PACKET_MAX = 1 << 16;

    private static final byte[] PINGREQ = {(byte) 0xC0, 0};

    private final Map<MqttVersion, EmbeddedChannel> channels = new EnumMap<>(MqttVersion.class);
    private MqttMessage message;

    /** Judges a whole packet; {@link #message} is good until the next one. */
    Verdict judge(final byte[] packet, final MqttVersion version) {
        release();
        final EmbeddedChannel channel = channels.computeIfAbsent(version, NettyMqtt::connected);
        Verdict verdict;
        try {
            verdict = judge(packet, channel);
        } catch (final DecoderException e) {
            verdict = Verdict.INVALID;
        }
        final boolean tellsVersion = ControlPacketType.of(packet[0]) == ControlPacketType.CONNECT;
        if (verdict != Verdict.VALID || tellsVersion) {
            channels.remove(version);
            channel.releaseInbound();
            channel.close();
        }
        return verdict;
    }

    private Verdict judge(final byte[] packet, final EmbeddedChannel channel) {
        channel.writeInbound(Unpooled.wrappedBuffer(packet));
        message = channel.readInbound();
        if (message == null) {
            return Verdict.WAITS;
        }
        if (message.decoderResult().isFailure()) {
            return Verdict.INVALID;
        }
        // In step: nothing is left, and the next packet is understood as what it is.
        if (!channel.inboundMessages().isEmpty()) {
            return Verdict.LEAVES_BYTES;
        }
        channel.writeInbound(Unpooled.wrappedBuffer(PINGREQ));
        final MqttMessage next = channel.readInbound();
        final boolean inStep =
                next != null
                        && next.decoderResult().isSuccess()
                        && next.fixedHeader().messageType() == MqttMessageType.PINGREQ
                        && next.fixedHeader().remainingLength() == 0
                        && channel.inboundMessages().isEmpty();
        ReferenceCountUtil.release(next);
        return inStep ? Verdict.VALID : Verdict.LEAVES_BYTES;
    }

    /** The packet as Netty read it, where it was valid. */
    MqttMessage message() {
        return message;
    }

    /** Lets go of the packet that was last judged. */
    void release() {
        ReferenceCountUtil.release(message);
        message = null;
    }

    private static EmbeddedChannel connected(final MqttVersion version) {
        final EmbeddedChannel channel = new EmbeddedChannel(new MqttDecoder(PACKET_MAX, 65_535));
        final String connect =
                version == MqttVersion.V5
                        ? "100D00044D5154540502003C000000"
                        : "100C00044D5154540402003C0000";
        channel.writeInbound(Unpooled.wrappedBuffer(HexFormat.of().parseHex(connect)));
        final MqttMessage message = channel.readInbound();
        if (message == null || message.decoderResult().isFailure()) {
            throw new IllegalStateException("Netty refuses CONNECT: " + message);
        }
        return channel;
    }
}
