package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.BeginDecoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.wire.SerialNumber;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.observe.Counter;
import java.util.Arrays;

/** A session that a peer began: its windows (section 2.5.6), its links, and what is unsettled. */
final class AmqpSession {
    private static final int LINKS = 4;

    private final AmqpConnection connection;
    private final Codec codec;
    private final int channel;
    private final Unsettled unsettled = new Unsettled();
    private final OutboundSettlements settlements = new OutboundSettlements(this);

    // Transfer frames.
    private int nextIncomingId;
    private int incomingWindow;
    private int nextOutgoingId;
    private int remoteIncomingWindow;

    /** The peer has our begin: a flow of its said so. */
    private boolean beginSeen;

    private int nextDeliveryId;
    private AmqpLink[] links = new AmqpLink[LINKS];

    /** We have sent our end: what comes until the peer's is ignored. */
    private boolean ending;

    AmqpSession(final AmqpConnection connection, final int channel, final BeginDecoder begin) {
        this.connection = connection;
        this.channel = channel;
        codec = connection.server().codec();
        nextOutgoingId = firstId();
        nextDeliveryId = firstId();
        nextIncomingId = begin.nextOutgoingId();
        incomingWindow = limits().incomingWindow();
        remoteIncomingWindow = clamp(begin.incomingWindow());
        codec.beginOut
                .clear()
                .channel(channel)
                .remoteChannel(channel)
                .nextOutgoingId(nextOutgoingId)
                .incomingWindow(incomingWindow)
                .outgoingWindow(Integer.MAX_VALUE)
                .handleMax(limits().handleMax());
        writer().frame(codec.beginFrame);
    }

    private int firstId() {
        return connection.server().firstId();
    }

    private AmqpLimits limits() {
        return connection.server().limits();
    }

    AmqpConnection connection() {
        return connection;
    }

    FrameWriter writer() {
        return connection.writer();
    }

    int channel() {
        return channel;
    }

    boolean isEnding() {
        return ending;
    }

    Unsettled unsettled() {
        return unsettled;
    }

    /** What we settle after a receiver has said how. */
    OutboundSettlements settlements() {
        return settlements;
    }

    private static int clamp(final long number) {
        return (int) Math.max(0, Math.min(number, Integer.MAX_VALUE));
    }

    /** A performative on this session's channel, decoded. */
    void onPerformative(final Descriptor performative) {
        switch (performative) {
            case ATTACH -> onAttach(codec.attach);
            case FLOW -> onFlow(codec.flow);
            case TRANSFER -> onTransfer(codec.transfer.handle());
            case DISPOSITION -> onDisposition(codec.disposition);
            case DETACH -> onDetach(codec.detach);
            case END -> onEnd();
            default -> throw new AssertionError(performative);
        }
    }

    private void onAttach(final AttachDecoder attach) {
        final long handle = attach.handle();
        if (handle > limits().handleMax()) { // section 2.7.2
            connection.close(AmqpError.FRAMING_ERROR, "a handle above handle-max");
        } else if (link(handle) != null) {
            end(AmqpError.HANDLE_IN_USE, "the handle has a link");
        } else {
            final boolean isKnown = hasLink(attach);
            if (handle >= links.length) {
                links = Arrays.copyOf(links, Integer.highestOneBit((int) handle) << 1);
            }
            Attaching.attach(this, attach, isKnown);
        }
    }

    private boolean hasLink(final AttachDecoder attach) {
        for (final AmqpLink link : links) {
            if (link != null && !link.isDetached() && link.isSame(attach)) {
                return true;
            }
        }
        return false;
    }

    /** The link has its handle from now on. */
    void add(final AmqpLink link) {
        links[(int) link.handle()] = link;
    }

    private AmqpLink link(final long handle) {
        return handle < links.length ? links[(int) handle] : null;
    }

    private void onFlow(final FlowDecoder flow) {
        if (beginSeen && !flow.hasNextIncomingId()) { // section 2.7.4: must be set from then on
            end(AmqpError.INVALID_FIELD, "a flow without next-incoming-id");
            return;
        }
        beginSeen = flow.hasNextIncomingId();
        final int seen = flow.hasNextIncomingId() ? flow.nextIncomingId() : firstId();
        final int underWay = nextOutgoingId - seen;
        if (underWay < 0 || SerialNumber.isBefore(flow.nextOutgoingId(), nextIncomingId)) {
            end(AmqpError.WINDOW_VIOLATION, "a transfer-id that was not there, or is gone");
            return;
        }
        nextIncomingId = flow.nextOutgoingId();
        remoteIncomingWindow = clamp(flow.incomingWindow() - underWay);
        final boolean echo = flow.echo();
        if (flow.hasHandle()) {
            final AmqpLink link = link(flow.handle());
            if (link == null) {
                end(AmqpError.UNATTACHED_HANDLE, "flow on a handle without a link");
                return;
            }
            if (!link.isDetached() && !link.onFlow() && echo && !link.isDetached()) {
                link.writeFlow();
            }
        } else if (echo) {
            writeFlow();
        }
        resume();
    }

    private void onTransfer(final long handle) {
        if (incomingWindow == 0) {
            end(AmqpError.WINDOW_VIOLATION, "a transfer past the incoming window");
            return;
        }
        incomingWindow--;
        nextIncomingId++;
        final AmqpLink link = link(handle);
        if (link == null) {
            end(AmqpError.UNATTACHED_HANDLE, "transfer on a handle without a link");
        } else if (!link.isDetached()) {
            link.onTransfer();
        }
        if (!ending && incomingWindow <= limits().incomingWindow() >>> 1) {
            writeFlow();
        }
    }

    private void onDisposition(final DispositionDecoder disposition) {
        final boolean isTerminal = disposition.hasState() && disposition.state().isTerminal();
        if (disposition.role() == Role.SENDER || !disposition.settled() && !isTerminal) {
            return; // of what we receive nothing waits for the sender: we settle first
        }
        final int first = disposition.first();
        final int last = disposition.last();
        if (SerialNumber.isBefore(last, first)) {
            end(AmqpError.NOT_ALLOWED, "the range's last is before its first");
            return;
        }
        if (unsettled.settle(first, last, nextDeliveryId, disposition)) {
            settlements.flush();
            resume();
        }
    }

    private void onDetach(final DetachDecoder detach) {
        final AmqpLink link = link(detach.handle());
        if (link == null) {
            end(AmqpError.UNATTACHED_HANDLE, "detach of a handle without a link");
            return;
        }
        link.onDetach(detach.closed(), detach.hasError());
        links[(int) link.handle()] = null;
    }

    private void onEnd() {
        if (!ending) {
            final boolean clean = !codec.close.hasError();
            tellRest();
            release(clean);
            writer().end(channel, AmqpError.NONE, new Slice());
        }
        connection.forget(this);
    }

    /** Ends the session with an error, which the peer's end has to answer. */
    void end(final AmqpError error, final String description) {
        if (!ending) {
            ending = true;
            connection.server().home().counters().increment(Counter.LINKS_FAILED);
            release(false);
            writer().end(channel, error, Slice.ofUtf8(description));
        }
    }

    /** What its links have to tell before their end. */
    void tellRest() {
        for (int i = 0; i < links.length && !ending; i++) {
            if (links[i] != null && !links[i].isDetached()) {
                links[i].tellRest();
            }
        }
        settlements.flush();
    }

    /** The session is over: what its links hold goes back. */
    void release(final boolean clean) {
        ending = true;
        for (final AmqpLink link : links) {
            if (link != null && !link.isDetached()) {
                link.release(clean);
            }
        }
        Arrays.fill(links, null);
    }

    /** Limits are wider than they were: goes on with what waits. */
    void resume() {
        for (int i = 0; i < links.length && !ending; i++) {
            final AmqpLink link = links[i];
            if (link != null && !link.isDetached()) {
                link.resume();
            }
        }
    }

    /** Tells the session's state, and that the incoming window is whole again. */
    private void writeFlow() {
        beginFlow();
        writer().frame(codec.flowFrame);
    }

    /** Begins a flow with the session's state; a link may add its own. */
    FlowEncoder beginFlow() {
        incomingWindow = limits().incomingWindow();
        return codec.flowOut
                .clear()
                .channel(channel)
                .nextIncomingId(nextIncomingId)
                .incomingWindow(incomingWindow)
                .nextOutgoingId(nextOutgoingId)
                .outgoingWindow(Integer.MAX_VALUE);
    }

    /** How many transfer frames the peer takes now. */
    int remoteIncomingWindow() {
        return remoteIncomingWindow;
    }

    /** A transfer frame leaves. */
    void onTransferWritten() {
        remoteIncomingWindow--;
        nextOutgoingId++;
    }

    int takeDeliveryId() {
        return nextDeliveryId++;
    }
}
