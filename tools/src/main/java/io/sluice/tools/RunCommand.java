package io.sluice.tools;

import io.sluice.engine.config.EngineConfig;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the daemon until it is told to end. */
@Command(
        name = "run",
        description = "Run the daemon: MQTT and AMQP 1.0 on this machine, messages kept on disk.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIRECTORY",
            defaultValue = "./sluice-data",
            description = "Where messages are kept (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(
            names = "--mqtt",
            paramLabel = "PORT",
            description = "Listen for MQTT here instead of at 1883; 0 takes a free one.")
    private Integer mqttPort;

    @Option(
            names = "--amqp",
            paramLabel = "PORT",
            description = "Listen for AMQP here instead of at 5672; 0 takes a free one.")
    private Integer amqpPort;

    @Override
    public Integer call() throws InterruptedException {
        final PrintWriter err = spec.commandLine().getErr();
        final Daemon daemon;
        try {
            daemon = new Daemon(config());
        } catch (final StoreOpenException e) {
            return failed(err, e.getMessage(), ExitCode.STORE);
        } catch (final IOException e) {
            return failed(err, "cannot listen: " + e.getMessage(), ExitCode.LISTENER);
        }
        announce(daemon);
        final AtomicReference<Daemon> running = new AtomicReference<>(daemon);
        final Thread drain =
                new Thread(
                        () -> {
                            final Daemon last = running.getAndSet(null);
                            if (last != null) {
                                last.close();
                            }
                        },
                        "sluice-drain");
        Runtime.getRuntime().addShutdownHook(drain);
        final Throwable failure = daemon.awaitFailure();
        // Not drained: after a failed sync nothing may be written, and nobody is told anything.
        running.set(null);
        return failed(err, failure + ": " + failure.getCause(), ExitCode.FATAL);
    }

    private EngineConfig config() {
        final EngineConfig usual =
                EngineConfig.embedded(data, Runtime.getRuntime().availableProcessors());
        return usual.withPorts(
                mqttPort == null ? usual.mqtt().port() : mqttPort,
                amqpPort == null ? usual.amqp().port() : amqpPort);
    }

    private void announce(final Daemon daemon) {
        final PrintWriter out = spec.commandLine().getOut();
        daemon.notes().forEach(note -> out.println("store: " + note));
        final InetSocketAddress mqtt = daemon.engine().mqttAddress();
        final InetSocketAddress amqp = daemon.engine().amqpAddress();
        out.printf("MQTT 5.0 and 3.1.1 at %s, AMQP 1.0 at %s%n", text(mqtt), text(amqp));
        out.printf("messages are kept in %s%n", data.toAbsolutePath().normalize());
        out.printf(
                "try: mosquitto_sub -p %d -t 'events/#' & mosquitto_pub -p %d -t events/a -m hi%n",
                mqtt.getPort(), mqtt.getPort());
        out.printf("     mosquitto_pub -p %d -q 1 -t queues/orders -m 42%n", mqtt.getPort());
        out.println("end it with Ctrl-C");
        out.flush();
    }

    private static String text(final InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private static int failed(final PrintWriter err, final String why, final ExitCode code) {
        err.println("sluice: " + why);
        err.flush();
        return code.code();
    }
}
