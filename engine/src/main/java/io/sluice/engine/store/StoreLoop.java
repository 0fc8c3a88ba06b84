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
     * @param loops in the order of their numbers, from 0 on without a gap
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

    /**
     * In a row, before what waits at the end is given up; so many halve the largest batch to one.
     */
    private static final int LAST_TRIES = 16;

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
    private final StoreRoom room = new StoreRoom();
    private final TransferMarks marks = new TransferMarks();

    // The batch under way.
    private final StoreBatch batch = new StoreBatch();
    private final Ledger ledger;
    private Phase phase = Phase.COLLECT;
    private long batchNs;
    private int bytesMax = BYTES_MAX;

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

    /**
     * Reads the nodes and the books that are there; before the agents start.
     *
     * @param ownerOf the number of the loop that a node lives on, by the bytes of its address
     * @throws StoreFailedException a row is damaged: nothing may be started then
     */
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
        final boolean waits = waitsForRoom(delivery);
        final boolean hasRoom = node.parked.isEmpty() && node.hasRoom(delivery.length());
        if (!waits && (!hasRoom || room.isFull(context.clock().nanoTime()))) {
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
        mailbox().post(new ParkedRecall(producer, nodes, inserts));
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
        return room.mayCommit(nowNs)
                && (!inserts.isEmpty() && !room.isFull(nowNs)
                        || completions.due().isDue(nowNs)
                        || marks.due().isDue(nowNs));
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
        if (inserts.isEmpty() || room.isFull(batchNs)) {
            return;
        }
        final int records = recordsThatFit();
        if (records == 0) {
            room.noneForInserts(context.clock().nanoTime());
            answerHasty();
        }
        for (int i = 0; i < records; i++) {
            insert(inserts.poll());
        }
    }

    /** There is no room: inserts that are not to wait for it do not. */
    private void answerHasty() {
        int answered = 0;
        for (int i = inserts.size(); i > 0; i--) {
            final Delivery delivery = inserts.poll();
            if (waitsForRoom(delivery)) {
                inserts.add(delivery);
            } else {
                NodeRef.nodeOf(delivery).unreserve(delivery.length());
                delivery.goHome(Outcome.NO_ROOM);
                answered++;
            }
        }
        if (answered > 0) {
            nodes.unpark(inserts); // their place is free
        }
    }

    private static boolean waitsForRoom(final Delivery delivery) {
        return Record.qos(delivery.buffer(), delivery.offset()) > 0;
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
        final StoreNode node = NodeRef.nodeOf(delivery);
        node.unreserve(delivery.length());
        batch.inserts.add(delivery);
        final int offset = delivery.offset();
        ledger.taken(waitsForRoom(delivery));
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
        batch.change(node);
        if (node.staged.lastSequence == 0) {
            view.wrap(node.address());
            writer.createNode(node.id(), view, 0, node.address().length);
        }
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
     * Nothing of the batch has happened. Everything goes back in its order, to be tried in smaller
     * batches: completions alone after a while, and inserts later.
     */
    private void onFull() {
        writer.rollback();
        for (int i = batch.inserts.size() - 1; i >= 0; i--) {
            final Delivery delivery = batch.inserts.get(i);
            NodeRef.nodeOf(delivery).reserve(delivery.length());
            inserts.addFirst(delivery);
        }
        final long nowNs = context.clock().nanoTime();
        completions.putBack(batch, nowNs);
        marks.putBack(nowNs);
        for (final StoreNode node : batch.changed) {
            node.staged.copy(node.committed);
        }
        ledger.rollback();
        batch.clear();
        bytesMax = Math.max(bytesMax >> 1, 1 << 12);
        room.none(nowNs);
        answerHasty();
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
        completions.report(batch, context.clock().nanoTime());
        marks.report();
        final int work = batch.inserts.size() + batch.completions.size();
        if (!batch.inserts.isEmpty()) {
            parking.expect(); // who waited for this may send the next at once
            bytesMax = Math.min(BYTES_MAX, bytesMax << 1);
        }
        if (batch.gone > 0) {
            room.freed();
        }
        batch.clear();
        phase = Phase.COLLECT;
        return work;
    }

    private void reportInsert(final Delivery delivery, final Outcome outcome) {
        final StoreNode node = NodeRef.nodeOf(delivery);
        if (outcome == Outcome.ACCEPTED) {
            context.counters().increment(Counter.STORE_PERSISTED);
            arrivals[node.ownerLoop()].add(
                    node, delivery.priorityClass(), delivery.sequence(), delivery.length());
        } else {
            context.counters().increment(Counter.STORE_DUPLICATES);
            node.unpark(inserts); // it has not used its room
        }
        delivery.goHome(outcome);
    }

    @Override
    public long nextDeadlineNs() {
        final long nowNs = context.clock().nanoTime();
        if (phase != Phase.COLLECT) {
            return nowNs;
        }
        long deadlineNs = Math.min(completions.due().deadlineNs(), marks.due().deadlineNs());
        if (!inserts.isEmpty()) {
            deadlineNs = Math.min(deadlineNs, room.insertsFromNs(nowNs));
        }
        return room.notBefore(deadlineNs, nowNs);
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
        int tries = 0; // in a row that found no room
        while (phase != Phase.COLLECT || tries < LAST_TRIES && isAnythingWaiting()) {
            if (phase == Phase.COLLECT) {
                phase = Phase.APPLY; // though it is not due
                room.forget();
            }
            doWork();
            if (phase == Phase.COLLECT) {
                tries = room.isFull(context.clock().nanoTime()) ? tries + 1 : 0;
            }
        }
        writer.rollback(); // a batch belongs to the thread that began it
    }

    private boolean isAnythingWaiting() {
        return !(completions.isEmpty() && inserts.isEmpty() && marks.isEmpty());
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
