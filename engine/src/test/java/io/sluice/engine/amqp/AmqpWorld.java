package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.broker.BrokerContext;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Placement;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.store.Arrivals;
import io.sluice.engine.store.ModelStore;
import io.sluice.engine.store.StoreLoop;
import io.sluice.engine.store.StoreNode;
import io.sluice.engine.store.StoreReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * AMQP over the broker's own queues and events, on a model store: every agent is stepped on the
 * test's thread. A crash throws everything away but what was synced.
 */
final class AmqpWorld {
    final ModelStore store = new ModelStore();
    final List<FakeLoop> loops = new ArrayList<>();
    long nowNs = 1_000_000_000L;

    /** Whether the store's writer works while the loops do, and its reader. */
    boolean writes = true;

    boolean reads = true;

    /** Where the server's ids and counts begin, of peers that come from now on. */
    int firstId;

    private final int loopCount;
    private final BrokerContext.QueueLimits limits;
    private final List<Home> homes = new ArrayList<>();
    private final List<Counters> counters = new ArrayList<>();
    private final List<BrokerLoop> brokers = new ArrayList<>();
    private StoreLoop storeLoop;
    private StoreReader reader;

    AmqpWorld(final int loopCount) {
        this(loopCount, new BrokerContext.QueueLimits(1_000, 1 << 20, 5));
    }

    AmqpWorld(final int loopCount, final BrokerContext.QueueLimits limits) {
        this.loopCount = loopCount;
        this.limits = limits;
        start();
    }

    private void start() {
        homes.clear();
        counters.clear();
        brokers.clear();
        loops.clear();
        final Placement placement = new Placement(loopCount, 7);
        final List<Arrivals.Port> ports = new ArrayList<>();
        for (int i = 0; i < loopCount; i++) {
            final Mailbox mailbox = new Mailbox(() -> {});
            final Home.Limits homeLimits = new Home.Limits(64, 32, 1 << 20);
            homes.add(new Home(i, mailbox, newCounters(), () -> nowNs, homeLimits));
            final int loop = i;
            ports.add(new Arrivals.Port(mailbox, mail -> brokers.get(loop).onArrivals(mail)));
        }
        storeLoop =
                new StoreLoop(
                        store.writer(),
                        new StoreLoop.Context(
                                () -> nowNs, () -> 0, newCounters(), ports, 0, 1_000));
        reader = new StoreReader(store.reader(), () -> nowNs, newCounters());
        final BrokerContext context =
                new BrokerContext(storeLoop, reader, placement, () -> 0, limits);
        for (final Home home : homes) {
            brokers.add(new BrokerLoop(home, context, home.index()));
        }
        BrokerLoop.introduce(brokers);
        storeLoop.recover(
                address -> placement.loopOf(new UnsafeBuffer(address), 0, address.length));
        for (final StoreNode node : storeLoop.recovered()) {
            brokers.get(node.ownerLoop()).recover(node, node.recovered());
        }
        for (int i = 0; i < loopCount; i++) {
            loops.add(new FakeLoop(homes.get(i), brokers.get(i), this::stepOthers));
        }
    }

    /** Power off, power on; peers of before are gone. */
    void crash() {
        store.crash();
        writes = true;
        reads = true;
        start();
    }

    private Counters newCounters() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]);
        counters.add(new Counters(buffer, 0));
        return counters.get(counters.size() - 1);
    }

    private int stepOthers() {
        nowNs += 1_000_000;
        loops.forEach(FakeLoop::flush);
        int work = (writes ? storeLoop.doWork() : 0) + (reads ? reader.doWork() : 0);
        for (final Home home : homes) {
            work += home.mailbox().drain(Integer.MAX_VALUE) + home.serveWaiters();
        }
        return work;
    }

    /** One step of the store's writer, of those that a commit takes, and what follows from it. */
    void stepStore() {
        storeLoop.doWork();
        settleDown();
    }

    /** The same of the store's reader. */
    void stepReader() {
        reader.doWork();
        settleDown();
    }

    FakePeer peer(final int loop) {
        loops.get(loop).server.firstId(firstId);
        final FakePeer peer = loops.get(loop).peer();
        peer.firstId = firstId;
        return peer;
    }

    /** A header that says that nobody has seen it, and data that ends with the byte. */
    private static byte[] message(final int number) {
        final byte[] header = {0, 0x53, 0x70, (byte) 0xC0, 5, 4, 0x40, 0x40, 0x40, 0x41};
        final byte[] data = FakePeer.data(1);
        data[data.length - 1] = (byte) number;
        final byte[] message = Arrays.copyOf(header, header.length + data.length);
        System.arraycopy(data, 0, message, header.length, data.length);
        return message;
    }

    /** Which of the messages that filled a queue the peer has read last. */
    static int number(final FakePeer peer) {
        return peer.lastPayload()[peer.lastPayload().length - 1];
    }

    /** So many messages are in the queue, sent by a peer that is gone again. */
    void fill(final String queue, final int count) {
        final FakePeer producer = peer(0);
        producer.container = "producer of " + queue;
        producer.session().sender(0, queue, SenderSettleMode.UNSETTLED).read();
        for (int i = 0; i < count; i++) {
            producer.message(0, i, message(i), false);
            settleDown();
        }
        final String answers = producer.read();
        assertTrue(count == 0 || answers.contains((count - 1) + " settled accepted"), answers);
        producer.send(producer.close.close()::encode).expect("close");
    }

    long count(final Counter counter) {
        loops.forEach(FakeLoop::flush);
        long sum = 0;
        for (final Counters block : counters) {
            sum += block.get(counter);
        }
        return sum;
    }

    void expects(final Counter counter, final long count) {
        assertEquals(count, count(counter), counter.label());
    }

    /** Until nobody has anything to do. */
    void settleDown() {
        for (int i = 0; i < 20; i++) {
            loops.get(0).step();
            nowNs += 150_000_000L;
        }
    }

    /** Everything is home, and the books are even. */
    void expectsComplete() {
        settleDown();
        for (final Home home : homes) {
            assertTrue(home.isComplete(), home::toString);
        }
        long received = 0;
        long matched = 0;
        for (final Counter counter : Counter.values()) {
            final String label = counter.label();
            if (label.startsWith("messages_") && counter != Counter.MESSAGES_RECEIVED) {
                received += count(counter);
            } else if (label.startsWith("matched_")) {
                matched += count(counter);
            }
        }
        assertEquals(count(Counter.MESSAGES_RECEIVED), received, "received");
        assertEquals(count(Counter.MATCHED), matched, "matched");
    }
}
