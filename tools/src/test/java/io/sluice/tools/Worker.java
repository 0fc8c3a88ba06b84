package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * A client that publishes to one queue and consumes another, or the same, over one connection: each
 * way has its thread.
 */
abstract class Worker {
    final String name;
    final String publishTo;
    final String consumeFrom;
    private final int count;
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicInteger settled = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<String> received = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    Worker(final String name, final String publishTo, final String consumeFrom, final int count) {
        this.name = name;
        this.publishTo = publishTo;
        this.consumeFrom = consumeFrom;
        this.count = count;
    }

    /** Something that may fail. */
    interface Task {
        void run() throws Exception;
    }

    /** Sends all messages by {@link #text}, as fast as the protocol allows. */
    abstract void publishAll() throws Exception;

    /** Takes messages until there are no more. */
    abstract void consume() throws Exception;

    /** Ends the connection once it has nothing to do any more. */
    abstract void end() throws Exception;

    Worker start() {
        begin(this::publishAll);
        begin(this::consume);
        return this;
    }

    private void begin(final Task task) {
        final Thread thread =
                new Thread(
                        () -> {
                            try {
                                task.run();
                            } catch (final Exception | AssertionError e) {
                                failure.compareAndSet(null, e);
                            }
                        },
                        name);
        thread.start();
        threads.add(thread);
    }

    /** The number of the next message to publish, or one below 0: there are no more. */
    int next() {
        return stopped.get() || published.get() == count ? -1 : published.getAndIncrement();
    }

    /** Publishes no more than it has. */
    void stop() {
        stopped.set(true);
    }

    int published() {
        return published.get();
    }

    String text(final int number) {
        return name + ":" + number;
    }

    /** One of its own was accepted. */
    void onSettled() {
        settled.incrementAndGet();
    }

    void onMessage(final String text) {
        received.add(text);
    }

    int received() {
        return received.size();
    }

    boolean hasPublishedAll() {
        return settled.get() == published.get() && (stopped.get() || settled.get() == count);
    }

    /** Where it stands, for who waits for it. */
    @Override
    public String toString() {
        return name
                + ": settled "
                + settled
                + " of "
                + published
                + ", received "
                + received.size()
                + ", "
                + failure.get();
    }

    /** Each message of the others once, and each producer's in its order. */
    static void assertAllCame(final List<Worker> producers, final List<Worker> consumers) {
        int expected = 0;
        int came = 0;
        for (final Worker producer : producers) {
            final List<String> own = new ArrayList<>();
            for (final Worker consumer : consumers) {
                consumer.received.stream()
                        .filter(text -> text.startsWith(producer.name + ":"))
                        .forEach(own::add);
            }
            assertEquals(
                    IntStream.range(0, producer.published()).mapToObj(producer::text).toList(),
                    own);
            expected += producer.published();
        }
        for (final Worker consumer : consumers) {
            came += consumer.received.size();
        }
        assertEquals(expected, came, "nothing twice, nothing of anyone else");
    }

    /** Both ways have ended, as they should. */
    void join() throws InterruptedException {
        for (final Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(toString(), failure.get());
        }
    }

    boolean hasFailed() {
        return failure.get() != null;
    }
}
