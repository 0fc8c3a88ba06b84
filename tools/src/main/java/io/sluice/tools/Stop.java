package io.sluice.tools;

import java.util.concurrent.atomic.AtomicBoolean;

/** The first signal ends a command as it should end, the second where it is. */
final class Stop implements Runnable {
    private final Runnable stop;
    private final AtomicBoolean stopping = new AtomicBoolean();

    Stop(final Runnable stop) {
        this.stop = stop;
    }

    @Override
    public void run() {
        if (stopping.getAndSet(true)) {
            Runtime.getRuntime().halt(ExitCode.FORCED.code());
        }
        stop.run();
    }
}
