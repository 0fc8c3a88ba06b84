package io.sluice.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.util.ReferenceCountUtil;

/**
 * Netty's MQTT decoder on one packet, called as its channel would call it but without the channel's
 * own cost, so that codec is compared with codec.
 */
final class NettyPeer {
    private static final byte[] CONNECT = {
        0x10, 14, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 2, 'i', 'd'
    };
    private static final byte[] CONNECT5 = {
        0x10, 15, 0, 4, 'M', 'Q', 'T', 'T', 5, 2, 0, 0, 0, 0, 2, 'i', 'd'
    };

    /** The next handler of the pipeline: keeps what the decoder hands on. */
    private static final class Taker extends ChannelInboundHandlerAdapter {
        private Object taken;

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            taken = message;
        }
    }

    private final MqttDecoder decoder = new MqttDecoder(1 << 20);
    private final Taker taker = new Taker();
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder, taker);
    private final ChannelHandlerContext context = channel.pipeline().context(decoder);
    private final EmbeddedChannel encoding = new EmbeddedChannel(MqttEncoder.INSTANCE);
    private final ByteBuf packet;
    private MqttMessage decoded;

    /**
     * @param level the Protocol Version that Netty is to expect; it learns it from a CONNECT
     */
    NettyPeer(final int level, final byte[] packet) {
        channel.writeInbound(Unpooled.wrappedBuffer(level == 5 ? CONNECT5 : CONNECT));
        this.packet = Unpooled.directBuffer(packet.length).writeBytes(packet);
    }

    /** The packet decoded; the caller releases it. */
    MqttMessage decode() throws Exception {
        packet.readerIndex(0);
        decoder.channelRead(context, packet.retain());
        final MqttMessage message = (MqttMessage) taker.taken;
        if (message.decoderResult().isFailure()) {
            throw new AssertionError("refused by the peer", message.decoderResult().cause());
        }
        return message;
    }

    /**
     * The packet, decoded once, written: through the channel, the only way to this encoder. Returns
     * its bytes.
     */
    int encode() throws Exception {
        if (decoded == null) {
            decoded = decode();
        }
        encoding.writeOutbound(ReferenceCountUtil.retain(decoded));
        int length = 0;
        for (ByteBuf part = encoding.readOutbound(); part != null; part = encoding.readOutbound()) {
            length += part.readableBytes();
            part.release();
        }
        return length;
    }

    /** The packet decoded and its payload's reference given back. */
    MqttMessage decodeAndRelease() throws Exception {
        final MqttMessage message = decode();
        ReferenceCountUtil.release(message);
        return message;
    }
}
