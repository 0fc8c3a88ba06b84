package io.sluice.tools;

import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.CloseDecoder;
import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.wire.Slice;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** A peer of AMQP on a plain socket that does what it is told, right or wrong. */
final class AmqpPeer implements AutoCloseable {
    private static final int PATIENCE_MS = (int) TimeUnit.SECONDS.toMillis(60);
    private static final int FRAME_MAX = 1 << 16;

    /** Of a section of data. */
    static final int SECTION_HEAD = 8;

    /** Something that encodes itself as a frame. */
    interface Frame {
        int encode(UnsafeBuffer buffer, int offset, int limit);
    }

    private final Socket socket;
    private final DataInputStream in;
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[FRAME_MAX]);
    private int transfers;
    private int deliveries;
    private final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
    private final CloseDecoder end = new CloseDecoder(TypeLimits.DEFAULT);

    /** Connects the socket and says nothing. */
    AmqpPeer(final int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    Socket socket() {
        return socket;
    }

    /** Sends the protocol header, and takes the answer, which is the same. */
    AmqpPeer header(final int protocol) throws IOException {
        final byte[] header = new byte[ProtocolHeader.encode(out, 0, protocol)];
        out.getBytes(0, header);
        send(header);
        final byte[] answer = in.readNBytes(header.length);
        if (!Arrays.equals(header, answer)) {
            throw new IOException("another header");
        }
        return this;
    }

    AmqpPeer open(final String container) throws IOException {
        final OpenEncoder open = new OpenEncoder().clear().containerId(Slice.ofUtf8(container));
        return send(open.maxFrameSize(FRAME_MAX)::encode);
    }

    AmqpPeer begin() throws IOException {
        final BeginEncoder begin = new BeginEncoder().clear().nextOutgoingId(0);
        return send(begin.incomingWindow(1_000).outgoingWindow(1_000)::encode);
    }

    /** Attaches a link on which it sends, unsettled or not as it likes. */
    AmqpPeer sender(final int handle, final String address) throws IOException {
        final AttachEncoder attach = new AttachEncoder().clear();
        attach.name(Slice.ofUtf8("s" + handle)).handle(handle).role(Role.SENDER);
        attach.sndSettleMode(SenderSettleMode.MIXED).initialDeliveryCount(0);
        attach.source().kind(Descriptor.SOURCE);
        attach.target().kind(Descriptor.TARGET).address(Slice.ofUtf8(address));
        return send(attach::encode);
    }

    /** Attaches a link on which it receives, and grants so much credit. */
    AmqpPeer receiver(final int handle, final String address, final int credit) throws IOException {
        final AttachEncoder attach = new AttachEncoder().clear();
        attach.name(Slice.ofUtf8("r" + handle)).handle(handle).role(Role.RECEIVER);
        attach.source().kind(Descriptor.SOURCE).address(Slice.ofUtf8(address));
        attach.target().kind(Descriptor.TARGET);
        send(attach::encode);
        final FlowEncoder flow = new FlowEncoder().clear().nextIncomingId(0).incomingWindow(1_000);
        flow.nextOutgoingId(transfers).outgoingWindow(1_000).handle(handle).deliveryCount(0);
        return send(flow.linkCredit(credit)::encode);
    }

    /** Sends a message of one section of data. */
    AmqpPeer transfer(final int handle, final boolean settled, final byte[] payload)
            throws IOException {
        return message(handle, settled, data(payload));
    }

    /** One section of data. */
    static byte[] data(final byte[] payload) {
        final byte[] section = new byte[SECTION_HEAD + payload.length];
        section[1] = 0x53;
        section[2] = 0x75;
        section[3] = (byte) 0xB0;
        new UnsafeBuffer(section).putInt(4, payload.length, ByteOrder.BIG_ENDIAN);
        System.arraycopy(payload, 0, section, SECTION_HEAD, payload.length);
        return section;
    }

    /** Sends a message of these sections, in as many frames as it takes. */
    AmqpPeer message(final int handle, final boolean settled, final byte[] sections)
            throws IOException {
        final int id = deliveries++;
        int at = 0;
        do {
            final int end = Math.min(sections.length, at + FRAME_MAX / 2);
            final TransferEncoder transfer = new TransferEncoder().clear().handle(handle);
            transfer.deliveryId(id).deliveryTag(Slice.ofUtf8("t" + id)).messageFormat(0);
            transfer.settled(settled).more(end < sections.length);
            transfer.payload(Slice.of(Arrays.copyOfRange(sections, at, end)));
            send(transfer::encode);
            transfers++;
            at = end;
        } while (at < sections.length);
        return this;
    }

    /** Ends the connection as it should be, and what the daemon answers. */
    String sayClose() throws IOException {
        send(new CloseEncoder().close()::encode);
        return readUntil(Descriptor.CLOSE);
    }

    AmqpPeer send(final Frame frame) throws IOException {
        final byte[] bytes = new byte[frame.encode(out, 0, FRAME_MAX)];
        out.getBytes(0, bytes);
        send(bytes);
        return this;
    }

    /** A frame of this type on channel 0 with this body. */
    void sendBody(final int type, final byte[] body) throws IOException {
        final byte[] bytes = new byte[8 + body.length];
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        FrameHeader.encode(frame, 0, bytes.length, type, 0);
        frame.putBytes(8, body);
        send(bytes);
    }

    void send(final byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads on to an end or a close, and the condition that it tells; empty for none. */
    String readUntil(final Descriptor last) throws IOException {
        while (true) {
            final byte[] frame = new byte[in.readInt() - Integer.BYTES];
            in.readFully(frame);
            final int offset = frame[0] * 4 - Integer.BYTES;
            final UnsafeBuffer buffer = new UnsafeBuffer(frame);
            final Descriptor kind = Descriptor.peek(buffer, offset, frame.length - offset);
            if (kind == last || kind == Descriptor.CLOSE) {
                final String condition = condition(kind, buffer, offset, frame.length - offset);
                return kind == last ? condition : "closed: " + condition;
            }
        }
    }

    private String condition(
            final Descriptor kind, final UnsafeBuffer buffer, final int offset, final int length) {
        if (kind == Descriptor.DETACH) {
            detach.wrap(buffer, offset, length);
            return detach.hasError() ? detach.error().condition().toString() : "";
        }
        end.wrap(buffer, offset, length);
        return end.hasError() ? end.error().condition().toString() : "";
    }

    /** What still comes until the daemon ends the connection. */
    int readToEnd() throws IOException {
        return in.readAllBytes().length;
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
