package io.sluice.fuzz.law;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Measures what one reading costs in heap and in time, and judges it. A measurement can only be too
 * high by accident (a class that is loaded, a thread that waits), never too low: so one that is
 * within its bound is believed, and one that is not is taken again before it counts.
 */
public final class Meter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int ATTEMPTS_MAX = 10;
    private static final long TIME_FLOOR_NS = 2_000_000;
    private static final long TIME_PER_BYTE_NS = 2_000;

    /** Instrumentation allocates for each {@code switch}: under it only a size can be bounded. */
    private static final long INSTRUMENTED_FLOOR_BYTES = 65_536;

    private static final long INSTRUMENTED_PER_BYTE = 4_096;

    private final boolean instrumented;

    private Meter(final boolean instrumented) {
        this.instrumented = instrumented;
    }

    /** For code as it was compiled: it must allocate nothing at all. */
    public static Meter plain() {
        return new Meter(false);
    }

    /** For code that a fuzzer has instrumented. */
    public static Meter instrumented() {
        return new Meter(true);
    }

    /**
     * Runs the work, again and again while it costs too much.
     *
     * @param length bytes of input that the work reads
     * @throws Finding if it never cost little enough
     */
    public void measure(final String what, final int length, final Runnable work) {
        measure(what, length, () -> {}, work);
    }

    /** The same for work that needs things put in their place before each time; that is free. */
    public void measure(
            final String what, final int length, final Runnable prepare, final Runnable work) {
        final long bytesMax =
                instrumented ? INSTRUMENTED_FLOOR_BYTES + INSTRUMENTED_PER_BYTE * length : 0;
        final long timeMaxNs = TIME_FLOOR_NS + TIME_PER_BYTE_NS * length;
        long leastBytes = Long.MAX_VALUE;
        long leastNs = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            prepare.run();
            final long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
            final long beganNs = System.nanoTime();
            work.run();
            final long endedNs = System.nanoTime();
            final long bytesAfter = THREADS.getCurrentThreadAllocatedBytes();
            leastBytes = Math.min(leastBytes, bytesAfter - bytesBefore);
            leastNs = Math.min(leastNs, endedNs - beganNs);
            if (leastBytes <= bytesMax && leastNs <= timeMaxNs) {
                return;
            }
        }
        if (leastBytes > bytesMax) {
            throw new Finding(
                    what + " allocates " + leastBytes + " bytes for " + length + " bytes of input");
        }
        throw new Finding(what + " takes " + leastNs + " ns for " + length + " bytes of input");
    }
}
