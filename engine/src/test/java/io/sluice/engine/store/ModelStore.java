package io.sluice.engine.store;

import java.util.Comparator;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.agrona.DirectBuffer;

/**
 * A store in memory that keeps what is synced and what is not apart, and whose crashes, full disks
 * and failed syncs are ordered by a test. Behaves as a store on a disk has to; its writer and its
 * reader may live on two threads.
 */
public final class ModelStore implements Store {
    /** What a failed sync has left behind. */
    public enum Aftermath {
        /** The batch is gone. */
        LOST,
        /** The batch is there. */
        KEPT
    }

    /** The calls of a writer that may find no room. */
    public enum Call {
        CREATE_NODE,
        PERSIST,
        COMPLETE,
        ATTEMPTED,
        BURY,
        REMEMBER,
        PUT_NODE,
        PUT_BOOKS,
        SYNC
    }

    /** Where a record stands. */
    record Place(int node, int priorityClass, long sequence) {
        static final Comparator<Place> ORDER =
                Comparator.comparing(Place::node, Integer::compareUnsigned)
                        .thenComparing(Place::priorityClass)
                        .thenComparing(Place::sequence, Long::compareUnsigned);
    }

    /** A record and how often it was tried. */
    record Kept(byte[] bytes, int deliveryCount) {}

    /** A dead letter. */
    record Dead(int node, long sequence, int reasonCode, long atMs, byte[] bytes) {}

    /** The values of a {@link NodeState}. */
    record Row(long lastSequence, long messages, long bytes, long transferredHigh) {
        static final Row NEW = new Row(0, 0, 0, 0);
    }

    /** What is remembered; equal by its bytes. */
    record Identity(int node, java.nio.ByteBuffer id) {}

    final ModelTable<Place, Kept> records = new ModelTable<>(Place.ORDER);
    final ModelTable<Long, Dead> dead = new ModelTable<>(Comparator.naturalOrder());
    final ModelTable<Integer, byte[]> nodes = new ModelTable<>(Integer::compareUnsigned);
    final ModelTable<Integer, Row> rows = new ModelTable<>(Integer::compareUnsigned);

    /** One row at most, under one key. */
    final ModelTable<Integer, StoreBooks> books = new ModelTable<>(Integer::compare);

    final ModelTable<Long, Identity> remembered = new ModelTable<>(Comparator.naturalOrder());
    final ReentrantLock lock = new ReentrantLock();

    /** Bytes of records and identities that fit; the reserve is on top of it. */
    final long capacityBytes;

    final int identitiesMax;

    boolean full;
    Predicate<Call> faults = call -> false;
    Aftermath nextSync;
    boolean readerHolds;
    private long syncs;
    private ModelWriter writer;
    private ModelSnapshot reader;

    public ModelStore() {
        this(Long.MAX_VALUE, 1 << 20);
    }

    /** A store with room for so many bytes of records, that remembers so many identities. */
    public ModelStore(final long capacityBytes, final int identitiesMax) {
        this.capacityBytes = capacityBytes;
        this.identitiesMax = identitiesMax;
        crash();
    }

    /**
     * The process ends and another begins: the batch is gone, what is synced is there. Halves of
     * the store that were handed out before are dead.
     */
    public void crash() {
        if (writer != null) {
            writer.end();
            reader.end();
        }
        nextSync = null;
        readerHolds = false;
        writer = new ModelWriter(this);
        reader = new ModelSnapshot(this);
    }

    /** While full, only completions, positions and counts find room. */
    public void full(final boolean isFull) {
        full = isFull;
    }

    public boolean isFull() {
        return full;
    }

    /**
     * Asked before each call that may find no room, whether it finds none: then the batch is rolled
     * back, as on a disk that is full earlier than anyone thought. Survives a crash.
     */
    public void fullAt(final Predicate<Call> newFaults) {
        faults = newFaults;
    }

    /** The next sync fails with an unknown result, which is this; then only a crash helps. */
    public void failNextSync(final Aftermath aftermath) {
        nextSync = aftermath;
    }

    /** Commits with something in them since the beginning. */
    public long syncs() {
        return syncs;
    }

    /** Records that are synced. */
    public int records() {
        return records.synced().size();
    }

    /** Dead letters that are synced. */
    public int deadLetters() {
        return dead.synced().size();
    }

    @Override
    public Durability durability() {
        return Durability.POWER;
    }

    @Override
    public StoreWriter writer() {
        return writer;
    }

    @Override
    public StoreSnapshot reader() {
        return reader;
    }

    /** Ends as a store does that is closed: what was not synced is gone. */
    @Override
    public void close() {
        crash();
    }

    boolean isChanged() {
        return records.isChanged()
                || dead.isChanged()
                || nodes.isChanged()
                || rows.isChanged()
                || books.isChanged()
                || remembered.isChanged();
    }

    void applyBatch() {
        lock.lock();
        try {
            syncs++;
            records.sync(readerHolds);
            dead.sync(readerHolds);
            nodes.sync(false);
            rows.sync(false);
            books.sync(false);
            remembered.sync(false);
        } finally {
            lock.unlock();
        }
    }

    void forgetBatch() {
        records.rollback();
        dead.rollback();
        nodes.rollback();
        rows.rollback();
        books.rollback();
        remembered.rollback();
    }

    static byte[] copy(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    static long lastKey(final TreeMap<Long, ?> map) {
        return map.isEmpty() ? 0 : map.lastKey();
    }
}
