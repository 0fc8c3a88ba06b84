package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A socket to which a test writes frames of its own making, as many at once as it likes. */
final class RawAmqpPeer implements AutoCloseable {
    /** Writes a frame of which all fields are set. */
    @FunctionalInterface
    interface Frame {
        int encode(MutableDirectBuffer buffer, int offset, int limit);
    }

    private static final int FRAME_MAX = 1 << 16;
    private static final int PATIENCE_MS = 20_000;

    final UnsafeBuffer body = new UnsafeBuffer(0, 0);

    private final Socket socket;
    private final DataInputStream in;
    private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();
    private final UnsafeBuffer room = new UnsafeBuffer(new byte[FRAME_MAX]);
    private final AmqpFramer framer = new AmqpFramer(FRAME_MAX);

    RawAmqpPeer(final int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** The frame goes out with the next {@link #send}. */
    RawAmqpPeer add(final Frame frame) {
        final int length = frame.encode(room, 0, FRAME_MAX);
        assertTrue(length > 0, "no room");
        unsent.write(room.byteArray(), 0, length);
        return this;
    }

    /** Header, open, begin, and a link on which messages come, with credit for so many. */
    RawAmqpPeer addReceiver(
            final String container,
            final String address,
            final ReceiverSettleMode mode,
            final int credit) {
        add((buffer, offset, limit) -> ProtocolHeader.encode(buffer, offset, ProtocolHeader.AMQP));
        add(new OpenEncoder().containerId(Slice.ofUtf8(container))::encode);
        add(
                new BeginEncoder().nextOutgoingId(0).incomingWindow(1_000).outgoingWindow(1_000)
                        ::encode);
        final AttachEncoder attach =
                new AttachEncoder()
                        .name(Slice.ofUtf8("link"))
                        .handle(0)
                        .role(Role.RECEIVER)
                        .sndSettleMode(SenderSettleMode.UNSETTLED)
                        .rcvSettleMode(mode);
        attach.source().kind(Descriptor.SOURCE).address(Slice.ofUtf8(address));
        attach.target().kind(Descriptor.TARGET);
        add(attach::encode);
        return add(
                new FlowEncoder()
                                .incomingWindow(1_000)
                                .nextOutgoingId(0)
                                .outgoingWindow(1_000)
                                .handle(0)
                                .linkCredit(credit)
                        ::encode);
    }

    /** Everything that was added, in one write. */
    RawAmqpPeer send() throws IOException {
        socket.getOutputStream().write(unsent.toByteArray());
        unsent.reset();
        return this;
    }

    void expectHeader() throws IOException {
        final UnsafeBuffer header = new UnsafeBuffer(in.readNBytes(ProtocolHeader.LENGTH));
        assertEquals(ProtocolHeader.AMQP, ProtocolHeader.match(header, 0, ProtocolHeader.LENGTH));
    }

    /** The next frame has this performative, and is {@link #body}. */
    RawAmqpPeer expect(final Descriptor performative) throws IOException {
        final int length = in.readInt();
        assertTrue(length <= FRAME_MAX, "a frame of " + length);
        final byte[] frame = new byte[length];
        new UnsafeBuffer(frame).putInt(0, length, java.nio.ByteOrder.BIG_ENDIAN);
        in.readFully(frame, Integer.BYTES, length - Integer.BYTES);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        assertEquals(AmqpError.NONE, framer.next(buffer, 0, length));
        assertEquals(
                performative, Descriptor.peek(buffer, framer.bodyOffset(), framer.bodyLength()));
        body.wrap(buffer, framer.bodyOffset(), framer.bodyLength());
        return this;
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
