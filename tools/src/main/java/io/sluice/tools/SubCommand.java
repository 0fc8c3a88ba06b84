package io.sluice.tools;

import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.wire.Slice;
import io.sluice.tools.client.Deadline;
import io.sluice.tools.client.MqttClient;
import io.sluice.tools.client.PeerException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Subscribes over MQTT; a message is acknowledged when it was printed. */
@Command(
        name = "sub",
        description = {
            "Subscribe over MQTT, and print each message on a line of its own.",
            "A message is acknowledged when it was printed. End it with Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  sluice sub -v 'events/#'",
            "  sluice sub --json --count 1 --timeout 10s queues/orders"
        },
        mixinStandardHelpOptions = true)
final class SubCommand extends ConsumerCommand {
    private static final int WINDOW_MAX = 32;
    private static final int FILTER_BYTES_MAX = 65_535;

    @Mixin private MqttOptions mqtt;

    @Parameters(
            paramLabel = "FILTER",
            arity = "1..*",
            description = "What to subscribe to: + stands for one level, # for all that follow.")
    private List<String> filters;

    @Option(
            names = {"-q", "--qos"},
            paramLabel = "QOS",
            defaultValue = "1",
            description = "The highest QoS that messages come with (default: ${DEFAULT-VALUE}).")
    private int qos;

    /** Printed, and not acknowledged yet. */
    private final Deque<MqttClient.Received> printed = new ArrayDeque<>();

    private long acknowledged;

    @Override
    ExitCode run() throws PeerException {
        if (qos < 0 || qos > 2) {
            throw wrong("--qos: 0, 1 or 2");
        }
        for (final String filter : filters) {
            final Slice name = Slice.ofUtf8(filter);
            if (name.length() > FILTER_BYTES_MAX
                    || !TopicFilter.isValid(name.buffer(), 0, name.length())) {
                throw wrong("'" + filter + "' is no filter: + and # stand for whole levels");
            }
        }
        final int window = (int) (count() == 0 ? WINDOW_MAX : Math.min(count(), WINDOW_MAX));
        final Deadline deadline = deadline();
        try (Signals signals = new Signals();
                MqttClient client =
                        MqttClient.connect(
                                server().server(MqttOptions.PORT),
                                mqtt.settings(server(), window),
                                answerWithin(deadline))) {
            final Runnable stop = new Stop(client::stop);
            signals.on("INT", stop);
            signals.on("TERM", stop);
            client.subscribe(filters, qos, answerWithin(deadline));
            return consume(client, window, deadline);
        }
    }

    private ExitCode consume(final MqttClient client, final int window, final Deadline deadline)
            throws PeerException {
        long got = 0;
        while (count() == 0 || got < count()) {
            final Optional<MqttClient.Received> next = client.receive(deadline);
            if (next.isEmpty()) {
                break;
            }
            if (!print(next.get().message().topic(), next.get().message().fields())) {
                return ExitCode.OK; // nobody reads: it was not printed, it is not acknowledged
            }
            got++;
            printed.add(next.get());
            acknowledge(client, window);
        }
        final boolean stopped = client.isStopped();
        client.resume();
        if (got == count()) {
            // Then the last acknowledgements ask for no more messages.
            client.unsubscribe(filters, Deadline.after(ANSWER));
        }
        while (!printed.isEmpty()) {
            client.acknowledge(printed.remove(), Deadline.after(ANSWER));
        }
        return end(stopped, got >= count());
    }

    /**
     * Acknowledges as long as the server may not send more than is wanted: it has sent what was
     * acknowledged and the window at most.
     */
    private void acknowledge(final MqttClient client, final int window) throws PeerException {
        while (!printed.isEmpty()
                && (count() == 0 || mqtt.isV3() || acknowledged + window < count())) {
            client.acknowledge(printed.remove(), Deadline.after(ANSWER));
            acknowledged++;
        }
    }
}
