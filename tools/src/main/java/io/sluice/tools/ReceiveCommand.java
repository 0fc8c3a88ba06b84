package io.sluice.tools;

import io.sluice.tools.client.AmqpConnection;
import io.sluice.tools.client.AmqpReceiver;
import io.sluice.tools.client.Deadline;
import io.sluice.tools.client.PeerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Receives over AMQP 1.0; a message is settled when it was printed. */
@Command(
        name = "receive",
        description = {
            "Receive over AMQP 1.0, and print each message on a line of its own.",
            "A message is accepted when it was printed. End it with Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  sluice receive queues/orders",
            "  sluice receive --all --release queues/orders     # look, and take nothing",
            "  sluice receive --json --count 1 --timeout 10s queues/orders"
        },
        mixinStandardHelpOptions = true)
final class ReceiveCommand extends ConsumerCommand {
    private static final int CREDIT_MAX = 10_000;

    @Mixin private AmqpOptions amqp;

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "Where from, as queues/orders.")
    private String address;

    @Option(
            names = "--all",
            description = "Take what is there, and end when there is no more, without waiting.")
    private boolean all;

    @Option(
            names = "--release",
            description = "Give all back at the end, unsettled until then: only look.")
    private boolean release;

    @Option(
            names = "--reject",
            description = "Reject each: in a queue of sluice it becomes a dead letter.")
    private boolean reject;

    @Option(
            names = "--credit",
            paramLabel = "N",
            defaultValue = "16",
            description = "Messages on their way at once (default: ${DEFAULT-VALUE}).")
    private int creditMax;

    /** Printed, and to be given back at the end. */
    private final List<AmqpReceiver.Received> held = new ArrayList<>();

    @Override
    ExitCode run() throws PeerException {
        if (creditMax < 1 || creditMax > CREDIT_MAX) {
            throw wrong("--credit: 1 to " + CREDIT_MAX);
        }
        if (release && reject) {
            throw wrong("either --release or --reject");
        }
        if (address.isEmpty()) {
            throw wrong("ADDRESS: not empty");
        }
        final Deadline deadline = deadline();
        try (Signals signals = new Signals();
                AmqpConnection connection =
                        AmqpConnection.connect(
                                server().server(AmqpOptions.PORT),
                                amqp.settings(server()),
                                answerWithin(deadline))) {
            final Runnable stop = new Stop(connection::stop);
            signals.on("INT", stop);
            signals.on("TERM", stop);
            final AmqpReceiver receiver =
                    AmqpReceiver.attach(connection, address, answerWithin(deadline));
            return consume(connection, receiver, deadline);
        }
    }

    private ExitCode consume(
            final AmqpConnection connection, final AmqpReceiver receiver, final Deadline deadline)
            throws PeerException {
        long got = 0;
        long gotAtGrant = -1;
        boolean empty = false;
        while ((count() == 0 || got < count()) && !empty) {
            if (receiver.credit() <= (all ? 0 : creditMax / 2) && wanted(got) > receiver.credit()) {
                // Drained twice without a message in between: there is none.
                empty = all && got == gotAtGrant;
                gotAtGrant = got;
                if (!empty) {
                    receiver.grant(wanted(got), all, Deadline.after(ANSWER));
                }
            }
            final Optional<AmqpReceiver.Received> next =
                    empty ? Optional.empty() : receiver.receive(deadline);
            if (next.isPresent()) {
                if (!print(address, fields(next.get()))) {
                    return ExitCode.OK; // nobody reads: it was not printed, it is not settled
                }
                got++;
                settle(receiver, next.get());
            } else if (connection.isStopped() || deadline.isOver()) {
                break;
            }
        }
        final boolean stopped = connection.isStopped();
        connection.resume();
        for (final AmqpReceiver.Received each : held) {
            receiver.settle(each, AmqpReceiver.Outcome.RELEASE, Deadline.after(ANSWER));
        }
        return end(stopped, all ? empty || count() > 0 && got == count() : got >= count());
    }

    private long wanted(final long got) {
        return count() == 0 ? creditMax : Math.min(creditMax, count() - got);
    }

    private Map<String, Object> fields(final AmqpReceiver.Received received) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", address);
        fields.put("settled", received.settled());
        fields.putAll(received.fields());
        return fields;
    }

    private void settle(final AmqpReceiver receiver, final AmqpReceiver.Received received)
            throws PeerException {
        if (release) {
            held.add(received); // released now, it would come again at once
        } else {
            receiver.settle(
                    received,
                    reject ? AmqpReceiver.Outcome.REJECT : AmqpReceiver.Outcome.ACCEPT,
                    Deadline.after(ANSWER));
        }
    }
}
