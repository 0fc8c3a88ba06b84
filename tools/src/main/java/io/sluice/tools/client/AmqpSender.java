package io.sluice.tools.client;

import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.DeliveryStateDecoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;

/** The link of a connection that sends: one message after the other, each until its outcome. */
public final class AmqpSender {
    private static final int HANDLE = 0;

    private final AmqpConnection connection;
    private final boolean settled;
    private final TransferEncoder transfer = new TransferEncoder();
    private int sent;
    private long credit;
    private long messageBytesMax;

    private AmqpSender(final AmqpConnection connection, final boolean settled) {
        this.connection = connection;
        this.settled = settled;
    }

    /**
     * Attaches.
     *
     * @param settled whether messages are sent settled: nothing is said of their outcome
     */
    public static AmqpSender attach(
            final AmqpConnection connection,
            final String address,
            final boolean settled,
            final Deadline deadline)
            throws PeerException {
        final AmqpSender sender = new AmqpSender(connection, settled);
        final AttachEncoder attach =
                new AttachEncoder()
                        .clear()
                        .name(Slice.ofUtf8("send"))
                        .handle(HANDLE)
                        .role(Role.SENDER)
                        .sndSettleMode(
                                settled ? SenderSettleMode.SETTLED : SenderSettleMode.UNSETTLED)
                        .initialDeliveryCount(0);
        attach.source().kind(Descriptor.SOURCE);
        attach.target().kind(Descriptor.TARGET).address(Slice.ofUtf8(address));
        connection.send(attach::encode, deadline);
        boolean isTaken = false;
        while (!isTaken) {
            final Descriptor came = sender.next("attached the link", deadline);
            // A link that is refused is attached without a target, and detached with the reason.
            isTaken = came == Descriptor.ATTACH && connection.attach.hasTarget();
        }
        sender.messageBytesMax = connection.attach.maxMessageSize();
        return sender;
    }

    /** Sends, and waits until the peer has accepted it, which it does not say of a settled one. */
    public void send(final AmqpMessage message, final Deadline deadline) throws PeerException {
        final byte[] bytes = AmqpMessageWriter.encode(message);
        if (messageBytesMax != 0 && Long.compareUnsigned(bytes.length, messageBytesMax) > 0) {
            throw connection
                    .wire()
                    .refused(
                            "takes messages of "
                                    + Long.toUnsignedString(messageBytesMax)
                                    + " bytes at most, this one has "
                                    + bytes.length);
        }
        while (credit <= 0) {
            next("given credit to send", deadline);
        }
        transfer(bytes, deadline);
        credit--;
        sent++;
        boolean isDone = settled;
        while (!isDone) {
            isDone = isAccepted(next("said what becomes of the message", deadline));
        }
    }

    private void transfer(final byte[] bytes, final Deadline deadline) throws PeerException {
        final UnsafeBuffer message = new UnsafeBuffer(bytes);
        final Slice rest = new Slice();
        transfer.clear()
                .handle(HANDLE)
                .deliveryId(sent)
                .deliveryTag(Slice.ofUtf8(Integer.toString(sent)))
                .messageFormat(0)
                .settled(settled);
        int at = 0;
        do {
            while (!connection.hasWindow()) {
                next("opened its window", deadline);
            }
            rest.wrap(message, at, bytes.length - at);
            final int length =
                    transfer.payload(rest)
                            .encode(connection.wire().out(), 0, connection.peerFrameMax());
            if (length == TypeWriter.NO_ROOM) {
                throw connection.wire().refused("takes no frame that a message fits in");
            }
            at += transfer.payloadWritten();
            transfer.continueDelivery();
            connection.transferSent();
            connection.sendWritten(length, deadline);
        } while (at < bytes.length);
    }

    /** Whether the disposition is of the last message, and good. */
    private boolean isAccepted(final Descriptor came) throws PeerException {
        final int id = sent - 1;
        if (came != Descriptor.DISPOSITION
                || connection.disposition.role() != Role.RECEIVER
                || connection.disposition.first() - id > 0
                || connection.disposition.last() - id < 0) {
            return false;
        }
        if (!connection.disposition.hasState()) {
            if (connection.disposition.settled()) {
                throw connection.wire().refused("settles the message and names no outcome");
            }
            return false;
        }
        final DeliveryStateDecoder state = connection.disposition.state();
        return switch (state.kind()) {
            case ACCEPTED -> true;
            case REJECTED ->
                    throw connection
                            .wire()
                            .refused(
                                    "rejects the message"
                                            + (state.hasError()
                                                    ? ": " + AmqpConnection.text(state.error())
                                                    : ""));
            case RELEASED, MODIFIED ->
                    throw connection
                            .wire()
                            .refused(
                                    "does not take the message: "
                                            + AmqpConnection.name(state.kind()));
            default -> false;
        };
    }

    /** The next performative, after what it means for the link is noted. */
    private Descriptor next(final String missing, final Deadline deadline) throws PeerException {
        final Descriptor came = connection.next(deadline);
        if (came == Descriptor.UNKNOWN) {
            throw connection.wire().missing(missing);
        }
        note(came);
        return came;
    }

    private void note(final Descriptor came) throws PeerException {
        if (came == Descriptor.FLOW
                && connection.flow.hasHandle()
                && connection.flow.hasLinkCredit()) {
            final int told =
                    connection.flow.hasDeliveryCount() ? connection.flow.deliveryCount() : 0;
            credit = connection.flow.linkCredit() - (sent - told);
        } else if (came == Descriptor.DETACH) {
            throw connection.ended(
                    "detaches the link",
                    connection.detach.hasError() ? connection.detach.error() : null);
        }
    }

    /** Takes what has come meanwhile, and keeps the connection alive; waits for nothing. */
    public void idle() throws PeerException {
        Descriptor came = connection.next(Deadline.now());
        while (came != Descriptor.UNKNOWN) {
            note(came);
            came = connection.next(Deadline.now());
        }
    }
}
