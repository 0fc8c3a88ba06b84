package io.sluice.engine.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of an agent that is told while it is in a duty. */
class AgentThreadCloseTest {
    /**
     * Spends every wake that falls into its duty, as a selector does that looks without waiting.
     */
    private static final class Spender implements EngineAgent {
        private final CountDownLatch inDuty = new CountDownLatch(1);
        private final Semaphore wakes = new Semaphore(0);

        @Override
        public int doWork() {
            inDuty.countDown();
            wakes.acquireUninterruptibly();
            wakes.drainPermits();
            return 0;
        }

        @Override
        public long nextDeadlineNs() {
            return NEVER;
        }

        @Override
        public void awaitWork() {
            wakes.acquireUninterruptibly();
        }

        @Override
        public void wake() {
            wakes.release();
        }

        @Override
        public String roleName() {
            return "spender";
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsThoughTheDutyHasSpentTheWake() throws InterruptedException {
        final Spender spender = new Spender();
        final AgentThread thread =
                new AgentThread(
                        spender,
                        (agent, fatal) -> {
                            throw new AssertionError(fatal);
                        });
        thread.start();
        spender.inDuty.await();
        thread.close();
    }
}
