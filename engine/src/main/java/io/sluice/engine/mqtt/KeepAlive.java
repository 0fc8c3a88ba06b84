package io.sluice.engine.mqtt;

import io.sluice.engine.agent.Deadline;
import io.sluice.engine.agent.Timers;
import io.sluice.engine.loop.Wire;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * How long a client may be silent: until its CONNECT, and after it one and a half times its Keep
 * Alive; owned by the session. Time in which we do not read does not count then. The timer is not
 * moved by each packet: when it is due it looks at the last one.
 */
final class KeepAlive {
    private final Timers timers;
    private final LongUnaryOperator readsSinceNs;
    private final Runnable onSilence;
    private final Deadline deadline = new Deadline(this::onDeadline);

    /** Of the phase, 0 for none. */
    private long silenceNs;

    private boolean isPromised;
    private long lastHeardNs;

    /** With what says since when the client is read, as {@link Wire#readsSinceNs} does. */
    KeepAlive(final Timers timers, final LongUnaryOperator readsSinceNs, final Runnable onSilence) {
        this.timers = timers;
        this.readsSinceNs = readsSinceNs;
        this.onSilence = onSilence;
    }

    /** Waits so long for the CONNECT. */
    void awaitConnect(final long handshakeNs, final long nowNs) {
        await(handshakeNs, nowNs);
    }

    /** The client has promised to be heard within so many seconds; 0 for no promise. */
    void promised(final int seconds, final long nowNs) {
        isPromised = true;
        final long promisedNs = TimeUnit.SECONDS.toNanos(seconds);
        await(promisedNs + promisedNs / 2, nowNs); // [MQTT-3.1.2-22]
    }

    private void await(final long newSilenceNs, final long nowNs) {
        silenceNs = newSilenceNs;
        lastHeardNs = nowNs;
        if (silenceNs == 0) {
            timers.cancel(deadline);
        } else {
            timers.schedule(deadline, nowNs + silenceNs);
        }
    }

    /** A whole packet has come. */
    void heard(final long nowNs) {
        lastHeardNs = nowNs;
    }

    void cancel() {
        timers.cancel(deadline);
    }

    private void onDeadline(final long nowNs) {
        final long sinceNs =
                isPromised ? Math.max(lastHeardNs, readsSinceNs.applyAsLong(nowNs)) : lastHeardNs;
        final long dueNs = sinceNs + silenceNs;
        if (dueNs > nowNs) {
            timers.schedule(deadline, dueNs);
        } else {
            onSilence.run();
        }
    }
}
