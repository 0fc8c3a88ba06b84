package io.sluice.tools;

import io.sluice.engine.config.LogConfig;
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
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean ending = new AtomicBoolean();

    Life(final Daemon daemon, final Runnable reload) {
        this.daemon = daemon;
        this.reload = reload;
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

    /** Serves until a signal or a failure ends it. */
    ExitCode await() throws InterruptedException {
        while (true) {
            switch (events.take()) {
                case RELOAD -> reload.run();
                case DRAIN -> {
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
