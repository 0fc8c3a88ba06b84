package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachEncoder;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.loop.CloseCause;
import io.sluice.engine.loop.FakeWire;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The other end of a connection: sends frames, and reads what comes as lines of text. */
final class FakePeer {
    private static final int FRAME_MAX = 1 << 16;

    FakeLoop loop;
    FakeWire wire = new FakeWire(Integer.MAX_VALUE);
    AmqpConnection connection;

    /** Where the server's transfer-ids begin. */
    int firstId;

    /** When it settles what it receives, of links that it attaches from now on. */
    ReceiverSettleMode receiverMode = ReceiverSettleMode.FIRST;

    /** What it calls itself in its open. */
    String container = "peer";

    /** How many bytes the server gets at once. */
    int chunk = Integer.MAX_VALUE;

    private final MutableDirectBuffer frame = new ExpandableArrayBuffer(FRAME_MAX);
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private int transfersSent;
    private byte[] unused = new byte[0];
    private final Transcript transcript = new Transcript();

    final OpenEncoder open = new OpenEncoder();
    final BeginEncoder begin = new BeginEncoder();
    final AttachEncoder attach = new AttachEncoder();
    final FlowEncoder flow = new FlowEncoder();
    final TransferEncoder transfer = new TransferEncoder();
    final DispositionEncoder disposition = new DispositionEncoder();
    final DetachEncoder detach = new DetachEncoder();
    final CloseEncoder close = new CloseEncoder();

    FakePeer(final FakeLoop loop) {
        this.loop = loop;
        connection = (AmqpConnection) loop.server.create(wire, loop.home, loop.nowNs);
        loop.wires.add(wire);
    }

    static Slice text(final String text) {
        return Slice.ofUtf8(text);
    }

    /** A message of one section of data. */
    static byte[] data(final int length) {
        final byte[] section = new byte[8 + length];
        section[1] = 0x53;
        section[2] = 0x75;
        section[3] = (byte) 0xB0;
        new UnsafeBuffer(section).putInt(4, length, ByteOrder.BIG_ENDIAN);
        for (int i = 0; i < length; i++) {
            section[8 + i] = (byte) i;
        }
        return section;
    }

    /** Everything that was sent. */
    byte[] sent() {
        return sent.toByteArray();
    }

    /** Bytes arrive. */
    FakePeer send(final byte... bytes) {
        sent.writeBytes(bytes);
        int at = 0;
        do {
            final int end = (int) Math.min((long) at + chunk, bytes.length);
            final byte[] offered = Arrays.copyOf(unused, unused.length + end - at);
            System.arraycopy(bytes, at, offered, unused.length, end - at);
            at = end;
            if (wire.closed || wire.movedTo >= 0) {
                unused = offered;
                break;
            }
            final int used =
                    connection.onBytes(new UnsafeBuffer(offered), 0, offered.length, loop.nowNs);
            unused = Arrays.copyOfRange(offered, used, offered.length);
        } while (at < bytes.length && wire.movedTo < 0);
        unused = concat(unused, Arrays.copyOfRange(bytes, at, bytes.length));
        loop.step();
        return this;
    }

    private static byte[] concat(final byte[] one, final byte[] other) {
        final byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    FakePeer header(final int protocol) {
        final int length = ProtocolHeader.encode(frame, 0, protocol);
        return sendFrame(length);
    }

    private FakePeer sendFrame(final int length) {
        assertTrue(length > 0, "no room");
        final byte[] bytes = new byte[length];
        frame.getBytes(0, bytes);
        return send(bytes);
    }

    FakePeer send(final Codec.Frame encoder) {
        return sendFrame(encoder.encode(frame, 0, FRAME_MAX));
    }

    /** Header, open and begin, as most tests begin; what the server says to it is skipped. */
    FakePeer session() {
        return session(FRAME_MAX, 1_000);
    }

    FakePeer session(final long maxFrameSize, final long incomingWindow) {
        header(ProtocolHeader.AMQP);
        send(open.clear().containerId(text(container)).maxFrameSize(maxFrameSize)::encode);
        send(
                begin.clear().nextOutgoingId(0).incomingWindow(incomingWindow).outgoingWindow(1_000)
                        ::encode);
        read();
        return this;
    }

    /** Attaches a link of this handle on which the server receives. */
    FakePeer sender(final int handle, final String address, final SenderSettleMode mode) {
        attach.clear()
                .name(text("s" + handle))
                .handle(handle)
                .role(Role.SENDER)
                .sndSettleMode(mode)
                .initialDeliveryCount(0);
        attach.source().kind(Descriptor.SOURCE);
        attach.target().kind(Descriptor.TARGET).address(text(address));
        return send(attach::encode);
    }

    /** Attaches a link of this handle on which the server sends. */
    FakePeer receiver(final int handle, final String address, final SenderSettleMode mode) {
        attach.clear()
                .name(text("r" + handle))
                .handle(handle)
                .role(Role.RECEIVER)
                .sndSettleMode(mode)
                .rcvSettleMode(receiverMode);
        attach.source().kind(Descriptor.SOURCE).address(text(address));
        attach.target().kind(Descriptor.TARGET);
        return send(attach::encode);
    }

    /** Grants credit, as a receiver that has seen so many deliveries. */
    FakePeer credit(final int handle, final int deliveryCount, final long credit) {
        return credit(handle, deliveryCount, credit, false);
    }

    FakePeer credit(
            final int handle, final int deliveryCount, final long credit, final boolean drain) {
        return send(
                flow.clear()
                                .nextIncomingId(firstId + transcript.transfers)
                                .incomingWindow(1_000)
                                .nextOutgoingId(transfersSent)
                                .outgoingWindow(1_000)
                                .handle(handle)
                                .deliveryCount(deliveryCount)
                                .linkCredit(credit)
                                .drain(drain)
                        ::encode);
    }

    /** A message in one frame. */
    FakePeer message(final int handle, final int id, final byte[] message, final boolean settled) {
        return send(first(handle, id, message).settled(settled)::encode);
    }

    /** The first frame of a delivery, with all fields that one needs. */
    TransferEncoder first(final int handle, final int id, final byte[] payload) {
        transfersSent++;
        return transfer.clear()
                .handle(handle)
                .deliveryId(id)
                .deliveryTag(text("t" + id))
                .messageFormat(0)
                .payload(Slice.of(payload));
    }

    /** A frame that goes on. */
    TransferEncoder next(final int handle, final byte[] payload) {
        transfersSent++;
        return transfer.clear().handle(handle).payload(Slice.of(payload));
    }

    /** The range of what the server has sent has this outcome, which the encoder is given. */
    DispositionEncoder settle(final int first, final int last) {
        return disposition.clear().role(Role.RECEIVER).first(first).last(last).settled(true);
    }

    /** The connection arrives on the loop that it was handed to, with what was not used. */
    FakePeer arrive(final FakeLoop there) {
        assertTrue(wire.movedTo == there.home.index(), "moved to " + wire.movedTo);
        final FakeWire old = wire;
        wire = new FakeWire(Integer.MAX_VALUE);
        final byte[] written = old.take();
        wire.write(new UnsafeBuffer(written), 0, written.length);
        loop = there;
        connection = (AmqpConnection) old.successor.create(wire, there.home, there.nowNs);
        there.wires.add(wire);
        return send();
    }

    /** The header of the last message that was read. */
    HeaderSection header() {
        final byte[] payload = lastPayload();
        final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, message.wrap(new UnsafeBuffer(payload), 0, payload.length));
        return message.header();
    }

    /** The connection is lost. */
    void lose() {
        wire.closed = true;
        connection.onClosed(CloseCause.FAILED, loop.nowNs);
        wire.end();
        loop.step();
    }

    /** What the server has written since the last time, a line each. */
    String read() {
        return transcript.read(wire.take());
    }

    /** The same, which has to be this. */
    FakePeer expect(final String... lines) {
        assertEquals(String.join("\n", lines), read());
        return this;
    }

    /** Payload bytes of the transfers that were read. */
    int payloadBytes() {
        return transcript.payloadBytes;
    }

    /** A new session: its transfers are counted from 0. */
    void begun() {
        read();
        transcript.transfers = 0;
        transfersSent = 0;
    }

    /** Transfer frames that were made, to be sent. */
    int transfersSent() {
        return transfersSent;
    }

    /** Transfer frames that were read. */
    int transfers() {
        return transcript.transfers;
    }

    int largestFrame() {
        return transcript.largestFrame;
    }

    byte[] lastPayload() {
        return transcript.lastPayload;
    }
}
