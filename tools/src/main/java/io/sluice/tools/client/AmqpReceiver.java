package io.sluice.tools.client;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/** The link of a connection that receives, within the credit that it was given. */
public final class AmqpReceiver {
    private static final int HANDLE = 0;

    /** What becomes of a message. */
    public enum Outcome {
        ACCEPT,
        RELEASE,
        REJECT
    }

    /** A message that came, by the names of {@code AmqpMessageReader}. */
    public record Received(int deliveryId, boolean settled, Map<String, Object> fields) {}

    private final AmqpConnection connection;
    private final AmqpMessageReader reader = new AmqpMessageReader();
    private final ByteArrayOutputStream assembled = new ByteArrayOutputStream();
    private final Deque<Received> arrived = new ArrayDeque<>();
    private boolean isWithin;
    private int deliveryId;
    private boolean settled;

    /** The sender's delivery-count, and the credit that is left at it. */
    private int deliveryCount;

    private long credit;

    private AmqpReceiver(final AmqpConnection connection) {
        this.connection = connection;
    }

    /** Attaches; nothing comes before {@link #grant}. */
    public static AmqpReceiver attach(
            final AmqpConnection connection, final String address, final Deadline deadline)
            throws PeerException {
        final AmqpReceiver receiver = new AmqpReceiver(connection);
        final AttachEncoder attach =
                new AttachEncoder()
                        .clear()
                        .name(Slice.ofUtf8("receive"))
                        .handle(HANDLE)
                        .role(Role.RECEIVER);
        attach.source().kind(Descriptor.SOURCE).address(Slice.ofUtf8(address));
        attach.target().kind(Descriptor.TARGET);
        connection.send(attach::encode, deadline);
        boolean isTaken = false;
        while (!isTaken) {
            final Descriptor came = receiver.step(deadline);
            if (came == Descriptor.UNKNOWN) {
                throw connection.wire().missing("attached the link");
            }
            // A link that is refused is attached without a source, and detached with the reason.
            isTaken = came == Descriptor.ATTACH && connection.attach.hasSource();
        }
        receiver.deliveryCount =
                connection.attach.hasInitialDeliveryCount()
                        ? connection.attach.initialDeliveryCount()
                        : 0;
        return receiver;
    }

    /** Credit that is left. */
    public long credit() {
        return credit;
    }

    /**
     * Gives credit.
     *
     * @param drain whether what is not there at once is not waited for: credit is 0 then
     */
    public void grant(final long newCredit, final boolean drain, final Deadline deadline)
            throws PeerException {
        credit = newCredit;
        connection.send(
                connection
                                .flow()
                                .handle(HANDLE)
                                .deliveryCount(deliveryCount)
                                .linkCredit(newCredit)
                                .drain(drain)
                        ::encode,
                deadline);
    }

    /**
     * The next message; nothing at the deadline, when it was stopped, or when no credit is left.
     */
    public Optional<Received> receive(final Deadline deadline) throws PeerException {
        while (arrived.isEmpty()) {
            if (credit <= 0 && !isWithin || step(deadline) == Descriptor.UNKNOWN) {
                return Optional.empty();
            }
        }
        return Optional.of(arrived.remove());
    }

    /** Settles a message. */
    public void settle(final Received received, final Outcome outcome, final Deadline deadline)
            throws PeerException {
        if (received.settled()) {
            return;
        }
        final DispositionEncoder disposition =
                new DispositionEncoder()
                        .clear()
                        .role(Role.RECEIVER)
                        .first(received.deliveryId())
                        .settled(true);
        switch (outcome) {
            case ACCEPT -> disposition.state().accepted();
            case RELEASE -> disposition.state().released();
            case REJECT -> disposition.state().rejected();
        }
        connection.send(disposition::encode, deadline);
    }

    private Descriptor step(final Deadline deadline) throws PeerException {
        final Descriptor came = connection.next(deadline);
        switch (came) {
            case TRANSFER -> onTransfer();
            case FLOW -> onFlow();
            case DETACH ->
                    throw connection.ended(
                            "detaches the link",
                            connection.detach.hasError() ? connection.detach.error() : null);
            default -> {
                // Nothing of a receiver.
            }
        }
        return came;
    }

    private void onFlow() throws PeerException {
        if (connection.flow.hasHandle() && connection.flow.hasDeliveryCount()) {
            // Drained: the sender has moved on without messages.
            final int skipped = connection.flow.deliveryCount() - deliveryCount;
            if (skipped > 0) {
                deliveryCount += skipped;
                credit = Math.max(0, credit - skipped);
            }
            if (connection.flow.echo()) {
                grant(credit, false, Deadline.never());
            }
        }
    }

    private void onTransfer() throws PeerException {
        if (!isWithin) {
            if (credit <= 0) {
                throw connection.wire().lost("it sends more than it has credit for");
            }
            assembled.reset();
            if (!connection.transfer.hasDeliveryId()) {
                throw connection.wire().lost("it begins a delivery without a delivery-id");
            }
            deliveryId = connection.transfer.deliveryId();
            settled = false;
            isWithin = true;
        }
        settled |= connection.transfer.settled();
        if (connection.transfer.aborted()) {
            endDelivery();
            return;
        }
        assembled.writeBytes(connection.transfer.payload().toByteArray());
        if (assembled.size() > AmqpConnection.MESSAGE_BYTES_MAX) {
            throw connection
                    .wire()
                    .lost(
                            "it sends a message that is larger than "
                                    + AmqpConnection.MESSAGE_BYTES_MAX
                                    + " bytes");
        }
        if (!connection.transfer.more()) {
            endDelivery();
            final Optional<Map<String, Object>> fields = reader.read(assembled.toByteArray());
            if (fields.isEmpty()) {
                throw connection.garbage(AmqpError.DECODE_ERROR);
            }
            arrived.add(new Received(deliveryId, settled, fields.get()));
        }
    }

    private void endDelivery() {
        isWithin = false;
        deliveryCount++;
        credit--;
    }
}
