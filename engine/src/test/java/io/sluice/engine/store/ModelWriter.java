package io.sluice.engine.store;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The writing half of a {@link ModelStore}. */
final class ModelWriter implements StoreWriter {
    private static final Integer BOOKS = 0;

    private final ModelStore store;

    /** Of each identity, synced or of the batch: its number. */
    private final Map<ModelStore.Identity, Long> numbers = new HashMap<>();

    private long bytes;
    private long bytesOfBatch;
    private int persisted;
    private long lastDead;
    private long lastDeadSynced;
    private long lastIdentity;
    private long lastIdentitySynced;
    private long firstIdentity;
    private boolean ended;
    private boolean failed;

    ModelWriter(final ModelStore store) {
        this.store = store;
        store.forgetBatch();
        recover();
    }

    private void recover() {
        bytes = 0;
        for (final ModelStore.Kept kept : store.records.synced().values()) {
            bytes += kept.bytes().length;
        }
        bytesOfBatch = 0;
        persisted = 0;
        lastDeadSynced = ModelStore.lastKey(store.dead.synced());
        lastDead = lastDeadSynced;
        numbers.clear();
        for (final Map.Entry<Long, ModelStore.Identity> entry :
                store.remembered.synced().entrySet()) {
            numbers.put(entry.getValue(), entry.getKey());
        }
        lastIdentitySynced = ModelStore.lastKey(store.remembered.synced());
        lastIdentity = lastIdentitySynced;
        firstIdentity =
                store.remembered.synced().isEmpty()
                        ? lastIdentity + 1
                        : store.remembered.synced().firstKey();
    }

    void end() {
        ended = true;
    }

    private void check() {
        if (ended) {
            throw new IllegalStateException("this half of the store has ended");
        }
        if (failed) {
            throw new StoreFailedException("the store has failed before", null);
        }
    }

    @Override
    public void forEachNode(final NodeVisitor visitor) {
        check();
        final NodeState state = new NodeState();
        for (final Map.Entry<Integer, byte[]> node : store.nodes.synced().entrySet()) {
            final ModelStore.Row row =
                    store.rows.synced().getOrDefault(node.getKey(), ModelStore.Row.NEW);
            state.lastSequence = row.lastSequence();
            state.messages = row.messages();
            state.bytes = row.bytes();
            state.transferredHigh = row.transferredHigh();
            final byte[] address = node.getValue();
            visitor.onNode(node.getKey(), new UnsafeBuffer(address), 0, address.length, state);
        }
    }

    @Override
    public void books(final StoreBooks into) {
        check();
        into.copy(store.books.synced().getOrDefault(BOOKS, new StoreBooks()));
    }

    @Override
    public long records() {
        check();
        return store.records.synced().size();
    }

    @Override
    public boolean hasRoom(final int records, final long length) {
        check();
        assert persisted == 0 : "to be asked before the first record of a batch";
        return fits(length);
    }

    private boolean fits(final long length) {
        return !store.full && bytes + bytesOfBatch + length <= store.capacityBytes;
    }

    private void need(final ModelStore.Call call, final long length) throws StoreFullException {
        if (!fits(length)) {
            rollback();
            throw new StoreFullException("the model is full", null);
        }
        need(call);
    }

    /** Room from the reserve, which ends only where a test says so. */
    private void need(final ModelStore.Call call) throws StoreFullException {
        check();
        if (store.faults.test(call)) {
            rollback();
            throw new StoreFullException("the model is full at " + call, null);
        }
    }

    @Override
    public void createNode(
            final int node, final DirectBuffer address, final int offset, final int length)
            throws StoreFullException {
        need(ModelStore.Call.CREATE_NODE, 0);
        if (length > ADDRESS_BYTES_MAX || store.nodes.get(node) != null) {
            throw new IllegalArgumentException("a node that is there, or a long address");
        }
        store.nodes.put(node, ModelStore.copy(address, offset, length));
    }

    @Override
    public void persist(
            final int node,
            final int priorityClass,
            final long sequence,
            final DirectBuffer record,
            final int offset,
            final int length)
            throws StoreFullException {
        need(ModelStore.Call.PERSIST, length);
        final ModelStore.Place place = new ModelStore.Place(node, priorityClass, sequence);
        if (store.records.get(place) != null) {
            throw new IllegalStateException("two records at " + place);
        }
        final byte[] copy = ModelStore.copy(record, offset, length);
        store.records.put(place, new ModelStore.Kept(copy, 0));
        bytesOfBatch += length;
        persisted++;
    }

    @Override
    public boolean complete(final int node, final int priorityClass, final long sequence)
            throws StoreFullException {
        need(ModelStore.Call.COMPLETE);
        return null != take(new ModelStore.Place(node, priorityClass, sequence));
    }

    private ModelStore.Kept take(final ModelStore.Place place) {
        final ModelStore.Kept kept = store.records.get(place);
        if (kept != null) {
            store.records.remove(place);
            bytesOfBatch -= kept.bytes().length;
        }
        return kept;
    }

    @Override
    public void attempted(
            final int node, final int priorityClass, final long sequence, final int count)
            throws StoreFullException {
        need(ModelStore.Call.ATTEMPTED);
        final ModelStore.Place place = new ModelStore.Place(node, priorityClass, sequence);
        final ModelStore.Kept kept = store.records.get(place);
        if (kept != null) {
            store.records.put(place, new ModelStore.Kept(kept.bytes(), count));
        }
    }

    @Override
    public boolean bury(
            final int node,
            final int priorityClass,
            final long sequence,
            final DeadReason reason,
            final long atMs)
            throws StoreFullException {
        need(ModelStore.Call.BURY);
        final ModelStore.Kept kept = take(new ModelStore.Place(node, priorityClass, sequence));
        if (kept != null) {
            lastDead++;
            store.dead.put(
                    lastDead,
                    new ModelStore.Dead(node, sequence, reason.code(), atMs, kept.bytes()));
        }
        return kept != null;
    }

    @Override
    public boolean remember(
            final int node, final DirectBuffer id, final int offset, final int length)
            throws StoreFullException {
        need(ModelStore.Call.REMEMBER, 0);
        if (length > IDENTITY_BYTES_MAX) {
            return true;
        }
        final ModelStore.Identity identity =
                new ModelStore.Identity(node, ByteBuffer.wrap(ModelStore.copy(id, offset, length)));
        final Long number = numbers.get(identity);
        if (number != null && number >= firstIdentity) {
            return false;
        }
        lastIdentity++;
        numbers.put(identity, lastIdentity);
        store.remembered.put(lastIdentity, identity);
        if (lastIdentity - firstIdentity >= store.identitiesMax) {
            store.remembered.remove(firstIdentity);
            firstIdentity++;
        }
        return true;
    }

    @Override
    public void putNode(final int node, final NodeState state) throws StoreFullException {
        need(ModelStore.Call.PUT_NODE);
        store.rows.put(
                node,
                new ModelStore.Row(
                        state.lastSequence, state.messages, state.bytes, state.transferredHigh));
    }

    @Override
    public void putBooks(final StoreBooks books) throws StoreFullException {
        need(ModelStore.Call.PUT_BOOKS);
        final StoreBooks copy = new StoreBooks();
        copy.copy(books);
        store.books.put(BOOKS, copy);
    }

    @Override
    public void sync() throws StoreFullException {
        check();
        if (!store.isChanged()) {
            return;
        }
        need(ModelStore.Call.SYNC);
        final ModelStore.Aftermath aftermath = store.nextSync;
        if (aftermath == ModelStore.Aftermath.LOST) {
            store.forgetBatch();
        } else {
            store.applyBatch();
        }
        if (aftermath != null) {
            failed = true;
            throw new StoreFailedException("the model was told to fail", null);
        }
        bytes += bytesOfBatch;
        bytesOfBatch = 0;
        persisted = 0;
        lastDeadSynced = lastDead;
        lastIdentitySynced = lastIdentity;
    }

    @Override
    public void rollback() {
        if (failed) {
            return;
        }
        check();
        final boolean hadIdentities = lastIdentity != lastIdentitySynced;
        store.forgetBatch();
        bytesOfBatch = 0;
        persisted = 0;
        lastDead = lastDeadSynced;
        if (hadIdentities) {
            recover();
        }
    }
}
