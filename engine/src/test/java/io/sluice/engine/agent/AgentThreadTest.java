package io.sluice.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent on a thread of its own. */
@Timeout(30)
final class AgentThreadTest {
    /** An agent with nothing but mail. */
    private static final class Sleeper implements EngineAgent {
        private final CompletableFuture<Thread> started = new CompletableFuture<>();
        private final CompletableFuture<Thread> ended = new CompletableFuture<>();
        private final Mailbox mailbox = new Mailbox(this::wake);

        @Override
        public void onStart() {
            started.complete(Thread.currentThread());
        }

        @Override
        public int doWork() {
            return mailbox.drain(10);
        }

        @Override
        public long nextDeadlineNs() {
            return NEVER;
        }

        @Override
        public void awaitWork() {
            if (mailbox.fallAsleep()) {
                LockSupport.park(this);
                mailbox.awake();
            }
        }

        @Override
        public void wake() {
            LockSupport.unpark(started.join());
        }

        @Override
        public void onClose() {
            ended.complete(Thread.currentThread());
        }

        @Override
        public String roleName() {
            return "sleeper";
        }
    }

    private final Sleeper agent = new Sleeper();
    private final CompletableFuture<Throwable> fatal = new CompletableFuture<>();
    private final AgentThread thread = new AgentThread(agent, (a, e) -> fatal.complete(e));

    @Test
    void startsWakesAndEndsOnItsThread() throws Exception {
        final CompletableFuture<Thread> arrived = new CompletableFuture<>();
        thread.start();
        final Thread own = agent.started.get(10, TimeUnit.SECONDS);
        agent.mailbox.post(
                new Mail() {
                    @Override
                    protected void onArrival() {
                        arrived.complete(Thread.currentThread());
                    }
                });
        assertSame(own, arrived.get(10, TimeUnit.SECONDS));
        assertEquals("sluice-sleeper", own.getName());
        thread.close();
        assertSame(own, agent.ended.get(0, TimeUnit.SECONDS));
        assertTrue(!own.isAlive() && !fatal.isDone());
    }

    @Test
    void tellsWhatLeavesADutyAndEnds() throws Exception {
        thread.start();
        final AssertionError error = new AssertionError("on purpose");
        agent.mailbox.post(
                new Mail() {
                    @Override
                    protected void onArrival() {
                        throw error;
                    }
                });
        assertSame(error, fatal.get(10, TimeUnit.SECONDS));
        agent.ended.get(10, TimeUnit.SECONDS);
        thread.close();
    }

    @Test
    void anAgentThatSleepsGivesASign() {
        thread.start();
        final BooleanSupplier sign = thread.askForCycle();
        while (!sign.getAsBoolean()) {
            Thread.onSpinWait(); // asked again it is woken again
        }
        thread.close();
        assertTrue(!fatal.isDone());
    }

    @Test
    void anAgentThatStandsStillGivesNone() throws Exception {
        final CompletableFuture<Void> within = new CompletableFuture<>();
        final CompletableFuture<Void> free = new CompletableFuture<>();
        thread.start();
        agent.mailbox.post(
                new Mail() {
                    @Override
                    protected void onArrival() {
                        within.complete(null);
                        free.join();
                    }
                });
        within.get(10, TimeUnit.SECONDS);
        final BooleanSupplier sign = thread.askForCycle();
        for (int i = 0; i < 1_000; i++) {
            assertFalse(sign.getAsBoolean());
        }
        free.complete(null);
        while (!sign.getAsBoolean()) {
            Thread.onSpinWait();
        }
        thread.close();
    }
}
