package io.sluice.tools;

import io.sluice.engine.config.ConfigException;
import io.sluice.engine.config.ConfigReader;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.ListenerConfig;
import io.sluice.store.lmdb.StoreOpenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the daemon until it is told to end. */
@Command(
        name = RunCommand.NAME,
        description = "Run the daemon: MQTT and AMQP 1.0 on this machine, messages kept on disk.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    static final String NAME = "run";
    static final String DATA_TEXT = "./sluice-data";

    @Spec private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "What the file says; the other options are stronger.")
    private Path file;

    @Option(
            names = "--data",
            paramLabel = "DIRECTORY",
            description = "Where messages are kept (default: " + DATA_TEXT + ").")
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

    @Option(
            names = "--admin",
            paramLabel = "PORT",
            description = "Answer over HTTP here instead of at 9090; off answers nowhere.")
    private String adminPort;

    @Override
    public Integer call() throws InterruptedException {
        final PrintWriter err = spec.commandLine().getErr();
        final EngineConfig config;
        final Daemon daemon;
        try {
            config = config();
            daemon =
                    new Daemon(
                            config,
                            line -> {
                                err.println(line);
                                err.flush();
                            });
        } catch (final ConfigException e) {
            e.errors().forEach(error -> err.println(error.text()));
            return failed(err, "the configuration cannot be used", ExitCode.USAGE);
        } catch (final StoreOpenException e) {
            return failed(err, e.getMessage(), ExitCode.STORE);
        } catch (final IOException e) {
            return failed(err, "cannot listen for " + e.getMessage(), ExitCode.LISTENER);
        }
        final Life life =
                new Life(
                        daemon,
                        new Reloader(daemon, source()),
                        ServiceManager.at(System.getenv("NOTIFY_SOCKET")));
        try (Signals signals = new Signals()) {
            life.handle(signals);
            announce(daemon, config); // who reads this may send a signal at once
            final ExitCode code = life.await();
            daemon.failure().ifPresent(failure -> say(err, failure + ": " + failure.getCause()));
            return code.code();
        }
    }

    private static EngineConfig usual() {
        return EngineConfig.embedded(
                Path.of(DATA_TEXT), Runtime.getRuntime().availableProcessors());
    }

    /** A reader over what holds anyway, with the environment of this process. */
    static ConfigReader reader() {
        return new ConfigReader(usual(), System::getenv);
    }

    /** Where a reload reads what start has read. */
    private Optional<Reloader.Source> source() {
        return file == null ? Optional.empty() : Optional.of(this::config);
    }

    private EngineConfig config() throws ConfigException {
        final EngineConfig said = file == null ? usual() : reader().read(file);
        final EngineConfig there = data == null ? said : said.withDirectory(data);
        try {
            return there.withPorts(
                    mqttPort == null ? there.mqtt().port() : mqttPort,
                    amqpPort == null ? there.amqp().port() : amqpPort,
                    adminPort(there));
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "an option is not allowed: " + e.getMessage());
        }
    }

    private int adminPort(final EngineConfig config) {
        if (adminPort == null) {
            return config.admin().listener().port();
        }
        if (adminPort.equals("off")) {
            return ListenerConfig.OFF;
        }
        if (!adminPort.matches("\\d{1,5}")) {
            throw new IllegalArgumentException("--admin: 0 to 65535, or off");
        }
        return Integer.parseInt(adminPort);
    }

    private void announce(final Daemon daemon, final EngineConfig config) {
        final PrintWriter out = spec.commandLine().getOut();
        daemon.notes().forEach(note -> out.println("store: " + note));
        final InetSocketAddress mqtt = daemon.engine().mqttAddress();
        final InetSocketAddress amqp = daemon.engine().amqpAddress();
        out.printf("MQTT 5.0 and 3.1.1 at %s, AMQP 1.0 at %s%n", text(mqtt), text(amqp));
        daemon.adminAddress()
                .ifPresent(
                        admin ->
                                out.printf(
                                        "http://%s/metrics, /healthz, /readyz, /config%n",
                                        text(admin)));
        out.printf(
                "messages are kept in %s%n",
                config.store().directory().toAbsolutePath().normalize());
        out.printf("try: tools/sluice pub --port %d queues/orders 'order 42'%n", mqtt.getPort());
        out.printf(
                "     tools/sluice receive --port %d --count 1 queues/orders; Ctrl-C ends the"
                        + " daemon%n",
                amqp.getPort());
        out.flush();
    }

    private static String text(final InetSocketAddress address) {
        final String host =
                address.getAddress().isAnyLocalAddress() ? "0.0.0.0" : address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private static void say(final PrintWriter err, final String what) {
        err.println("sluice: " + what);
        err.flush();
    }

    private static int failed(final PrintWriter err, final String why, final ExitCode code) {
        say(err, why);
        return code.code();
    }
}
