package io.sluice.tools.client;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.BeginDecoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.CloseDecoder;
import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.ErrorDecoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.OpenDecoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.tools.client.PeerException.Kind;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/** A connection to an AMQP 1.0 server with one session on it, for one link. */
public final class AmqpConnection implements AutoCloseable {
    /** Bytes of the largest message that is read or written. */
    public static final int MESSAGE_BYTES_MAX = 16 << 20;

    /** Of a frame that we read; the peer may take less. */
    static final int FRAME_MAX = 64 << 10;

    /** Frames that we take without being asked again; more than ever come. */
    static final long WINDOW = Integer.MAX_VALUE;

    private static final int CHANNEL = 0;
    private static final int FRAME_USUAL_MAX = 8 << 10;
    private static final long IDLE_MS = 60_000;
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    /** Who connects. */
    public record Settings(String containerId, Optional<Login> login) {
        public Settings {
            Objects.requireNonNull(containerId);
            Objects.requireNonNull(login);
        }
    }

    /** Writes one frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    interface Frame {
        int encode(MutableDirectBuffer buffer, int offset, int limit);
    }

    private final Server server;
    private final Wire wire;
    private final AmqpFramer framer = new AmqpFramer(FRAME_MAX);
    private final OpenDecoder open = new OpenDecoder(TypeLimits.DEFAULT);
    private final BeginDecoder begin = new BeginDecoder(TypeLimits.DEFAULT);
    private final CloseDecoder close = new CloseDecoder(TypeLimits.DEFAULT);
    final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
    final FlowDecoder flow = new FlowDecoder(TypeLimits.DEFAULT);
    final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
    final DispositionDecoder disposition = new DispositionDecoder(TypeLimits.DEFAULT);
    final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
    private int read;
    private boolean isOpen;
    private int peerFrameMax = FrameHeader.MIN_MAX_FRAME_SIZE;
    private int nextOutgoingId;
    private int nextIncomingId;
    private long peerWindow;

    private AmqpConnection(final Server server, final Wire wire) {
        this.server = server;
        this.wire = wire;
    }

    /** Connects, says who we are, and begins a session. */
    public static AmqpConnection connect(
            final Server server, final Settings settings, final Deadline deadline)
            throws PeerException {
        final Wire wire = Wire.connect(server, 2 * FRAME_MAX, deadline);
        final AmqpConnection connection = new AmqpConnection(server, wire);
        try {
            connection.exchangeHeaders(ProtocolHeader.SASL, deadline);
            new SaslClient(connection, settings.login()).authenticate(deadline);
            connection.exchangeHeaders(ProtocolHeader.AMQP, deadline);
            connection.handshake(settings, deadline);
            connection.isOpen = true;
            return connection;
        } finally {
            if (!connection.isOpen) {
                wire.close();
            }
        }
    }

    private void exchangeHeaders(final int protocol, final Deadline deadline) throws PeerException {
        wire.send(ProtocolHeader.encode(wire.out(), 0, protocol), deadline);
        wire.consume(read);
        read = 0;
        while (true) {
            final int found = ProtocolHeader.match(wire.in(), wire.from(), wire.limit());
            if (found == protocol) {
                wire.consume(ProtocolHeader.LENGTH);
                return;
            }
            if (found != ProtocolHeader.INCOMPLETE) {
                throw wire.lost(
                        found == ProtocolHeader.MISMATCH
                                ? "what it sends is no AMQP 1.0"
                                : "it wants another layer of AMQP than "
                                        + (protocol == ProtocolHeader.SASL ? "SASL" : "AMQP"));
            }
            if (!wire.fill(deadline)) {
                throw wire.missing("answered the header of AMQP 1.0");
            }
        }
    }

    private void handshake(final Settings settings, final Deadline deadline) throws PeerException {
        send(
                new OpenEncoder()
                                .clear()
                                .containerId(Slice.ofUtf8(settings.containerId()))
                                .hostname(Slice.ofUtf8(server.host()))
                                .maxFrameSize(FRAME_MAX)
                                .channelMax(CHANNEL)
                                .idleTimeOut(IDLE_MS)
                        ::encode,
                deadline);
        await(Descriptor.OPEN, deadline);
        peerFrameMax = (int) Math.min(open.maxFrameSize(), FRAME_MAX);
        final long beatMs =
                open.hasIdleTimeOut() && open.idleTimeOut() > 0 ? open.idleTimeOut() / 2 : IDLE_MS;
        wire.keepAlive(
                TimeUnit.MILLISECONDS.toNanos(Math.min(beatMs, IDLE_MS)),
                this::sendEmpty,
                TimeUnit.MILLISECONDS.toNanos(2 * IDLE_MS));
        send(
                new BeginEncoder()
                                .clear()
                                .channel(CHANNEL)
                                .nextOutgoingId(nextOutgoingId)
                                .incomingWindow(WINDOW)
                                .outgoingWindow(WINDOW)
                                .handleMax(0)
                        ::encode,
                deadline);
        await(Descriptor.BEGIN, deadline);
    }

    private void sendEmpty() throws PeerException {
        wire.send(FrameHeader.encodeEmpty(wire.out(), 0), Deadline.after(GOODBYE));
    }

    private void await(final Descriptor wanted, final Deadline deadline) throws PeerException {
        final Descriptor came = next(deadline);
        if (came == Descriptor.UNKNOWN) {
            throw wire.missing("sent its " + name(wanted));
        }
        if (came != wanted) {
            throw wire.lost("it sends " + name(came) + " where " + name(wanted) + " is due");
        }
    }

    static String name(final Descriptor performative) {
        return performative.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The session's part of a flow. */
    FlowEncoder flow() {
        return new FlowEncoder()
                .clear()
                .channel(CHANNEL)
                .nextIncomingId(nextIncomingId)
                .incomingWindow(WINDOW)
                .nextOutgoingId(nextOutgoingId)
                .outgoingWindow(WINDOW);
    }

    /** Bytes of the largest frame that the peer takes. */
    int peerFrameMax() {
        return peerFrameMax;
    }

    /** Whether the peer takes a transfer frame now. */
    boolean hasWindow() {
        return peerWindow > 0;
    }

    /** A transfer frame is sent. */
    void transferSent() {
        nextOutgoingId++;
        peerWindow--;
    }

    Wire wire() {
        return wire;
    }

    void send(final Frame frame, final Deadline deadline) throws PeerException {
        final int room = Math.min(peerFrameMax, FRAME_USUAL_MAX);
        int length = frame.encode(wire.out(), 0, room);
        if (length == TypeWriter.NO_ROOM && peerFrameMax > room) {
            length = frame.encode(wire.out(), 0, peerFrameMax);
        }
        if (length == TypeWriter.NO_ROOM) {
            throw wire.refused(
                    "takes frames of "
                            + peerFrameMax
                            + " bytes at most, which is too"
                            + " small for what is to be said");
        }
        wire.send(length, deadline);
    }

    /** Sends a frame that is there already, in the first bytes of the wire's memory. */
    void sendWritten(final int length, final Deadline deadline) throws PeerException {
        wire.send(length, deadline);
    }

    /** Reads the body of the next frame that is not empty; false at the deadline. */
    boolean nextFrame(final int type, final Deadline deadline) throws PeerException {
        wire.consume(read);
        read = 0;
        while (true) {
            final AmqpError found = framer.next(wire.in(), wire.from(), wire.limit());
            if (found == AmqpError.NONE) {
                if (framer.type() != type) {
                    throw garbage(AmqpError.FRAMING_ERROR);
                }
                if (framer.bodyLength() > 0) {
                    read = framer.frameLength();
                    return true;
                }
                wire.consume(framer.frameLength());
            } else if (found != AmqpError.INCOMPLETE) {
                throw garbage(found);
            } else if (!wire.fill(deadline)) {
                return false;
            }
        }
    }

    AmqpFramer frame() {
        return framer;
    }

    PeerException garbage(final AmqpError error) {
        return wire.lost("what it sends is no AMQP 1.0: " + error.symbol());
    }

    /**
     * Reads the next performative of the link, and does what has to be done for the session; after
     * it the decoder of that performative is filled in.
     *
     * @return UNKNOWN at the deadline
     */
    Descriptor next(final Deadline deadline) throws PeerException {
        if (!nextFrame(FrameHeader.TYPE_AMQP, deadline)) {
            return Descriptor.UNKNOWN;
        }
        final int offset = framer.bodyOffset();
        final int length = framer.bodyLength();
        final Descriptor came = Descriptor.peek(wire.in(), offset, length);
        final AmqpError error =
                switch (came) {
                    case OPEN -> open.wrap(wire.in(), offset, length);
                    case BEGIN -> begin.wrap(wire.in(), offset, length);
                    case ATTACH -> attach.wrap(wire.in(), offset, length);
                    case FLOW -> flow.wrap(wire.in(), offset, length);
                    case TRANSFER -> transfer.wrap(wire.in(), offset, length);
                    case DISPOSITION -> disposition.wrap(wire.in(), offset, length);
                    case DETACH -> detach.wrap(wire.in(), offset, length);
                    case END, CLOSE -> close.wrap(wire.in(), offset, length);
                    default -> AmqpError.NOT_ALLOWED;
                };
        if (error != AmqpError.NONE) {
            throw garbage(error);
        }
        onSession(came);
        return came;
    }

    private void onSession(final Descriptor came) throws PeerException {
        switch (came) {
            case BEGIN -> {
                nextIncomingId = begin.nextOutgoingId();
                peerWindow = begin.incomingWindow();
            }
            case FLOW -> {
                final int told = flow.hasNextIncomingId() ? flow.nextIncomingId() : 0;
                peerWindow = flow.incomingWindow() - (nextOutgoingId - told);
                if (flow.echo() && !flow.hasHandle()) {
                    send(flow()::encode, Deadline.after(GOODBYE));
                }
            }
            case TRANSFER -> nextIncomingId++;
            case END, CLOSE ->
                    throw ended(
                            "ends the " + (came == Descriptor.END ? "session" : "connection"),
                            close.hasError() ? close.error() : null);
            default -> {
                // Of the link.
            }
        }
    }

    /** The peer has ended something, for this reason or for none (null). */
    PeerException ended(final String what, final ErrorDecoder error) {
        if (error == null) {
            return wire.lost("it " + what);
        }
        final boolean shutDown = AmqpError.of(error.condition()) == AmqpError.CONNECTION_FORCED;
        final String text = text(error);
        return shutDown ? wire.lost("it " + what + ": " + text) : wire.refused(what + ": " + text);
    }

    static String text(final ErrorDecoder error) {
        return error.condition() + (error.hasDescription() ? ": " + error.description() : "");
    }

    /** Ends every wait. From any thread. */
    public void stop() {
        wire.stop();
    }

    public boolean isStopped() {
        return wire.isStopped();
    }

    /** Waits are possible again, to settle and to say goodbye. */
    public void resume() {
        wire.resume();
    }

    /** Says goodbye, waits a moment for the answer, and closes. */
    @Override
    public void close() {
        wire.resume();
        final Deadline deadline = Deadline.after(GOODBYE);
        try {
            send(new CloseEncoder().close()::encode, deadline);
            Descriptor came = Descriptor.CLOSE;
            while (came != Descriptor.UNKNOWN) {
                came = next(deadline); // what was on its way is not wanted any more
            }
        } catch (final PeerException e) {
            assert e.kind() != Kind.UNREACHABLE : "it is gone, which is what was wanted";
        } finally {
            wire.close();
        }
    }
}
