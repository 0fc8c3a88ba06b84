package io.sluice.tools.client;

import java.time.Duration;

/** Until when somebody waits, on the monotonic clock of the JVM. */
public record Deadline(long ns) {
    private static final long FAR_NS = 1L << 61;

    /** So long from now. */
    public static Deadline after(final Duration duration) {
        final long ns =
                duration.compareTo(Duration.ofNanos(FAR_NS)) > 0 ? FAR_NS : duration.toNanos();
        return new Deadline(System.nanoTime() + ns);
    }

    /** No end to it. */
    public static Deadline never() {
        return new Deadline(System.nanoTime() + FAR_NS);
    }

    /** What is there is taken, nothing is waited for. */
    public static Deadline now() {
        return new Deadline(System.nanoTime());
    }

    /** Nanoseconds that are left, 0 or fewer when it is over. */
    public long leftNs() {
        return ns - System.nanoTime();
    }

    public boolean isOver() {
        return leftNs() <= 0;
    }
}
