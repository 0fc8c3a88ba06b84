package io.sluice.engine;

import io.sluice.engine.agent.AgentThread;
import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.agent.Mail;
import io.sluice.engine.broker.BrokerContext;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.ListenerConfig;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Placement;
import io.sluice.engine.loop.Acceptor;
import io.sluice.engine.loop.ConnectionLimit;
import io.sluice.engine.loop.IoLoop;
import io.sluice.engine.loop.LoopLimits;
import io.sluice.engine.loop.NioNetwork;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterBlocks;
import io.sluice.engine.observe.ErrorLog;
import io.sluice.engine.observe.Latency;
import io.sluice.engine.store.Arrivals;
import io.sluice.engine.store.Store;
import io.sluice.engine.store.StoreLoop;
import io.sluice.engine.store.StoreNode;
import io.sluice.engine.store.StoreReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The daemon: its agents and what they serve, wired from a configuration and an open store. Started
 * by its constructor, ended by {@link #close}.
 */
public final class Engine implements AutoCloseable {
    /**
     * What comes from outside: time, entropy, where counters live, and whom a fatal error is told.
     */
    public record Outside(
            NanoClock clock,
            EngineTime time,
            RandomGenerator entropy,
            CounterBlocks counters,
            ErrorLog errors,
            BiConsumer<EngineAgent, Throwable> onFatal) {
        /** The engine's time now. */
        long timeMs() {
            return time.ms(clock.nanoTime());
        }
    }

    /** A message that was sent and is not settled has no bytes any more, and costs little. */
    private static final int UNSETTLED_FACTOR = 8;

    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(5);

    private final Outside outside;
    private final List<IoLoop> loops = new ArrayList<>();
    private final List<BrokerLoop> brokers = new ArrayList<>();
    private final List<Face> faces = new ArrayList<>();
    private final List<AgentThread> loopThreads = new ArrayList<>();
    private final List<AgentThread> storeThreads = new ArrayList<>();
    private final List<Acceptor> acceptors = new ArrayList<>();
    private final List<ConnectionLimit> connections = new ArrayList<>();
    private InetSocketAddress mqttAddress;
    private InetSocketAddress amqpAddress;

    /**
     * Starts to serve.
     *
     * @throws IOException a listener cannot be had; nothing is running then
     */
    public Engine(final EngineConfig config, final Store store, final Outside outside)
            throws IOException {
        this.outside = outside;
        final Placement placement =
                new Placement(config.loops().count(), outside.entropy().nextLong());
        makeLoops(config);
        final StoreLoop storeLoop = storeLoop(config, store);
        final StoreReader reader =
                new StoreReader(store.reader(), outside.clock(), outside.counters().next());
        makeBrokers(config, new Stores(storeLoop, reader), placement);
        recover(storeLoop, placement);
        try {
            mqttAddress = listen("MQTT", config.mqtt(), Face::mqtt);
            amqpAddress = listen("AMQP", config.amqp(), Face::amqp);
        } catch (final IOException e) {
            loops.forEach(IoLoop::onClose);
            throw e;
        }
        storeThreads.add(new AgentThread(storeLoop, outside.onFatal()).start());
        storeThreads.add(new AgentThread(reader, outside.onFatal()).start());
        for (final IoLoop loop : loops) {
            loopThreads.add(new AgentThread(loop, outside.onFatal()).start());
        }
    }

    /** The two agents over the store. */
    private record Stores(StoreLoop loop, StoreReader reader) {}

    private void makeLoops(final EngineConfig config) throws IOException {
        final EngineConfig.LoopsConfig limits = config.loops();
        final Home.Limits home =
                new Home.Limits(
                        limits.deliveries(),
                        limits.deliveries() * UNSETTLED_FACTOR,
                        limits.slabBytes());
        for (int i = 0; i < limits.count(); i++) {
            loops.add(
                    new IoLoop(
                            i,
                            new NioNetwork(),
                            outside.clock(),
                            outside.counters().next(),
                            LoopLimits.of(home).withLinger(lingerNs(config)),
                            outside.errors()));
        }
        for (final IoLoop loop : loops) {
            loop.siblings(loops);
        }
    }

    private static long lingerNs(final EngineConfig config) {
        return TimeUnit.MICROSECONDS.toNanos(config.loops().lingerUs());
    }

    private StoreLoop storeLoop(final EngineConfig config, final Store store) {
        final List<Arrivals.Port> ports = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            final int index = i;
            ports.add(
                    new Arrivals.Port(
                            loops.get(i).home().mailbox(),
                            arrivals -> brokers.get(index).onArrivals(arrivals)));
        }
        return new StoreLoop(
                store.writer(),
                new StoreLoop.Context(
                        outside.clock(),
                        outside::timeMs,
                        outside.counters().next(),
                        ports,
                        lingerNs(config),
                        config.queues().countMax()));
    }

    private void makeBrokers(
            final EngineConfig config, final Stores stores, final Placement placement) {
        final BrokerContext context =
                new BrokerContext(
                        stores.loop(),
                        stores.reader(),
                        placement,
                        outside::timeMs,
                        new BrokerContext.QueueLimits(
                                config.queues().messagesMax(),
                                config.queues().bytesMax(),
                                config.queues().deliveriesMax()));
        for (final IoLoop loop : loops) {
            final BrokerLoop broker =
                    new BrokerLoop(loop.home(), context, outside.entropy().nextInt());
            brokers.add(broker);
            faces.add(new Face(loop.home(), broker, config.protocols(), outside));
        }
        BrokerLoop.introduce(brokers);
        for (final Face face : faces) {
            face.introduce(placement, faces);
        }
    }

    private void recover(final StoreLoop storeLoop, final Placement placement) {
        storeLoop.recover(
                address -> placement.loopOf(new UnsafeBuffer(address), 0, address.length));
        for (final StoreNode node : storeLoop.recovered()) {
            brokers.get(node.ownerLoop()).recover(node, node.recovered());
        }
    }

    private InetSocketAddress listen(
            final String name,
            final ListenerConfig config,
            final java.util.function.Function<Face, ProtocolFactory> protocol)
            throws IOException {
        final ProtocolFactory factory =
                (wire, home, nowNs) ->
                        protocol.apply(faces.get(home.index())).create(wire, home, nowNs);
        final InetSocketAddress address = config.address();
        final String where = name + " at " + config.host() + ":" + config.port() + ": ";
        if (address.isUnresolved()) {
            throw new IOException(where + "the name is not known");
        }
        final ConnectionLimit limit = new ConnectionLimit(config.connectionsMax());
        connections.add(limit);
        final Acceptor acceptor;
        try {
            acceptor = new Acceptor(loops, new Acceptor.Door(address, 1_024, limit, factory));
        } catch (final IOException e) {
            throw new IOException(where + e.getMessage(), e);
        }
        acceptors.add(acceptor);
        return acceptor.address();
    }

    /** Where MQTT is listened for. */
    public InetSocketAddress mqttAddress() {
        return mqttAddress;
    }

    /** Where AMQP is listened for. */
    public InetSocketAddress amqpAddress() {
        return amqpAddress;
    }

    /** Applies what a configuration says of the keys that reload. From any thread. */
    public void reload(final EngineConfig config) {
        faces.forEach(face -> face.reload(config.protocols().amqp().sasl()));
    }

    /**
     * Asks every agent for a sign of life, and answers from then on whether all have given it. From
     * any thread; nothing is waited for.
     */
    public BooleanSupplier askForLife() {
        final List<BooleanSupplier> signs =
                Stream.concat(loopThreads.stream(), storeThreads.stream())
                        .map(AgentThread::askForCycle)
                        .toList();
        // Each is asked, so that each is woken.
        return () -> signs.stream().filter(BooleanSupplier::getAsBoolean).count() == signs.size();
    }

    /** The sum over all agents. */
    public long count(final Counter counter) {
        return outside.counters().sum(counter);
    }

    /** What all agents have measured so far, in microseconds. */
    public Histogram latency(final Latency latency) {
        return outside.counters().latency(latency);
    }

    /** What each loop has lent out of its pools now, asked on its own thread; for looking only. */
    public List<String> lent() {
        final List<String> answers = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            final IoLoop loop = loops.get(i);
            final BrokerLoop broker = brokers.get(i);
            final CompletableFuture<String> answer = new CompletableFuture<>();
            loop.home()
                    .mailbox()
                    .post(
                            new Mail() {
                                @Override
                                protected void onArrival() {
                                    answer.complete(
                                            loop.lent() + (broker.isComplete() ? "" : "events"));
                                }
                            });
            answers.add(answer.join());
        }
        return answers;
    }

    /** How many connections are open. */
    public int connectionCount() {
        return connections.stream().mapToInt(ConnectionLimit::open).sum();
    }

    /**
     * Drains: accepts nothing more, tells every client that the daemon ends, waits a while for them
     * to go, then ends the loops, and the store behind them when it has written what it was given.
     */
    @Override
    public void close() {
        acceptors.forEach(Acceptor::stop);
        for (int i = 0; i < loops.size(); i++) {
            post(i, faces.get(i)::shutDown);
        }
        final long deadlineNs = outside.clock().nanoTime() + DRAIN_NS;
        while (connectionCount() > 0 && outside.clock().nanoTime() - deadlineNs < 0) {
            java.util.concurrent.locks.LockSupport.parkNanos(this, 1_000_000);
        }
        rest();
        loopThreads.forEach(AgentThread::close);
        storeThreads.forEach(AgentThread::close);
    }

    /** Every loop first ends what it has begun: what came back to a queue is there then. */
    private void rest() {
        final CountDownLatch atRest = new CountDownLatch(loops.size());
        for (int i = 0; i < loops.size(); i++) {
            post(i, atRest::countDown);
        }
        try {
            if (!atRest.await(DRAIN_NS, TimeUnit.NANOSECONDS)) {
                return; // a loop has failed or stands: its queues stay as they are
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        for (int i = 0; i < loops.size(); i++) {
            post(i, brokers.get(i)::rest);
        }
    }

    /** Has it done on the loop, at once or before it ends. */
    private void post(final int loop, final Runnable what) {
        loops.get(loop)
                .home()
                .mailbox()
                .post(
                        new Mail() {
                            @Override
                            protected void onArrival() {
                                what.run();
                            }
                        });
    }
}
