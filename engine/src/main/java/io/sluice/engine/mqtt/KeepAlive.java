package io.sluice.engine.mqtt;

import io.sluice.engine.agent.Deadline;
import io.sluice.engine.agent.Timers;
import java.util.concurrent.TimeUnit;

/**
 * How long a client may be silent: until its CONNECT, and after it one and a half times its Keep
 * Alive; owned by the session. Time in which we do not read does not count. The timer is not moved
 * by each packet: when it is due it looks at the last one.
 */
final class KeepAlive {
    private final Timers timers;
    private final Runnable onSilence;
    private final Deadline deadline = new Deadline(this::onDeadline);

    /** Of the phase, 0 for none. */
    private long silenceNs;

    private long lastHeardNs;
    private boolean paused;

    KeepAlive(final Timers timers, final Runnable onSilence) {
        this.timers = timers;
        this.onSilence = onSilence;
    }

    /** Waits so long for the CONNECT. */
    void awaitConnect(final long handshakeNs, final long nowNs) {
        await(handshakeNs, nowNs);
    }

    /** The client has promised to be heard within so many seconds; 0 for no promise. */
    void promised(final int seconds, final long nowNs) {
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

    /** Nothing is read from now on. */
    void pause() {
        paused = true;
    }

    /** It is read again. */
    void resume(final long nowNs) {
        paused = false;
        lastHeardNs = nowNs;
    }

    void cancel() {
        timers.cancel(deadline);
    }

    private void onDeadline(final long nowNs) {
        final long dueNs = (paused ? nowNs : lastHeardNs) + silenceNs;
        if (dueNs > nowNs) {
            timers.schedule(deadline, dueNs);
        } else {
            onSilence.run();
        }
    }
}
