package io.sluice.tools;

import io.sluice.engine.config.LogConfig;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How a daemon that runs is told to reload and to end: signals and its own failure, one after the
 * other, on the thread that waits here. Only the second signal to end waits for nobody: it stops
 * the process where it is.
 */
final class Life {
    /** What there is to do. */
    private enum Event {
        RELOAD,
        DRAIN,
        FAILED
    }

    private final Daemon daemon;
    private final Runnable reload;
    private final Optional<ServiceManager> manager;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean ending = new AtomicBoolean();

    Life(final Daemon daemon, final Runnable reload, final Optional<ServiceManager> manager) {
        this.daemon = daemon;
        this.reload = reload;
        this.manager = manager;
        daemon.onFailure(() -> events.add(Event.FAILED));
    }

    /** From now on signals do what docs/operating.md says. */
    void handle(final Signals signals) {
        final boolean all =
                signals.on("TERM", this::end)
                        & signals.on("INT", this::end)
                        & signals.on("HUP", () -> events.add(Event.RELOAD));
        if (!all) {
            daemon.say(
                    LogConfig.Level.WARN,
                    "the JVM was told to leave signals alone (-Xrs): they end it undrained");
        }
    }

    private void end() {
        if (ending.getAndSet(true)) {
            // Nothing more is written or said: whoever signals twice has waited enough.
            Runtime.getRuntime().halt(ExitCode.FORCED.code());
        }
        events.add(Event.DRAIN);
    }

    /** Tells the service manager that it serves, and that it is alive as long as it is. */
    ExitCode await() throws InterruptedException {
        ready();
        final Optional<Watchdog> watchdog = watchdog();
        try {
            return awaitEnd(watchdog);
        } finally {
            watchdog.ifPresent(Watchdog::close);
        }
    }

    private void ready() {
        final boolean told =
                manager.isEmpty()
                        || manager.get()
                                .ready(
                                        "serves MQTT at port "
                                                + daemon.engine().mqttAddress().getPort()
                                                + ", AMQP at port "
                                                + daemon.engine().amqpAddress().getPort());
        if (!told) {
            daemon.say(LogConfig.Level.WARN, "the service manager cannot be told: NOTIFY_SOCKET");
        }
    }

    private Optional<Watchdog> watchdog() {
        final OptionalLong patienceUs =
                Watchdog.patienceUs(System.getenv("WATCHDOG_USEC"), System.getenv("WATCHDOG_PID"));
        return manager.isPresent() && patienceUs.isPresent()
                ? Optional.of(
                        new Watchdog(
                                patienceUs.getAsLong(),
                                daemon.engine()::askForLife,
                                manager.get()::alive))
                : Optional.empty();
    }

    private ExitCode awaitEnd(final Optional<Watchdog> watchdog) throws InterruptedException {
        while (true) {
            switch (events.take()) {
                case RELOAD -> {
                    manager.ifPresent(ServiceManager::reloading);
                    reload.run();
                    ready();
                }
                case DRAIN -> {
                    // From here on the service manager's time to stop counts.
                    watchdog.ifPresent(Watchdog::close);
                    manager.ifPresent(ServiceManager::stopping);
                    daemon.close();
                    return daemon.failure().isPresent() ? ExitCode.FATAL : ExitCode.OK;
                }
                case FAILED -> {
                    // Not drained: after a failed sync nothing may be written, and nobody is told.
                    return ExitCode.FATAL;
                }
            }
        }
    }
}
