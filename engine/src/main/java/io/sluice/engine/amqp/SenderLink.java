package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TerminusDecoder;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Source;
import io.sluice.engine.observe.Counter;
import java.util.ArrayDeque;

/**
 * A link on which we send: asks its source for what the peer's credit, the session's window, the
 * wire and the number of unsettled deliveries let through, all of which stay here.
 */
final class SenderLink extends AmqpLink implements Consumer {
    /** Messages that are asked for at once; as many may wait here. */
    private static final int DEMAND_MAX = 32;

    // Part 3 section 3.5.7.
    private static final Slice MOVE = Slice.ofUtf8("move");
    static final Slice COPY = Slice.ofUtf8("copy");

    private final Home home;
    private final int unsettledMax;
    private final boolean presettled;
    private final long messageSizeMax;
    private final ReceiverSettleMode receiverMode;
    private final boolean hasDefaultOutcome;
    private final Verdict defaultOutcome;
    private final Slice sourceAddress;
    private final Slice targetAddress;

    private final int initialDeliveryCount;
    private final LinkCredit credit;
    private final OutgoingTransfer transfer;
    private final LostEvents lost;

    /** Handed over while the session's window or the wire was full. */
    private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();

    private Source source;
    private boolean isQueue;
    private MatchedBooks books;

    /** Messages may come, and the peer's attach is answered. */
    private boolean ready;

    private boolean answered;

    /** The peer asked for our state before there was an attach to tell it behind. */
    private boolean echoAsked;

    /** What the source was last told, less what came since. */
    private int demanded;

    private int unsettled;
    private boolean draining;
    private boolean drainAsked;

    SenderLink(final AmqpSession session, final AttachDecoder attach) {
        super(session, attach);
        final AmqpServer server = session.connection().server();
        initialDeliveryCount = server.firstId();
        credit = new LinkCredit(initialDeliveryCount);
        unsettledMax = server.limits().messages().unsettledMax();
        presettled = attach.sndSettleMode() == SenderSettleMode.SETTLED;
        messageSizeMax = attach.hasMaxMessageSize() ? attach.maxMessageSize() : -1;
        final TerminusDecoder from = attach.source();
        receiverMode = attach.rcvSettleMode();
        hasDefaultOutcome = from.hasDefaultOutcome();
        defaultOutcome = hasDefaultOutcome ? Verdict.of(from.defaultOutcome()) : Verdict.ACCEPTED;
        sourceAddress = Slice.of(from.address().toByteArray());
        targetAddress =
                attach.hasTarget() && attach.target().hasAddress()
                        ? Slice.of(attach.target().address().toByteArray())
                        : null;
        transfer = new OutgoingTransfer(session, handle(), presettled);
        home = server.home();
        lost = new LostEvents(home.timers(), this::onLossDue);
    }

    /** Finds the source; false if there is none. */
    boolean open(final Directory directory, final Slice address) {
        isQueue = directory.isQueue(address.buffer(), address.offset(), address.length());
        books = new MatchedBooks(home.counters(), isQueue);
        if (isQueue) {
            source = directory.queue(address.buffer(), address.offset(), address.length(), this);
            ready = true;
        } else {
            source =
                    directory.events(
                            address.buffer(),
                            address.offset(),
                            address.length(),
                            this,
                            this::onReady);
        }
        if (source == null) {
            return false;
        }
        establish();
        if (ready) {
            answer();
        }
        return true;
    }

    /** What is published from now on arrives. */
    private void onReady() {
        ready = true;
        if (source != null && !isReleased()) {
            answer();
            resume();
        }
    }

    private void answer() {
        if (answered) {
            return;
        }
        answered = true;
        beginAttach();
        final AttachEncoder attach = session().connection().server().codec().attachOut;
        attach.initialDeliveryCount(initialDeliveryCount)
                .sndSettleMode(presettled ? SenderSettleMode.SETTLED : SenderSettleMode.UNSETTLED)
                .rcvSettleMode(receiverMode);
        attach.source()
                .kind(Descriptor.SOURCE)
                .address(sourceAddress)
                .distributionMode(isQueue ? MOVE : COPY);
        if (hasDefaultOutcome) {
            defaultOutcome.write(attach.source().defaultOutcome());
        }
        attach.target().kind(Descriptor.TARGET);
        if (targetAddress != null) {
            attach.target().address(targetAddress);
        }
        sendAttach();
        if (echoAsked && !isReleased()) {
            writeFlow();
        }
    }

    @Override
    void beforeDetach() {
        answer(); // an attach is answered before a detach is
        tellRest();
    }

    @Override
    void tellRest() {
        if (answered && lost.isUntold() && !isDetached()) {
            writeFlow();
        }
    }

    @Override
    Slice errorInfo() {
        return lost.isNone() ? super.errorInfo() : lost.map();
    }

    @Override
    boolean onFlow() {
        final FlowDecoder flow = session().connection().server().codec().flow;
        if (flow.hasLinkCredit()) {
            // A receiver that has not seen our attach cannot know the count.
            credit.granted(
                    flow.hasDeliveryCount() ? flow.deliveryCount() : initialDeliveryCount,
                    flow.linkCredit());
        }
        while (waiting.size() > credit.credit()) {
            noteLoss(1);
            giveUp(waiting.pollLast(), Counter.MATCHED_DROPPED_SLOW, Outcome.RELEASED);
        }
        draining = flow.drain();
        refresh();
        if (!answered) {
            echoAsked |= flow.echo();
            return true;
        }
        if (!draining && lost.isUntold()) {
            writeFlow();
            return true;
        }
        return flow.drain();
    }

    @Override
    void writeFlow() {
        writeFlow(false);
    }

    private void writeFlow(final boolean drained) {
        final FlowEncoder flow = session().beginFlow();
        if (!lost.isNone()) {
            flow.properties(lost.map());
            lost.told();
        }
        flow.handle(handle())
                .deliveryCount(credit.deliveryCount())
                .linkCredit(credit.credit())
                .available(waiting.size())
                .drain(drained);
        session().writer().frame(session().connection().server().codec().flowFrame);
    }

    @Override
    void onTransfer() {
        session().end(AmqpError.ILLEGAL_STATE, "a transfer to a sender");
    }

    @Override
    void resume() {
        if (transfer.isUnfinished() && transfer.resume()) {
            finish(transfer.message());
        }
        while (!transfer.isUnfinished() && !waiting.isEmpty() && mayBegin()) {
            begin(waiting.poll());
        }
        refresh();
    }

    private boolean mayBegin() {
        return session().remoteIncomingWindow() > 0 && !session().writer().isCongested();
    }

    /** Whether the peer's or the wire's limits are in the way, which will be wider again. */
    private boolean isBlocked() {
        return !ready || transfer.isUnfinished() || !waiting.isEmpty() || !mayBegin();
    }

    /** How many more the peer takes, whatever its window and the wire say now. */
    private int allowed() {
        final int settling = presettled ? Integer.MAX_VALUE : unsettledMax - unsettled;
        return Math.max(0, Math.min(credit.credit(), settling) - waiting.size());
    }

    /**
     * Tells the source what changed. Demand is never lowered because the window or the wire is
     * full: what a source has given back may come behind what it gives next. So what was asked for
     * waits here, and not much is asked for at once.
     */
    private void refresh() {
        if (isReleased() || source == null) {
            return;
        }
        ask(true);
        if (!draining || isReleased() || isBlocked()) {
            return;
        }
        if (credit.credit() == 0) {
            drained(); // whatever the source has
        } else if (!drainAsked) {
            drainAsked = true;
            source.drain();
        }
    }

    /** Asks for more: at once, or when half of what was asked for has come. */
    private void ask(final boolean atOnce) {
        final int allowed = allowed();
        if (demanded > allowed) {
            tell(allowed);
        } else if (!isBlocked()) {
            final int wanted =
                    Math.min(Math.min(allowed, DEMAND_MAX), session().remoteIncomingWindow());
            if (demanded < wanted && (atOnce || demanded <= wanted >>> 1)) {
                tell(wanted);
            }
        }
    }

    private void tell(final int demand) {
        demanded = demand;
        source.demand(demand);
    }

    @Override
    public void onOutgoing(final Outgoing message) {
        books.matched();
        demanded--;
        if (transfer.isUnfinished() || !waiting.isEmpty() || !mayBegin()) {
            waiting.add(message);
        } else {
            begin(message);
        }
        ask(false);
    }

    private void begin(final Outgoing message) {
        final OutgoingContent content = session().connection().server().content();
        if (isExpired(message)) { // a queue finds that by itself, and buries it
            giveUp(message, Counter.MATCHED_DROPPED_EXPIRED, Outcome.RELEASED);
        } else if (!wrap(message, content)) {
            reject(message, Counter.MATCHED_DROPPED_UNMAPPED);
        } else if (isTooLarge(content)) {
            reject(message, Counter.MATCHED_DROPPED_TOO_LARGE);
        } else {
            if (content.tellsLost()) {
                lost.told();
            }
            final boolean granted = credit.take();
            assert granted : "more than was asked for";
            final int deliveryId = session().takeDeliveryId();
            if (!presettled) {
                unsettled++;
                session().unsettled().add(deliveryId, this, message);
            }
            if (transfer.begin(message, deliveryId, content.content())) {
                finish(message);
            }
        }
    }

    /** Makes what is sent, with what was lost if it is news and there is room for it. */
    private boolean wrap(final Outgoing message, final OutgoingContent content) {
        if (!content.wrap(message, lost.isUntold() ? lost : null)) {
            return false;
        }
        return !content.tellsLost() || !isTooLarge(content) || content.wrap(message, null);
    }

    private boolean isTooLarge(final OutgoingContent content) {
        return Long.compareUnsigned(content.content().length(), messageSizeMax) > 0;
    }

    private boolean isExpired(final Outgoing message) {
        final long expiresAtMs = Record.expiresAtMs(message.buffer(), message.offset());
        return expiresAtMs != 0 && expiresAtMs <= session().connection().server().nowMs();
    }

    /** The last of its frames is written. */
    private void finish(final Outgoing message) {
        if (presettled) {
            session().connection().handedOver().add(message, isQueue);
        }
    }

    /** It cannot be sent to this peer, now or later. */
    private void reject(final Outgoing message, final Counter dropped) {
        noteLoss(1);
        message.written();
        books.dead(dropped);
        message.settle(Outcome.REJECTED);
    }

    private void giveUp(final Outgoing message, final Counter dropped, final Outcome outcome) {
        message.written();
        books.returned(dropped);
        message.settle(outcome);
    }

    @Override
    public void onDrained() {
        drainAsked = false;
        demanded = 0;
        if (!draining) {
            refresh(); // the peer has changed its mind
        } else if (!isBlocked()) {
            drained();
        }
    }

    /** Nothing more comes of the credit: one flow says it for both (section 2.6.7). */
    private void drained() {
        draining = false;
        credit.exhaust();
        writeFlow(true);
    }

    @Override
    public void onShed(final long count) {
        books.shed(count);
        noteLoss(count);
    }

    /** The consumer is told; what a queue does not send here stays at the queue. */
    private void noteLoss(final long count) {
        if (!isQueue) {
            lost.add(count, home.clock().nanoTime());
        }
    }

    /** No message has told it meanwhile. */
    private void onLossDue() {
        if (answered && !draining) { // or the answer to either does
            writeFlow();
        }
    }

    @Override
    public boolean isBehind() {
        return transfer.isUnfinished() || !waiting.isEmpty();
    }

    /**
     * What it means that the peer has settled a delivery so. Without a state it is taken for
     * accepted unless the source says otherwise (part 3 section 3.5.3); a state that is no outcome
     * says that the message did not arrive whole.
     */
    private Verdict verdict(final DispositionDecoder disposition) {
        if (!disposition.hasState()) {
            return defaultOutcome;
        }
        final boolean isPartial = disposition.state().kind() == Descriptor.RECEIVED;
        return isPartial && hasDefaultOutcome ? defaultOutcome : Verdict.of(disposition.state());
    }

    /**
     * The peer has said what becomes of one. If it has not settled it we do: at once, or when that
     * has become of it if the receiver settles second (section 2.6.12), for then it knows that the
     * message does not come again.
     */
    void onSettled(
            final int deliveryId, final Outgoing message, final DispositionDecoder disposition) {
        final Verdict verdict = verdict(disposition);
        books.said(verdict.outcome());
        final boolean isAwaited = isQueue && receiverMode == ReceiverSettleMode.SECOND;
        if (!disposition.settled() && isAwaited) {
            message.settle(verdict.outcome(), verdict.isNotHere(), verdict.tag(deliveryId));
            return;
        }
        unsettled--;
        if (!disposition.settled()) {
            session().settlements().add(deliveryId, verdict);
        }
        message.settle(verdict.outcome(), verdict.isNotHere(), 0);
    }

    /** It has become of it what the peer said. */
    @Override
    public void onDone(final long tag) {
        unsettled--;
        session().settlements().add(Verdict.deliveryId(tag), Verdict.ofTag(tag));
        session().settlements().flushLater();
        refresh();
    }

    /** The link is over, and this one was not settled. */
    void onReleased(final Outgoing message, final Outcome outcome) {
        unsettled--;
        books.returned(Counter.MATCHED_DROPPED_CLOSED);
        message.settle(outcome);
    }

    @Override
    void onRelease(final boolean clean) {
        lost.cancel();
        source.close();
        while (!waiting.isEmpty()) { // not a byte of it was sent
            giveUp(waiting.poll(), Counter.MATCHED_DROPPED_CLOSED, Outcome.RELEASED);
        }
        final Outcome outcome = clean ? Outcome.RELEASED : Outcome.FAILED;
        if (presettled && transfer.isUnfinished()) {
            books.returned(Counter.MATCHED_DROPPED_CLOSED);
            transfer.message().settle(outcome);
        }
        session().unsettled().release(this, outcome);
    }
}
