package io.sluice.bench.live;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.wire.Slice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;

/** One AMQP receiver that accepts all that comes, in ranges, until it has so many. */
public final class AmqpDrain implements AutoCloseable {
    private static final int BUFFER = 1 << 20;
    private static final int FRAME_MAX = 64 << 10;
    private static final long WINDOW = Integer.MAX_VALUE;

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer out = ByteBuffer.allocateDirect(4 << 10);
    private final UnsafeBuffer inView = new UnsafeBuffer(in);
    private final UnsafeBuffer outView = new UnsafeBuffer(out);
    private final AmqpFramer framer = new AmqpFramer(FRAME_MAX);
    private final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
    private final FlowEncoder flow = new FlowEncoder();
    private final DispositionEncoder disposition = new DispositionEncoder();
    private final int credit;

    private int transfersIn;
    private int deliveryCount;
    private int settledTo;
    private int lastDeliveryId = -1;
    private long received;
    private boolean headerRead;
    private boolean attached;
    private boolean granted;

    /** Attaches to the address with so much credit, renewed when half of it is used. */
    public AmqpDrain(final InetSocketAddress broker, final String address, final int credit)
            throws IOException {
        this.credit = credit;
        channel = SocketChannel.open(broker);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        int length = ProtocolHeader.encode(outView, 0, ProtocolHeader.AMQP);
        length +=
                new OpenEncoder()
                        .clear()
                        .containerId(Slice.ofUtf8("drain"))
                        .maxFrameSize(FRAME_MAX)
                        .encode(outView, length, out.capacity());
        length +=
                new BeginEncoder()
                        .clear()
                        .nextOutgoingId(0)
                        .incomingWindow(WINDOW)
                        .outgoingWindow(WINDOW)
                        .encode(outView, length, out.capacity());
        final AttachEncoder attach = new AttachEncoder().clear();
        attach.name(Slice.ofUtf8("drain")).handle(0).role(Role.RECEIVER);
        attach.source().kind(Descriptor.SOURCE).address(Slice.ofUtf8(address));
        attach.target().kind(Descriptor.TARGET);
        length += attach.encode(outView, length, out.capacity());
        send(length);
    }

    private void send(final int length) throws IOException {
        out.clear().limit(length);
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Receives until it has had so many in all, then returns. */
    public void run(final long messages) throws IOException {
        while (received < messages) {
            if (channel.read(in) < 0) {
                throw new IOException("closed by the daemon after " + received);
            }
            int offset = 0;
            final int limit = in.position();
            if (!headerRead && limit >= ProtocolHeader.LENGTH) {
                headerRead = true;
                offset = ProtocolHeader.LENGTH;
            }
            while (headerRead && framer.next(inView, offset, limit) == AmqpError.NONE) {
                attached |= onFrame();
                offset += framer.frameLength();
            }
            in.limit(limit).position(offset);
            in.compact();
            final boolean first = attached && !granted;
            if (first || deliveryCount - settledTo >= credit / 2 || received >= messages) {
                granted |= first;
                settleAndGrant();
            }
        }
    }

    /** Whether the link is attached by now. */
    private boolean onFrame() {
        if (framer.bodyLength() == 0) {
            return false;
        }
        final Descriptor kind = Descriptor.peek(inView, framer.bodyOffset(), framer.bodyLength());
        if (kind == Descriptor.TRANSFER) {
            final AmqpError error = transfer.wrap(inView, framer.bodyOffset(), framer.bodyLength());
            assert error == AmqpError.NONE;
            transfersIn++;
            if (!transfer.more()) {
                received++;
                deliveryCount++;
            }
            if (transfer.hasDeliveryId()) {
                lastDeliveryId = transfer.deliveryId();
            }
        } else if (kind == Descriptor.CLOSE
                || kind == Descriptor.DETACH
                || kind == Descriptor.END) {
            throw new IllegalStateException(
                    "after "
                            + received
                            + " messages the daemon answers with "
                            + kind
                            + ": "
                            + inView.getStringWithoutLengthAscii(
                                    framer.bodyOffset(), framer.bodyLength()));
        }
        return kind == Descriptor.ATTACH;
    }

    private void settleAndGrant() throws IOException {
        int length = 0;
        if (deliveryCount > settledTo) {
            disposition
                    .clear()
                    .role(Role.RECEIVER)
                    .first(lastDeliveryId - (deliveryCount - settledTo) + 1)
                    .last(lastDeliveryId)
                    .settled(true)
                    .state()
                    .accepted();
            length = disposition.encode(outView, 0, out.capacity());
            settledTo = deliveryCount;
        }
        length +=
                flow.clear()
                        .nextIncomingId(transfersIn)
                        .incomingWindow(WINDOW)
                        .nextOutgoingId(0)
                        .outgoingWindow(WINDOW)
                        .handle(0)
                        .deliveryCount(deliveryCount)
                        .linkCredit(credit)
                        .encode(outView, length, out.capacity());
        send(length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
