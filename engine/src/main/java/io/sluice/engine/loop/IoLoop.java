package io.sluice.engine.loop;

import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.agent.Linger;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.ErrorLog;
import io.sluice.engine.observe.Latency;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * The agent of a part of the connections: their sockets, protocols and timers, and the home of
 * their deliveries. All of it is touched by its own thread alone, but for the mailbox.
 */
public final class IoLoop implements EngineAgent {
    private static final int MAIL_MAX = 1_024;
    private static final int TIMERS_MAX = 256;

    /** As many pieces as one write to a socket takes. */
    private static final int GATHER = 16;

    private final Network network;
    private final NanoClock clock;
    private final Counters counters;
    private final LoopLimits limits;
    private final ErrorLog errors;
    private final Home home;

    private final Incomplete incomplete;
    private final ChunkPool transmit;
    private final ByteBuffer[] gather = new ByteBuffer[GATHER];

    /** What is written to a connection that is closed. */
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer();

    private final ArrayList<Connection> connections = new ArrayList<>();
    private final ArrayList<Duty> duties = new ArrayList<>();

    // Each with a second list, for those that come while the first is worked off.
    private ArrayList<Connection> toOffer = new ArrayList<>();
    private ArrayList<Connection> toOfferNext = new ArrayList<>();
    private ArrayList<Connection> toFinish = new ArrayList<>();
    private ArrayList<Connection> toFinishNext = new ArrayList<>();

    private final Linger linger;

    private List<IoLoop> siblings = List.of(this);
    private long nowNs;
    private boolean ending;

    public IoLoop(
            final int index,
            final Network network,
            final NanoClock clock,
            final Counters counters,
            final LoopLimits limits,
            final ErrorLog errors) {
        this.network = Objects.requireNonNull(network);
        this.clock = Objects.requireNonNull(clock);
        this.counters = Objects.requireNonNull(counters);
        counters.latencies().prepare(Latency.DUTY);
        this.limits = Objects.requireNonNull(limits);
        this.errors = Objects.requireNonNull(errors);
        home = new Home(index, new Mailbox(network::wake), counters, clock, limits.home());
        incomplete = new Incomplete(limits, home.timers());
        transmit = new ChunkPool(limits.transmit().queuedBytesMax());
        linger = new Linger(limits.times().lingerNs());
        nowNs = clock.nanoTime();
    }

    /** All loops, each at its index; before any of them is started. */
    public void siblings(final List<IoLoop> loops) {
        siblings = List.copyOf(loops);
        assert siblings.get(home.index()) == this;
    }

    /** Adds a duty to the end of each cycle; on the loop's thread, or before it is started. */
    public void addDuty(final Duty duty) {
        duties.add(Objects.requireNonNull(duty));
    }

    /** Where this loop's deliveries live. */
    public Home home() {
        return home;
    }

    @Override
    public String roleName() {
        return "io-" + home.index();
    }

    @Override
    public int doWork() {
        counters.beginDuty();
        nowNs = clock.nanoTime();
        home.cycle(nowNs);
        final int work =
                home.mailbox().drain(MAIL_MAX) // what other agents sent
                        + network.poll() // bytes in, and room for bytes out
                        + home.serveWaiters() // deliveries and slabs that came home
                        + home.timers().poll(nowNs, TIMERS_MAX)
                        + doDuties()
                        + incomplete.serve()
                        + offerKept() // what was held or has moved here
                        + finishCycle(); // bytes out, ends and moves
        final long tookNs = clock.nanoTime() - nowNs;
        if (work > 0) {
            linger.onWork();
            counters.latencies().record(Latency.DUTY, tookNs);
        }
        if (tookNs > limits.times().stallNs()) {
            counters.increment(Counter.LOOP_STALLS);
        }
        endDuty(); // not after a failure: what is counted then may be half of a step
        return work;
    }

    private void endDuty() {
        // Counted by the pool itself: what the sessions count must agree with it.
        counters.set(
                Counter.DELIVERIES_OUT, home.ingress().capacity() - home.ingress().available());
        counters.endDuty();
    }

    private int doDuties() {
        int work = 0;
        for (int i = 0; i < duties.size(); i++) {
            work += duties.get(i).doWork(nowNs);
        }
        return work;
    }

    private int offerKept() {
        final ArrayList<Connection> turn = toOffer;
        toOffer = toOfferNext;
        toOfferNext = turn;
        final int count = turn.size();
        for (int i = 0; i < count; i++) {
            turn.get(i).onOfferTurn();
        }
        turn.clear();
        return count;
    }

    private int finishCycle() {
        final ArrayList<Connection> turn = toFinish;
        toFinish = toFinishNext;
        toFinishNext = turn;
        final int count = turn.size();
        for (int i = 0; i < count; i++) {
            turn.get(i).onCycleEnd();
        }
        turn.clear();
        return count;
    }

    @Override
    public long nextDeadlineNs() {
        return toOffer.isEmpty() && toFinish.isEmpty() ? home.timers().nextDeadlineNs() : nowNs;
    }

    @Override
    public void awaitWork() {
        if (linger.isWorthwhile(home.isExpecting(), nowNs)) {
            Thread.yield(); // whoever it waits for may need this core
            return;
        }
        if (!home.mailbox().fallAsleep()) {
            return;
        }
        final long deadlineNs = nextDeadlineNs();
        network.await(deadlineNs == NEVER ? NEVER : deadlineNs - clock.nanoTime());
        home.mailbox().awake();
        counters.increment(Counter.LOOP_WAKEUPS);
    }

    @Override
    public void wake() {
        network.wake();
    }

    /** Ends all connections; what was written to them is sent as far as the sockets take it now. */
    @Override
    public void onClose() {
        ending = true;
        nowNs = clock.nanoTime();
        final boolean hasFailed = counters.isInDuty();
        if (!hasFailed) {
            counters.beginDuty();
        }
        try {
            home.mailbox().drain(Integer.MAX_VALUE);
            finishCycle();
        } catch (final RuntimeException | AssertionError e) {
            errors.record(roleName() + " while it ended", e);
        }
        while (!connections.isEmpty()) {
            connections.get(connections.size() - 1).onShutdown();
        }
        incomplete.close();
        transmit.close();
        network.close();
        if (!hasFailed) {
            endDuty();
        }
    }

    // For its connections and listeners.

    Network network() {
        return network;
    }

    LoopLimits limits() {
        return limits;
    }

    Counters counters() {
        return counters;
    }

    ErrorLog errors() {
        return errors;
    }

    Incomplete incomplete() {
        return incomplete;
    }

    ChunkPool transmit() {
        return transmit;
    }

    ByteBuffer[] gather() {
        return gather;
    }

    /** When this duty cycle began. */
    long nowNs() {
        return nowNs;
    }

    boolean isEnding() {
        return ending;
    }

    IoLoop sibling(final int index) {
        return siblings.get(index);
    }

    MutableDirectBuffer scratch(final int length) {
        scratch.checkLimit(length);
        return scratch;
    }

    void offerLater(final Connection connection) {
        toOffer.add(connection);
    }

    void finishLater(final Connection connection) {
        toFinish.add(connection);
    }

    void add(final Connection connection) {
        connection.index(connections.size());
        connections.add(connection);
    }

    void remove(final Connection connection) {
        final Connection last = connections.remove(connections.size() - 1);
        if (last != connection) {
            connections.set(connection.index(), last);
            last.index(connection.index());
        }
    }

    /**
     * What is out of its pools now, as words; empty if all of it is back. On the loop's thread, and
     * for looking only.
     */
    public String lent() {
        final StringBuilder lent = new StringBuilder();
        note(lent, "connections", connections.size());
        note(lent, "keys", network.endpoints());
        note(lent, "transmit chunks", transmit.borrowed());
        note(lent, "kept chunks", incomplete.pool().borrowed());
        note(lent, "waiting for memory", incomplete.waiting());
        note(lent, "timers", home.timers().count());
        note(lent, "ingress", home.ingress().capacity() - home.ingress().available());
        note(lent, "egress", home.egress().capacity() - home.egress().available());
        note(lent, "slab bytes", home.slabs().bytesTotal() - home.slabs().bytesFree());
        return lent.toString();
    }

    private static void note(final StringBuilder lent, final String what, final int count) {
        if (count != 0) {
            lent.append(what).append(' ').append(count).append(' ');
        }
    }

    /** How many connections it has. */
    int connections() {
        return connections.size();
    }
}
