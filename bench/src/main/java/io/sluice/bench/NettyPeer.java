package io.sluice.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderResultProvider;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.util.ReferenceCountUtil;

/**
 * A decoder of Netty on one message, called as its channel would call it but without the channel's
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

    private final ByteToMessageDecoder decoder;
    private final Taker taker = new Taker();
    private final EmbeddedChannel channel;
    private final ChannelHandlerContext context;
    private final EmbeddedChannel encoding = new EmbeddedChannel(MqttEncoder.INSTANCE);
    private final ByteBuf bytes;
    private Object decoded;

    private NettyPeer(final ByteToMessageDecoder decoder, final byte[] bytes) {
        this.decoder = decoder;
        channel = new EmbeddedChannel(decoder, taker);
        context = channel.pipeline().context(decoder);
        this.bytes = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
    }

    /**
     * The decoder of MQTT.
     *
     * @param level the Protocol Version that Netty is to expect; it learns it from a CONNECT
     */
    static NettyPeer mqtt(final int level, final byte[] packet) {
        final NettyPeer peer = new NettyPeer(new MqttDecoder(1 << 20), packet);
        peer.channel.writeInbound(Unpooled.wrappedBuffer(level == 5 ? CONNECT5 : CONNECT));
        return peer;
    }

    /** The decoder of masked WebSocket frames, for which no extension is negotiated. */
    static NettyPeer webSocket(final byte[] frame) {
        return new NettyPeer(new WebSocket13FrameDecoder(true, false, 1 << 20), frame);
    }

    /** The message decoded; the caller releases it. */
    private Object decode() throws Exception {
        taker.taken = null;
        bytes.readerIndex(0);
        decoder.channelRead(context, bytes.retain());
        final Object message = taker.taken;
        if (message == null
                || message instanceof final DecoderResultProvider result
                        && result.decoderResult().isFailure()) {
            throw new AssertionError("refused by the peer: " + message);
        }
        return message;
    }

    /** The message decoded and its payload's reference given back. */
    Object decodeAndRelease() throws Exception {
        final Object message = decode();
        ReferenceCountUtil.release(message);
        return message;
    }

    /**
     * The MQTT packet, decoded once, written: through the channel, the only way to this encoder.
     * Returns its bytes.
     */
    int encodeMqtt() throws Exception {
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
}
