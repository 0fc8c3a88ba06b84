package io.sluice.engine.store;

import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.agent.Parking;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.Latency;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The one agent that writes the store. Whatever waits while a commit syncs is the next batch: there
 * is no timer and no wish for a size. It knows records and places, nothing of what they are for; a
 * slow disk delays acknowledgements and nothing else.
 *
 * <p>An insert that finds no room waits here, in order, while completions go on: it is never
 * bounced behind one that came later. One that is not to wait (QoS 0) is answered {@link
 * Outcome#NO_ROOM}.
 */
public final class StoreLoop implements EngineAgent {
    /**
     * What this agent is made of beside its store.
     *
     * @param lingerNs how long it looks for the next insert after a commit before it sleeps
     * @param nodesMax how many nodes there may be; those that are there at start always are
     */
    public record Context(
            NanoClock clock,
            EpochClock wallClock,
            Counters counters,
            List<Arrivals.Port> loops,
            long lingerNs,
            int nodesMax) {}

    private static final int RECORDS_MAX = 4_096;
    private static final int BYTES_MAX = 1 << 20;

    private static final int MAIL_MAX = 8_192;

    private static final long FULL_RETRY_NS = 100_000_000;

    private final StoreWriter writer;
    private final Context context;
    private final Parking parking;
    private final StoreNodes nodes;
    private final ArrivalsOut[] arrivals;
    private final Receiver insertReceiver = this::onInsert;
    private final Receiver completionReceiver =
            delivery -> onCompletion(delivery, StoreBatch.Change.COMPLETE, null);
    private final Receiver attemptReceiver =
            delivery -> onCompletion(delivery, StoreBatch.Change.ATTEMPT, null);
    private final EnumMap<DeadReason, Receiver> burialReceivers = new EnumMap<>(DeadReason.class);
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    // What waits for a commit, in order of arrival.
    private final ArrayDeque<Delivery> inserts = new ArrayDeque<>();
    private final Completions completions = new Completions();
    private final Marks marks = new Marks();

    // The batch under way.
    private final StoreBatch batch = new StoreBatch();
    private final Ledger ledger;
    private Phase phase = Phase.COLLECT;
    private long batchNs;
    private int bytesMax = BYTES_MAX;

    /** Inserts wait for the map or the disk until then; 0: they do not. */
    private long fullUntilNs;

    /** Still so when the agent ends: a duty has failed. */
    private boolean isInDuty;

    /** One step each, so that a simulated crash can fall between any two. */
    private enum Phase {
        COLLECT,
        APPLY,
        SYNC,
        REPORT
    }

    public StoreLoop(final StoreWriter writer, final Context context) {
        this.writer = writer;
        this.context = context;
        this.nodes = new StoreNodes(context.nodesMax());
        context.counters().latencies().prepare(Latency.COMMIT);
        this.parking = new Parking(context.clock(), context.lingerNs());
        this.ledger = new Ledger(context.counters());
        for (final DeadReason reason : DeadReason.values()) {
            burialReceivers.put(
                    reason, delivery -> onCompletion(delivery, StoreBatch.Change.BURY, reason));
        }
        arrivals = new ArrivalsOut[context.loops().size()];
        for (int i = 0; i < arrivals.length; i++) {
            arrivals[i] = new ArrivalsOut(context.loops().get(i), i, this);
        }
    }

    /** Where deliveries for the store are posted. */
    public Mailbox mailbox() {
        return parking.mailbox();
    }

    /**
     * Takes deliveries whose {@link Delivery#node} is a {@link NodeRef}; they come home {@link
     * Outcome#ACCEPTED} after their commit.
     */
    public Receiver inserts() {
        return insertReceiver;
    }

    /** Takes deliveries of a {@link StoreNode} whose records are done with. */
    public Receiver completions() {
        return completionReceiver;
    }

    /** Takes deliveries of a {@link StoreNode} whose delivery-count is to be kept. */
    public Receiver attempts() {
        return attemptReceiver;
    }

    /** Takes deliveries of a {@link StoreNode} whose records become dead letters. */
    public Receiver burials(final DeadReason reason) {
        return burialReceivers.get(reason);
    }

    /** Reads the nodes that are there; before the agents start. */
    public void recover(final java.util.function.ToIntFunction<byte[]> ownerOf) {
        writer.forEachNode(
                (id, buffer, offset, length, state) -> {
                    final byte[] address = new byte[length];
                    buffer.getBytes(offset, address);
                    nodes.add(id, address, ownerOf.applyAsInt(address), state);
                });
        context.counters().beginDuty();
        ledger.recover(writer, nodes.messages());
        context.counters().endDuty();
    }

    /** Nodes that were recovered; for the loops, before the agents start. */
    public Iterable<StoreNode> recovered() {
        return nodes.all();
    }

    /** What was committed of a node; before the agents start. */
    public static NodeState stateOf(final StoreNode node) {
        return node.committed;
    }

    private void onInsert(final Delivery delivery) {
        final NodeRef ref = (NodeRef) delivery.node();
        if (ref.resolved == null) {
            ref.resolved = nodes.resolve(ref);
        }
        if (ref.resolved == null) {
            context.counters().increment(Counter.QUEUES_REFUSED);
            delivery.goHome(Outcome.NO_ROOM);
            return;
        }
        final StoreNode node = ref.resolved;
        final boolean waits = Record.qos(delivery.buffer(), delivery.offset()) > 0;
        final boolean hasRoom = node.parked.isEmpty() && node.hasRoom(delivery.length());
        if (!waits && (isFull() || !hasRoom)) {
            delivery.goHome(Outcome.NO_ROOM);
        } else if (hasRoom) {
            node.reserve(delivery.length());
            inserts.add(delivery);
        } else {
            context.counters().increment(Counter.STORE_PARKED);
            node.parked.add(delivery);
        }
    }

    private void onCompletion(
            final Delivery delivery, final StoreBatch.Change change, final DeadReason reason) {
        completions.add(delivery, change, reason, context.clock().nanoTime());
    }

    /** The producer is gone: what is parked of it comes home. From any thread. */
    public void recall(final Receiver producer) {
        mailbox().post(new Recall(producer, nodes, inserts));
    }

    void onMark(final TransferMark mark) {
        marks.add(mark, context.clock().nanoTime());
    }

    void onArrivalsBack(final Arrivals report) {
        arrivals[report.loopIndex()].onBack(report);
    }

    @Override
    public int doWork() {
        isInDuty = true;
        context.counters().beginDuty();
        final int work =
                switch (phase) {
                    case COLLECT -> collect();
                    case APPLY -> apply();
                    case SYNC -> sync();
                    case REPORT -> report();
                };
        context.counters().endDuty();
        isInDuty = false;
        return work;
    }

    private int collect() {
        final int arrived = mailbox().drain(MAIL_MAX);
        if (isBatchDue(context.clock().nanoTime())) {
            phase = Phase.APPLY;
        }
        return arrived;
    }

    private boolean isBatchDue(final long nowNs) {
        if (!inserts.isEmpty() && (fullUntilNs == 0 || nowNs - fullUntilNs >= 0)) {
            return true;
        }
        return completions.isDue(nowNs) || marks.isDue(nowNs);
    }

    private int apply() {
        batchNs = context.clock().nanoTime();
        try {
            completions.apply(writer, batch, ledger, context.wallClock().time());
            unpark();
            marks.apply(batch);
            applyInserts();
            if (batch.isEmpty()) {
                writer.rollback(); // asking for room has begun a batch
                phase = Phase.COLLECT;
                return 0;
            }
            for (final StoreNode node : batch.changed) {
                writer.putNode(node.id(), node.staged);
            }
            ledger.put(writer);
            phase = Phase.SYNC;
        } catch (final StoreFullException full) {
            onFull();
        }
        return 1;
    }

    /** Completions have made room at these nodes. */
    private void unpark() {
        for (int i = 0; i < batch.changed.size(); i++) {
            batch.changed.get(i).unpark(inserts);
        }
    }

    private void applyInserts() throws StoreFullException {
        if (fullUntilNs != 0 && context.clock().nanoTime() - fullUntilNs < 0) {
            return;
        }
        final int records = recordsThatFit();
        fullUntilNs =
                records == 0 && !inserts.isEmpty()
                        ? notZero(context.clock().nanoTime() + FULL_RETRY_NS)
                        : 0;
        for (int i = 0; i < records; i++) {
            insert(inserts.poll());
        }
    }

    /**
     * How many of those that wait go into this batch. The store is asked for all of them at once,
     * because its answer costs a look at the disk; then for half of them, and so on.
     */
    private int recordsThatFit() {
        int records = 0;
        long bytes = 0;
        for (final Delivery delivery : inserts) {
            if (records == RECORDS_MAX || bytes >= bytesMax) {
                break;
            }
            records++;
            bytes += delivery.length();
        }
        while (records > 0 && !writer.hasRoom(records, bytes)) {
            records >>>= 1;
            bytes = bytesOfFirst(records);
        }
        return records;
    }

    private long bytesOfFirst(final int records) {
        long bytes = 0;
        int counted = 0;
        for (final Delivery delivery : inserts) {
            if (counted++ == records) {
                break;
            }
            bytes += delivery.length();
        }
        return bytes;
    }

    private void insert(final Delivery delivery) throws StoreFullException {
        final StoreNode node = ((NodeRef) delivery.node()).resolved;
        node.unreserve(delivery.length());
        batch.inserts.add(delivery);
        final int offset = delivery.offset();
        ledger.taken(Record.qos(delivery.buffer(), offset) > 0);
        final int idLength = Record.idLength(delivery.buffer(), offset);
        if (idLength > 0
                && !writer.remember(
                        node.id(),
                        delivery.buffer(),
                        Record.bodyOffset(offset) + Record.idOffset(delivery.buffer(), offset),
                        idLength)) {
            batch.outcomes.add(Outcome.DUPLICATE);
            ledger.duplicate();
            return;
        }
        batch.outcomes.add(Outcome.ACCEPTED);
        if (node.staged.lastSequence == 0 && !node.fresh) {
            node.fresh = true;
            view.wrap(node.address());
            writer.createNode(node.id(), view, 0, node.address().length);
        }
        batch.change(node);
        final int priorityClass = Record.PRIORITY_MAX - Record.priority(delivery.buffer(), offset);
        final long sequence = ++node.staged.lastSequence;
        ledger.persisted(node, delivery.length());
        delivery.place(priorityClass, sequence);
        writer.persist(
                node.id(), priorityClass, sequence, delivery.buffer(), offset, delivery.length());
    }

    private int sync() {
        try {
            writer.sync();
            phase = Phase.REPORT;
        } catch (final StoreFullException full) {
            onFull();
        }
        return 1;
    }

    /**
     * Nothing of the batch has happened. Everything goes back in its order; completions are tried
     * alone, and inserts later in a smaller batch.
     */
    private void onFull() {
        writer.rollback();
        for (int i = batch.inserts.size() - 1; i >= 0; i--) {
            final Delivery delivery = batch.inserts.get(i);
            ((NodeRef) delivery.node()).resolved.reserve(delivery.length());
            inserts.addFirst(delivery);
        }
        completions.putBack(batch);
        marks.putBack(context.clock().nanoTime());
        for (final StoreNode node : batch.changed) {
            node.staged.copy(node.committed);
            node.fresh = false;
        }
        ledger.rollback();
        batch.clear();
        bytesMax = Math.max(bytesMax >> 1, 1 << 12);
        fullUntilNs = notZero(context.clock().nanoTime() + FULL_RETRY_NS);
        completions.linger(context.clock().nanoTime());
        phase = Phase.COLLECT;
    }

    private int report() {
        final Counters counters = context.counters();
        counters.increment(Counter.STORE_COMMITS);
        counters.latencies().record(Latency.COMMIT, context.clock().nanoTime() - batchNs);
        for (final StoreNode node : batch.changed) {
            node.committed.copy(node.staged);
        }
        ledger.commit();
        for (int i = 0; i < batch.inserts.size(); i++) {
            reportInsert(batch.inserts.get(i), batch.outcomes.get(i));
        }
        for (final ArrivalsOut out : arrivals) {
            out.send();
        }
        counters.add(Counter.STORE_COMPLETED, batch.gone);
        completions.report(batch);
        marks.report();
        completions.linger(context.clock().nanoTime());
        final int work = batch.inserts.size() + batch.completions.size();
        if (!batch.inserts.isEmpty()) {
            parking.expect(); // who waited for this may send the next at once
        }
        bytesMax = Math.min(BYTES_MAX, bytesMax << 1);
        if (isFull() && !batch.completions.isEmpty()) {
            fullUntilNs = notZero(context.clock().nanoTime()); // there may be room by now
        }
        batch.clear();
        phase = Phase.COLLECT;
        return work;
    }

    private void reportInsert(final Delivery delivery, final Outcome outcome) {
        if (outcome == Outcome.ACCEPTED) {
            context.counters().increment(Counter.STORE_PERSISTED);
            final StoreNode node = ((NodeRef) delivery.node()).resolved;
            arrivals[node.ownerLoop()].add(
                    node, delivery.priorityClass(), delivery.sequence(), delivery.length());
        } else {
            context.counters().increment(Counter.STORE_DUPLICATES);
        }
        delivery.goHome(outcome);
    }

    private boolean isFull() {
        return fullUntilNs != 0;
    }

    private static long notZero(final long deadlineNs) {
        return deadlineNs == 0 ? 1 : deadlineNs;
    }

    /** Inserts that wait for room; for tests and metrics of this agent. */
    public int waiting() {
        return inserts.size() + nodes.parked();
    }

    @Override
    public long nextDeadlineNs() {
        if (phase != Phase.COLLECT) {
            return context.clock().nanoTime();
        }
        long deadlineNs = NEVER;
        if (!completions.isEmpty()) {
            deadlineNs = completions.dueNs();
        }
        if (!marks.isEmpty()) {
            deadlineNs = Math.min(deadlineNs, marks.dueNs());
        }
        if (!inserts.isEmpty() && fullUntilNs != 0) {
            deadlineNs = Math.min(deadlineNs, fullUntilNs);
        }
        return deadlineNs;
    }

    @Override
    public void awaitWork() {
        parking.await(nextDeadlineNs());
    }

    /**
     * Writes what it was given before it ends, as far as there is room. Not after a duty that
     * failed: what is on the disk is unknown then, and must not be written over.
     */
    @Override
    public void onClose() {
        if (isInDuty) {
            return;
        }
        mailbox().drain(Integer.MAX_VALUE);
        for (boolean more = true; more; ) {
            completions.hurry(context.clock().nanoTime());
            marks.hurry(context.clock().nanoTime());
            final boolean wasFull = isFull();
            doWork();
            more =
                    phase != Phase.COLLECT
                            || !(wasFull && isFull())
                                    && !(completions.isEmpty()
                                            && inserts.isEmpty()
                                            && marks.isEmpty());
        }
        writer.rollback(); // a batch belongs to the thread that began it
    }

    @Override
    public void wake() {
        parking.unpark();
    }

    @Override
    public String roleName() {
        return "store";
    }
}
