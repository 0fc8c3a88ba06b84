package io.sluice.engine.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Placement;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.store.Arrivals;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.ModelStore;
import io.sluice.engine.store.StoreBooks;
import io.sluice.engine.store.StoreLoop;
import io.sluice.engine.store.StoreNode;
import io.sluice.engine.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * All agents between producers and consumers on one thread, over a model store and a clock that is
 * stepped: the same seed is the same history. A crash throws everything away but what was synced.
 */
final class StepWorld {
    private static final Home.Limits FEW = new Home.Limits(32, 32, 1 << 20);

    /** As many queues as there may be. */
    static final int NODES_MAX = 10_000;

    private final Home.Limits homeLimits;

    final ModelStore store;
    final Random random;
    final BrokerContext.QueueLimits limits;
    final int loopCount;
    long nowNs = 1_000_000_000L;
    long wallMs = 1_700_000_000_000L;

    final List<Home> homes = new ArrayList<>();
    final List<BrokerLoop> brokers = new ArrayList<>();
    final List<Counters> counters = new ArrayList<>();
    StoreLoop storeLoop;
    StoreReader reader;

    StepWorld(
            final long seed,
            final int loopCount,
            final ModelStore store,
            final BrokerContext.QueueLimits limits) {
        this(seed, loopCount, store, limits, FEW);
    }

    StepWorld(
            final long seed,
            final int loopCount,
            final ModelStore store,
            final BrokerContext.QueueLimits limits,
            final Home.Limits homeLimits) {
        this.homeLimits = homeLimits;
        this.random = new Random(seed);
        this.loopCount = loopCount;
        this.store = store;
        this.limits = limits;
        start();
    }

    private Counters newCounters() {
        final Counters block =
                new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH + 8]), 0);
        counters.add(block);
        return block;
    }

    private void start() {
        homes.clear();
        brokers.clear();
        counters.clear();
        final Placement placement = new Placement(loopCount, random.nextLong());
        final List<Arrivals.Port> ports = new ArrayList<>();
        for (int i = 0; i < loopCount; i++) {
            final Mailbox mailbox = new Mailbox(() -> {});
            homes.add(new Home(i, mailbox, newCounters(), () -> nowNs, homeLimits));
            final int loop = i;
            ports.add(
                    new Arrivals.Port(mailbox, arrivals -> brokers.get(loop).onArrivals(arrivals)));
        }
        storeLoop =
                new StoreLoop(
                        store.writer(),
                        new StoreLoop.Context(
                                () -> nowNs, () -> wallMs, newCounters(), ports, 0, NODES_MAX));
        reader = new StoreReader(store.reader(), () -> nowNs, newCounters());
        final BrokerContext context =
                new BrokerContext(storeLoop, reader, placement, () -> wallMs, limits);
        for (final Home home : homes) {
            brokers.add(new BrokerLoop(home, context, random.nextInt()));
        }
        BrokerLoop.introduce(brokers);
        storeLoop.recover(
                address -> placement.loopOf(new UnsafeBuffer(address), 0, address.length));
        for (final StoreNode node : storeLoop.recovered()) {
            brokers.get(node.ownerLoop()).recover(node, node.recovered());
        }
    }

    /** Power off, power on. */
    void crash() {
        store.crash();
        assertLedger();
        start();
    }

    /** A stop in order, once the consumers have gone, and another start. */
    void restart() {
        settleDown();
        brokers.forEach(BrokerLoop::rest);
        settleDown();
        crash(); // everything is durable
    }

    /** What is committed keeps the law of the ledger. */
    void assertLedger() {
        final StoreBooks books = new StoreBooks();
        store.writer().books(books);
        final long[] messages = new long[1];
        store.writer()
                .forEachNode((id, buffer, offset, length, state) -> messages[0] += state.messages);
        assertEquals(messages[0], books.pending(), "the books and the nodes");
        assertEquals(messages[0], store.records(), "the nodes and their records");
        assertEquals(books.get(BooksEntry.DEAD), store.deadLetters());
        assertEquals(0, books.get(BooksEntry.ADJUSTED));
    }

    /** Lets one agent, whichever, do one of its steps. */
    int step() {
        nowNs += 1_000 + random.nextInt(100_000);
        final int which = random.nextInt(loopCount + 2);
        if (which == loopCount) {
            return storeLoop.doWork();
        }
        if (which == loopCount + 1) {
            return reader.doWork();
        }
        return stepLoop(homes.get(which), 1 + random.nextInt(8));
    }

    /** Time passes in which nobody does anything. */
    void later(final long ns) {
        nowNs += ns;
    }

    private int stepLoop(final Home home, final int max) {
        home.cycle(nowNs);
        return home.mailbox().drain(max) + home.serveWaiters();
    }

    /** Everyone does what can be done at this moment; no time passes. */
    void atOnce() {
        for (int i = 0; i < 16; i++) {
            storeLoop.doWork();
            for (final Home home : homes) {
                stepLoop(home, Integer.MAX_VALUE);
            }
        }
    }

    /** Steps until nobody has anything to do and no deadline is near. */
    void settleDown() {
        int idle = 0;
        for (int i = 0; idle < 3; i++) {
            if (i > 10_000_000) {
                throw new AssertionError("never comes to rest");
            }
            int work = storeLoop.doWork() + reader.doWork();
            for (final Home home : homes) {
                work += stepLoop(home, Integer.MAX_VALUE);
            }
            if (work > 0) {
                idle = 0;
            } else {
                idle++;
                nowNs += 150_000_000L; // past the linger of completions and the retry when full
            }
        }
        assertLedger();
    }

    long count(final Counter counter) {
        long sum = 0;
        for (final Counters block : counters) {
            sum += block.get(counter);
        }
        return sum;
    }
}
