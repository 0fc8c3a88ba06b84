package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.OpenDecoder;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.agent.Mail;
import io.sluice.engine.loop.CloseCause;
import io.sluice.engine.loop.HandedOver;
import io.sluice.engine.loop.Protocol;
import io.sluice.engine.loop.Wire;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/** A connection that a peer opened: headers, SASL, open and close, and which session is meant. */
final class AmqpConnection implements Protocol {
    /** What comes next. */
    private enum State {
        HEADER,
        SASL,
        SECOND_HEADER,
        OPENING,
        OPEN,
        /** On another loop: nothing is left of it here. */
        MOVED,
        CLOSED
    }

    /** A peer that wants to hear us more often than this costs more than it is worth. */
    static final long PEER_IDLE_MS_MIN = 100;

    private static final Slice CONTAINER_ID = Slice.ofUtf8("sluice");

    private final AmqpServer server;
    private final Codec codec;
    private final Wire wire;
    private final FrameWriter writer;

    /** What was sent settled. */
    private final HandedOver handedOver;

    private final IdleTimes idle;
    private final SaslServer sasl;

    // Both ways a session has the same channel: its peer's choice.
    private final Int2ObjectHashMap<AmqpSession> sessions = new Int2ObjectHashMap<>();

    private final Flush flush = new Flush();
    private final List<Unflushed> unflushed = new ArrayList<>();

    private State state;
    private boolean openSent;

    /** What the peer calls itself, and who SASL says that it is; both may be empty. */
    private String containerId = "";

    private String user = "";

    /** One that was accepted. */
    AmqpConnection(final AmqpServer server, final Wire wire, final long nowNs) {
        this(server, wire, State.HEADER);
        idle.awaitOpen(server.limits().times().handshakeNs(), nowNs);
    }

    /** One that comes from another loop, with its open. */
    AmqpConnection(
            final AmqpServer server, final Wire wire, final Handover handover, final long nowNs) {
        this(server, wire, State.OPENING);
        user = handover.user();
        idle.awaitOpen(handover.openDueNs() - nowNs, nowNs);
    }

    private AmqpConnection(final AmqpServer server, final Wire wire, final State state) {
        this.state = state;
        this.server = server;
        this.wire = wire;
        codec = server.codec();
        writer = new FrameWriter(wire, codec);
        handedOver = new HandedOver(wire, server.home().counters());
        sasl = new SaslServer(codec, server.authenticator(), writer);
        idle = new IdleTimes(server.home().timers(), writer, this::onSilence);
    }

    AmqpServer server() {
        return server;
    }

    FrameWriter writer() {
        return writer;
    }

    HandedOver handedOver() {
        return handedOver;
    }

    @Override
    public int onBytes(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        final int limit = offset + length;
        int at = offset;
        idle.heard(nowNs);
        while (state != State.CLOSED) {
            final int used =
                    state == State.HEADER || state == State.SECOND_HEADER
                            ? onHeader(buffer, at, limit)
                            : onFrame(buffer, at, limit, nowNs);
            if (used == 0) {
                break;
            }
            at += used;
        }
        flushLinks();
        return state == State.CLOSED ? length : at - offset;
    }

    /** Section 2.2: what the peer asks for, or what it may ask for. */
    private int onHeader(final DirectBuffer buffer, final int offset, final int limit) {
        final int protocol = ProtocolHeader.match(buffer, offset, limit);
        if (protocol == ProtocolHeader.INCOMPLETE) {
            return 0;
        }
        final boolean isBareWelcome =
                state == State.SECOND_HEADER || server.authenticator().allowsAnonymous();
        if (protocol == ProtocolHeader.SASL && state == State.HEADER) {
            writer.header(ProtocolHeader.SASL);
            sasl.begin();
            state = State.SASL;
        } else if (protocol == ProtocolHeader.AMQP && isBareWelcome) {
            writer.header(ProtocolHeader.AMQP);
            state = State.OPENING;
        } else {
            writer.header(isBareWelcome ? ProtocolHeader.AMQP : ProtocolHeader.SASL);
            count(
                    protocol == ProtocolHeader.AMQP // it is one, of who has to say a name
                            ? Counter.CONNECTIONS_REFUSED_HANDSHAKE
                            : Counter.CONNECTIONS_PROTOCOL_ERROR);
            end(false);
        }
        return ProtocolHeader.LENGTH;
    }

    private int onFrame(
            final DirectBuffer buffer, final int offset, final int limit, final long nowNs) {
        final boolean isSasl = state == State.SASL;
        final AmqpFramer framer = isSasl ? codec.saslFramer : codec.framer;
        AmqpError error = framer.next(buffer, offset, limit);
        if (error == AmqpError.INCOMPLETE) {
            return 0;
        }
        final int type = isSasl ? FrameHeader.TYPE_SASL : FrameHeader.TYPE_AMQP;
        if (error == AmqpError.NONE && framer.type() != type) {
            error = AmqpError.FRAMING_ERROR;
        }
        final int length = framer.frameLength();
        if (isSasl) {
            onSaslFrame(error, buffer, framer.bodyOffset(), framer.bodyLength());
        } else if (error != AmqpError.NONE) {
            close(error, "no AMQP frame, or too large");
        } else if (framer.bodyLength() > 0) { // an empty one is a heartbeat
            onPerformative(framer, buffer, nowNs);
        }
        return state == State.MOVED ? 0 : Math.max(1, length); // it is read again there
    }

    private void onSaslFrame(
            final AmqpError error, final DirectBuffer buffer, final int offset, final int length) {
        final SaslServer.Result result =
                error != AmqpError.NONE
                        ? SaslServer.Result.VIOLATION
                        : sasl.onFrame(buffer, offset, length);
        if (result == SaslServer.Result.DONE) {
            user = sasl.user();
            state = State.SECOND_HEADER; // part 5 section 5.3.2: it begins anew
            return;
        }
        count(
                result == SaslServer.Result.VIOLATION
                        ? Counter.CONNECTIONS_PROTOCOL_ERROR
                        : Counter.CONNECTIONS_REFUSED_HANDSHAKE);
        end(false);
    }

    private void onPerformative(
            final AmqpFramer framer, final DirectBuffer buffer, final long nowNs) {
        final int channel = framer.channel();
        final int offset = framer.bodyOffset();
        final int length = framer.bodyLength();
        final Descriptor performative = Descriptor.peek(buffer, offset, length);
        final AmqpSession session = sessions.get(channel);
        if (session != null
                && session.isEnding()
                && performative != Descriptor.END
                && performative != Descriptor.CLOSE) {
            return; // section 2.5.5: sent before the peer saw our end
        }
        final AmqpError error = codec.wrap(performative, buffer, offset, length);
        if (error != AmqpError.NONE) {
            onInvalid(error, session, performative);
        } else if (state == State.OPENING) {
            if (performative == Descriptor.OPEN) {
                final int loop = server.loopOf(codec.open.containerId());
                if (loop == server.home().index()) {
                    onOpen(codec.open, channel, nowNs);
                } else {
                    moveTo(loop);
                }
            } else {
                close(AmqpError.ILLEGAL_STATE, "nothing comes before open");
            }
        } else {
            onPerformative(performative, channel, session);
        }
    }

    private void onInvalid(
            final AmqpError error, final AmqpSession session, final Descriptor performative) {
        final boolean isOfSession =
                switch (performative) {
                    case OPEN, BEGIN, CLOSE -> false;
                    default -> true;
                };
        if (error != AmqpError.DECODE_ERROR && session != null && isOfSession) {
            session.end(error, "a field is not as it has to be");
        } else {
            close(error, "a performative is not as it has to be");
        }
    }

    private void onPerformative(
            final Descriptor performative, final int channel, final AmqpSession session) {
        if (performative == Descriptor.CLOSE) {
            onClose(codec.close.hasError());
        } else if (performative == Descriptor.OPEN) {
            close(AmqpError.ILLEGAL_STATE, "a second open");
        } else if (performative == Descriptor.BEGIN) {
            onBegin(channel, session);
        } else if (session == null) {
            close(AmqpError.FRAMING_ERROR, "no session on this channel");
        } else {
            session.onPerformative(performative);
        }
    }

    /** The connection goes to the loop of its container, with every byte. */
    private void moveTo(final int loop) {
        state = State.MOVED;
        final Handover handover = new Handover(user, idle.openDueNs());
        idle.cancel();
        server.forget(this);
        wire.moveTo(loop, server.successor(loop, handover));
    }

    private void onOpen(final OpenDecoder open, final int channel, final long nowNs) {
        final AmqpLimits limits = server.limits();
        writer.maxFrameSize((int) Math.min(open.maxFrameSize(), limits.frames().maxFrameSize()));
        containerId = open.containerId().toString();
        sendOpen();
        state = State.OPEN;
        idle.opened(limits.times().idleNs(), open.idleTimeOut(), nowNs);
        if (channel != 0) {
            close(AmqpError.FRAMING_ERROR, "open on a channel that is not 0"); // section 2.7.1
        } else if (open.idleTimeOut() > 0 && open.idleTimeOut() < PEER_IDLE_MS_MIN) {
            close(AmqpError.NOT_ALLOWED, "the idle time-out is too short");
        }
    }

    private void sendOpen() {
        final AmqpLimits limits = server.limits();
        codec.openOut
                .clear()
                .containerId(CONTAINER_ID)
                .maxFrameSize(limits.frames().maxFrameSize())
                .channelMax(limits.channelMax())
                .idleTimeOut(TimeUnit.NANOSECONDS.toMillis(limits.times().idleNs()) / 2);
        writer.frame(codec.openFrame);
        openSent = true;
    }

    private void onBegin(final int channel, final AmqpSession session) {
        if (channel > server.limits().channelMax()) {
            close(AmqpError.FRAMING_ERROR, "a channel above channel-max");
        } else if (session != null) {
            close(AmqpError.ILLEGAL_STATE, "begin on a channel that has a session");
        } else if (codec.begin.hasRemoteChannel()) {
            close(AmqpError.INVALID_FIELD, "an answer to a begin that we did not send");
        } else {
            sessions.put(channel, new AmqpSession(this, channel, codec.begin));
        }
    }

    /** What a link of this name is called wherever it is attached; null if its peer has no name. */
    AttachedLinks.Name name(final Slice link, final Role role) {
        return containerId.isEmpty()
                ? null
                : new AttachedLinks.Name(user, containerId, link.toString(), role);
    }

    /** The session's both ends are over. */
    void forget(final AmqpSession session) {
        sessions.remove(session.channel());
    }

    /** Ends the connection with an error. */
    void close(final AmqpError error, final String description) {
        if (state == State.CLOSED) {
            return;
        }
        if (!openSent) {
            sendOpen(); // section 2.4.3: an error in the peer's open is told behind ours
        }
        writer.close(error, Slice.ofUtf8(description));
        if (error != AmqpError.CONNECTION_FORCED) {
            count(Counter.CONNECTIONS_PROTOCOL_ERROR);
        }
        end(error == AmqpError.CONNECTION_FORCED);
    }

    /** Answers the peer's close; with an error the deliveries that are out have failed. */
    private void onClose(final boolean failed) {
        writer.close(AmqpError.NONE, new Slice());
        end(!failed);
    }

    void shutDown() {
        if (state == State.OPEN || state == State.OPENING) {
            sessions.values().forEach(AmqpSession::tellRest);
            close(AmqpError.CONNECTION_FORCED, "the daemon ends");
        } else {
            end(false);
        }
    }

    private void onSilence() {
        count(Counter.CONNECTIONS_TIMED_OUT);
        if (state == State.OPEN) {
            writer.close(AmqpError.RESOURCE_LIMIT_EXCEEDED, Slice.ofUtf8("idle for too long"));
        } else if (state == State.HEADER) {
            writer.header(
                    server.authenticator().allowsAnonymous()
                            ? ProtocolHeader.AMQP
                            : ProtocolHeader.SASL);
        }
        end(false);
    }

    /** Sends what was written and is done. */
    private void end(final boolean clean) {
        release(clean);
        wire.close();
    }

    private void release(final boolean clean) {
        if (state == State.CLOSED || state == State.MOVED) {
            return;
        }
        state = State.CLOSED;
        if (clean) {
            handedOver.endsInOrder();
        }
        idle.cancel();
        for (final AmqpSession session : sessions.values()) {
            session.release(clean);
        }
        sessions.clear();
        server.forget(this);
    }

    @Override
    public void onWritable(final long nowNs) {
        if (state == State.OPEN) {
            for (final AmqpSession session : sessions.values()) {
                session.resume();
            }
        }
    }

    @Override
    public void onClosed(final CloseCause cause, final long nowNs) {
        release(cause == CloseCause.SHUTDOWN); // which is nobody's failed attempt
    }

    /** It has settlements or credit to tell: with those of others that come meanwhile. */
    void flushLater(final Unflushed link) {
        unflushed.add(link);
        if (!flush.isPosted()) {
            server.home().mailbox().post(flush);
        }
    }

    private void flushLinks() {
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    private void count(final Counter counter) {
        server.home().counters().increment(counter);
    }

    /** Comes behind the deliveries that came home before it, so that their answers are one. */
    private final class Flush extends Mail {
        @Override
        protected void onArrival() {
            flushLinks();
        }
    }
}
