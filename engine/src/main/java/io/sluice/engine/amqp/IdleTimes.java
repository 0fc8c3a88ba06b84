package io.sluice.engine.amqp;

import io.sluice.engine.agent.Deadline;
import io.sluice.engine.agent.Timers;
import java.util.concurrent.TimeUnit;

/**
 * How long each side may be silent (section 2.4.5); owned by the connection. Time in which we do
 * not read does not count. Timers are not moved by each frame: when one is due it looks at what has
 * come or gone since.
 */
final class IdleTimes {
    /** A heartbeat is due after a half of the peer's time-out: looked at twice as often. */
    private static final int LOOKS = 4;

    private final Timers timers;
    private final FrameWriter writer;
    private final Runnable onSilence;
    private final Deadline silence = new Deadline(this::onSilenceDue);
    private final Deadline heartbeat = new Deadline(this::onHeartbeatDue);

    private long silenceNs;
    private long lastHeardNs;
    private boolean isOpen;
    private long lookNs;
    private long framesSeen;

    IdleTimes(final Timers timers, final FrameWriter writer, final Runnable onSilence) {
        this.timers = timers;
        this.writer = writer;
        this.onSilence = onSilence;
    }

    /** Waits so long for the open, whatever else comes. */
    void awaitOpen(final long handshakeNs, final long nowNs) {
        silenceNs = handshakeNs;
        lastHeardNs = nowNs;
        timers.schedule(silence, nowNs + handshakeNs);
    }

    /** Until when the open may take. */
    long openDueNs() {
        assert !isOpen;
        return lastHeardNs + silenceNs;
    }

    /** The open has come: what we wait from now on, and what the peer does; 0 for ever. */
    void opened(final long idleNs, final long peerIdleMs, final long nowNs) {
        isOpen = true;
        silenceNs = idleNs;
        lastHeardNs = nowNs;
        timers.schedule(silence, nowNs + idleNs);
        if (peerIdleMs > 0) {
            lookNs = TimeUnit.MILLISECONDS.toNanos(peerIdleMs) / LOOKS;
            framesSeen = writer.framesWritten();
            timers.schedule(heartbeat, nowNs + lookNs);
        }
    }

    /** Bytes have come. */
    void heard(final long nowNs) {
        if (isOpen) {
            lastHeardNs = nowNs;
        }
    }

    void cancel() {
        timers.cancel(silence);
        timers.cancel(heartbeat);
    }

    private void onSilenceDue(final long nowNs) {
        final long dueNs = silentSinceNs(nowNs) + silenceNs;
        if (dueNs > nowNs) {
            timers.schedule(silence, dueNs);
        } else {
            onSilence.run();
        }
    }

    /** While we do not read there may be what we do not hear. The open has its time in any case. */
    private long silentSinceNs(final long nowNs) {
        return isOpen ? Math.max(lastHeardNs, writer.readsSinceNs(nowNs)) : lastHeardNs;
    }

    private void onHeartbeatDue(final long nowNs) {
        if (framesSeen == writer.framesWritten() && !writer.isCongested()) {
            writer.empty();
        }
        framesSeen = writer.framesWritten();
        timers.schedule(heartbeat, nowNs + lookNs);
    }
}
