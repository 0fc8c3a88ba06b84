package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.agent.Deadline;
import io.sluice.engine.amqp.InboundSettlements.Answer;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.RoomWaiter;
import io.sluice.engine.link.Target;
import io.sluice.engine.observe.Counter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * A link on which we receive. Never holds the wire: a message that finds no room waits here, and
 * what follows behind it, while no more credit is given.
 */
final class ReceiverLink extends AmqpLink implements Receiver, RoomWaiter, Unflushed {
    private static final long TAG_SETTLED = -1;

    /** A message that is not whole may keep its memory so long, if others need it. */
    private static final long PARTIAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final AmqpServer server;
    private final Home home;
    private final Slice address;
    private final Target target;
    private final LinkCredit credit;
    private final int window;
    private final IncomingDelivery incoming;
    private final InboundSettlements settlements;
    private final Deadline partial = new Deadline(this::onPartialDue);
    private long partialSinceNs;

    /** Has its slab, and no place at the target. */
    private Delivery parked;

    /** Behind it, in order. */
    private final ArrayDeque<Assembly> waiting = new ArrayDeque<>();

    private boolean awaitsRoom;
    private int settledUnderWay;
    private boolean flushing;

    ReceiverLink(
            final AmqpSession session,
            final AttachDecoder attach,
            final Slice address,
            final Target target) {
        super(session, attach);
        this.server = session.connection().server();
        this.home = server.home();
        this.address = address;
        this.target = target;
        credit = new LinkCredit(attach.initialDeliveryCount());
        // What is granted should be backed by deliveries, of which a loop has so many.
        window =
                Math.max(
                        1,
                        Math.min(
                                server.limits().messages().unsettledMax(),
                                home.ingress().capacity() >>> 1));
        incoming =
                new IncomingDelivery(
                        attach.sndSettleMode(),
                        server.assemblies(),
                        IncomingRecord.headLength(address));
        settlements = new InboundSettlements(session);
    }

    /** Answers the attach, and grants the first credit. */
    void open(final AttachDecoder attach) {
        establish();
        beginAttach();
        final AttachEncoder answer = server.codec().attachOut;
        answer.sndSettleMode(attach.sndSettleMode())
                .maxMessageSize(server.limits().messages().sizeMax());
        answer.source().kind(Descriptor.SOURCE);
        if (attach.hasSource() && attach.source().hasAddress()) {
            answer.source().address(attach.source().address());
        }
        answer.target().kind(Descriptor.TARGET).address(attach.target().address());
        sendAttach();
        if (!isDetached() && !isReleased()) {
            credit.grant(window);
            writeFlow();
        }
    }

    @Override
    boolean onFlow() {
        final FlowDecoder flow = server.codec().flow;
        if (flow.hasDeliveryCount()) {
            credit.advancedTo(flow.deliveryCount());
        }
        flushLater();
        return false;
    }

    @Override
    void writeFlow() {
        session()
                .beginFlow()
                .handle(handle())
                .deliveryCount(credit.deliveryCount())
                .linkCredit(credit.credit());
        session().writer().frame(server.codec().flowFrame);
    }

    @Override
    void tellRest() {
        flush(); // what is known is told while there is a link
    }

    @Override
    void resume() {}

    @Override
    void onTransfer() {
        final TransferDecoder transfer = server.codec().transfer;
        if (!incoming.isBegun()) {
            if (!credit.take()) {
                detach(AmqpError.TRANSFER_LIMIT_EXCEEDED, "a delivery past the link credit");
                return;
            }
            final AmqpError error = incoming.begin(transfer);
            if (error != AmqpError.NONE) {
                detach(error, "a delivery begins with its id and its tag");
                return;
            }
        }
        final AmqpError error = incoming.onFrame(transfer);
        if (error != AmqpError.NONE) {
            detach(error, "a transfer that does not belong to its delivery or its link");
        } else if (transfer.aborted()) { // section 2.6.14: as if it had not been
            incoming.end();
            flushLater();
        } else if (incoming.length() > server.limits().messages().sizeMax()) {
            detach(AmqpError.MESSAGE_SIZE_EXCEEDED, "the message is too large");
        } else if (transfer.more() || incoming.isInParts()) {
            final boolean isFirst = !incoming.isInParts();
            incoming.append(transfer);
            if (isFirst) {
                awaitRest();
            }
            if (!transfer.more()) {
                onWhole(incoming.takeAssembly());
            }
        } else {
            final Slice payload = transfer.payload();
            incoming.end();
            onWhole(payload.buffer(), payload.offset(), payload.length());
        }
    }

    private void awaitRest() {
        partialSinceNs = home.clock().nanoTime();
        if (!partial.isScheduled()) { // once for many messages: it looks at the last one
            home.timers().schedule(partial, partialSinceNs + PARTIAL_NS);
        }
    }

    /** Who sends parts of messages on many links and no more could keep all others out. */
    private void onPartialDue(final long nowNs) {
        if (!incoming.takesMemory()) {
            return;
        }
        final long dueNs = partialSinceNs + PARTIAL_NS;
        if (dueNs > nowNs) {
            home.timers().schedule(partial, dueNs);
        } else if (server.assemblies().isScarce()) {
            detach(AmqpError.RESOURCE_LIMIT_EXCEEDED, "the rest of a message did not come");
        } else {
            home.timers().schedule(partial, nowNs + PARTIAL_NS);
        }
    }

    /** A message that came in several frames. */
    private void onWhole(final Assembly assembly) {
        if (assembly == null) {
            countReceived();
            refuse(name(incoming), Answer.RELEASED, Counter.MESSAGES_DROPPED_NO_ROOM);
            return;
        }
        final int length = assembly.contentLength();
        if (!check(assembly.buffer(), assembly.contentOffset(), length)) {
            assembly.free();
            return;
        }
        server.record().writeHead(assembly.buffer(), 0, address, length, incoming.isSettled());
        assembly.tag = name(incoming);
        if (isBehind() || !offer(assembly)) {
            waiting.add(assembly);
        }
    }

    /** A message that is whole in one frame: straight into a slab, if there is one. */
    private void onWhole(final DirectBuffer buffer, final int offset, final int length) {
        if (!check(buffer, offset, length)) {
            return;
        }
        final long tag = name(incoming);
        final int head = IncomingRecord.headLength(address);
        final Delivery delivery = isBehind() ? null : home.takeIngress(this, head + length);
        if (delivery == null) {
            keep(tag, buffer, offset, length);
            return;
        }
        final int at = delivery.offset();
        server.record().writeHead(delivery.buffer(), at, address, length, incoming.isSettled());
        delivery.buffer().putBytes(at + head, buffer, offset, length);
        delivery.tag(tag);
        offer(delivery);
    }

    /** Counts the message; false if it is none, and is refused. */
    private boolean check(final DirectBuffer buffer, final int offset, final int length) {
        countReceived();
        Answer answer = Answer.ACCEPTED;
        if (incoming.format() != 0) {
            answer = Answer.UNKNOWN_FORMAT; // not to be read as what it may not be
        } else if (server.record().check(buffer, offset, length) != AmqpError.NONE) {
            answer = Answer.UNREADABLE;
        }
        if (!answer.isAccepted()) {
            refuse(name(incoming), answer, Counter.MESSAGES_DROPPED_UNWANTED);
        }
        return answer.isAccepted();
    }

    /** By kind first: a crash between the two has nothing lost that was not. */
    private void countReceived() {
        if (incoming.isSettled()) {
            home.counters().increment(Counter.ONCE_RECEIVED);
        }
        home.counters().increment(Counter.MESSAGES_RECEIVED);
    }

    private void countAccepted(final long tag) {
        home.counters().increment(Counter.MESSAGES_ACCEPTED);
        if (tag == TAG_SETTLED) {
            home.counters().increment(Counter.ONCE_ACCEPTED);
        }
    }

    private long name(final IncomingDelivery delivery) {
        if (delivery.isSettled()) {
            settledUnderWay++;
            return TAG_SETTLED;
        }
        return settlements.add(delivery.deliveryId());
    }

    private void refuse(final long tag, final Answer answer, final Counter dropped) {
        if (tag == TAG_SETTLED) {
            settledUnderWay--;
            home.counters().increment(dropped);
        } else {
            settlements.decide(tag, answer);
        }
        flushLater();
    }

    private void keep(
            final long tag, final DirectBuffer buffer, final int offset, final int length) {
        final Assembly assembly = server.assemblies().take();
        final boolean kept =
                assembly != null
                        && assembly.begin(IncomingRecord.headLength(address))
                        && assembly.append(buffer, offset, length);
        if (kept) {
            server.record().writeHead(assembly.buffer(), 0, address, length, tag == TAG_SETTLED);
            assembly.tag = tag;
            waiting.add(assembly);
            awaitRoom();
        } else {
            if (assembly != null) {
                assembly.free();
            }
            refuse(tag, Answer.RELEASED, Counter.MESSAGES_DROPPED_NO_ROOM);
        }
    }

    private boolean isBehind() {
        return parked != null || !waiting.isEmpty();
    }

    /** Moves the message into a slab and on; false if there is none. */
    private boolean offer(final Assembly assembly) {
        final Delivery delivery = home.takeIngress(this, assembly.length());
        if (delivery == null) {
            awaitRoom();
            return false;
        }
        delivery.buffer().putBytes(delivery.offset(), assembly.buffer(), 0, assembly.length());
        delivery.tag(assembly.tag);
        assembly.free();
        offer(delivery);
        return true;
    }

    private void offer(final Delivery delivery) {
        server.record().seal(delivery.buffer(), delivery.offset());
        if (!target.offer(delivery)) {
            parked = delivery;
            awaitRoom();
        }
    }

    private void awaitRoom() {
        if (!awaitsRoom) {
            awaitsRoom = true;
            home.awaitRoom(this);
        }
    }

    @Override
    public void onRoom() {
        awaitsRoom = false;
        if (parked != null) {
            if (!target.offer(parked)) {
                awaitRoom();
                return;
            }
            parked = null;
        }
        while (parked == null && !waiting.isEmpty() && offer(waiting.peek())) {
            waiting.poll();
        }
        if (!isBehind()) {
            flushLater(); // credit was not given meanwhile
        }
    }

    /** A message has come home. */
    @Override
    public void onDelivery(final Delivery delivery) {
        final Outcome outcome = delivery.outcome();
        final long tag = delivery.tag();
        delivery.free();
        if (isReleased()) {
            countUntold(tag, outcome);
        } else if (outcome == Outcome.UNKNOWN) {
            // Nobody knows, so nothing is said: the sender asks again on another link.
            countUntold(tag, outcome);
            detach(AmqpError.INTERNAL_ERROR, "the store ended before it could tell");
        } else {
            decide(tag, outcome);
        }
    }

    private void countUntold(final long tag, final Outcome outcome) {
        if (outcome == Outcome.ACCEPTED || outcome == Outcome.DUPLICATE) {
            countAccepted(tag);
        } else {
            home.counters().increment(gone(tag));
        }
    }

    /** Where a message is counted that has no place and no answer: whether it is sent again. */
    private static Counter gone(final long tag) {
        return tag == TAG_SETTLED ? Counter.MESSAGES_DROPPED_CLOSED : Counter.MESSAGES_RETURNED;
    }

    private void decide(final long tag, final Outcome outcome) {
        final Answer answer = answer(outcome);
        if (answer.isAccepted()) {
            countAccepted(tag);
            if (tag == TAG_SETTLED) {
                settledUnderWay--;
            } else {
                settlements.decide(tag, answer);
            }
            flushLater();
        } else {
            refuse(
                    tag,
                    answer,
                    answer == Answer.REJECTED
                            ? Counter.MESSAGES_DROPPED_UNWANTED
                            : Counter.MESSAGES_DROPPED_NO_ROOM);
        }
    }

    private static Answer answer(final Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED, DUPLICATE -> Answer.ACCEPTED;
            case NO_ROOM -> Answer.ONE_TOO_MANY; // a queue: one that is full lets it wait
            case RELEASED -> Answer.RELEASED;
            case FAILED -> Answer.FAILED;
            case REJECTED, EXPIRED, UNREADABLE -> Answer.REJECTED;
            case PENDING, UNKNOWN -> throw new AssertionError(outcome);
        };
    }

    private void flushLater() {
        if (!flushing) {
            flushing = true;
            session().connection().flushLater(this);
        }
    }

    /** Tells what is decided, and gives credit again. */
    @Override
    public void flush() {
        flushing = false;
        if (isReleased()) {
            return;
        }
        home.counters().add(Counter.MESSAGES_REFUSED, settlements.flush());
        final int half = Math.max(1, window >>> 1);
        final int free = window - settlements.count() - settledUnderWay;
        if (!isBehind() && credit.credit() < half && free >= half) {
            credit.grant(free);
            writeFlow();
        }
    }

    @Override
    void onRelease(final boolean clean) {
        home.timers().cancel(partial);
        if (awaitsRoom) {
            home.forgetWaiter(this);
        }
        incoming.end();
        final boolean isOwing = settlements.count() > 0;
        home.counters().add(Counter.MESSAGES_RETURNED, settlements.clear());
        if (parked != null) {
            home.counters().increment(gone(parked.tag()));
            parked.free();
            parked = null;
        }
        while (!waiting.isEmpty()) {
            final Assembly assembly = waiting.poll();
            home.counters().increment(gone(assembly.tag));
            assembly.free();
        }
        if (isOwing) {
            server.directory().recall(this); // what is parked at a full node
        }
    }
}
