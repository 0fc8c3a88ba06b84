package io.sluice.bench.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs both ends of a load at the same time, and does not wait for ever. */
final class Beside {
    private static final long PATIENCE_SECONDS = 120;

    private Beside() {}

    /** One end of a load. */
    interface Work {
        void run() throws IOException;
    }

    /** Runs all, each on a thread of its own, and returns the nanoseconds until the last ended. */
    static long run(final Work... works) throws IOException {
        final List<FutureTask<Void>> tasks = new ArrayList<>();
        final long fromNs = System.nanoTime();
        for (final Work work : works) {
            final FutureTask<Void> task =
                    new FutureTask<>(
                            () -> {
                                work.run();
                                return null;
                            });
            final Thread thread = new Thread(task, "bench-load");
            thread.setDaemon(true); // one that is stuck must not keep the process
            thread.start();
            tasks.add(task);
        }
        try {
            for (final FutureTask<Void> task : tasks) {
                final long spentNs = System.nanoTime() - fromNs;
                final long leftNs = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS) - spentNs;
                task.get(Math.max(0, leftNs), TimeUnit.NANOSECONDS);
            }
        } catch (final TimeoutException e) {
            throw new IOException("a load has no end after " + PATIENCE_SECONDS + " s", e);
        } catch (final ExecutionException e) {
            throw new IOException("a load ends early: " + e.getCause(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return System.nanoTime() - fromNs;
    }
}
