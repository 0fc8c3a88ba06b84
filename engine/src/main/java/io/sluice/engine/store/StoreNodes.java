package io.sluice.engine.store;

import io.sluice.engine.link.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every node by its address, in the order of their numbers; owned by {@link StoreLoop}. */
final class StoreNodes {
    /** Looked up once for each reference, so a key object then is fine. */
    private final Map<String, StoreNode> byAddress = new HashMap<>();

    private final List<StoreNode> all = new ArrayList<>();
    private int nextId = StoreWriter.FIRST_NODE;

    private final int countMax;

    /** With a number of nodes past which no new one is made. */
    StoreNodes(final int countMax) {
        this.countMax = countMax;
    }

    void add(final int id, final byte[] address, final int ownerLoop, final NodeState state) {
        final NodeState committed = new NodeState();
        committed.copy(state);
        put(new StoreNode(id, address, ownerLoop, committed));
        nextId = Math.max(nextId, id + 1);
    }

    private void put(final StoreNode node) {
        byAddress.put(key(node.address()), node);
        all.add(node);
    }

    /** The node that is meant, made if it is not there; null: there are as many as there may be. */
    StoreNode resolve(final NodeRef ref) {
        StoreNode node = byAddress.get(key(ref.address()));
        if (node == null && all.size() >= countMax) {
            return null;
        }
        if (node == null) {
            node = new StoreNode(nextId++, ref.address(), ref.ownerLoop(), new NodeState());
            put(node);
        }
        node.messagesMax = ref.messagesMax();
        node.bytesMax = ref.bytesMax();
        return node;
    }

    /** What is parked and has room now goes on. */
    void unpark(final ArrayDeque<Delivery> inserts) {
        for (final StoreNode node : all) {
            node.unpark(inserts);
        }
    }

    /** Records that are there, by the committed counts of all nodes. */
    long messages() {
        long messages = 0;
        for (final StoreNode node : all) {
            messages += node.committed.messages;
        }
        return messages;
    }

    List<StoreNode> all() {
        return Collections.unmodifiableList(all);
    }

    /** One character for each byte: any bytes make a key. */
    private static String key(final byte[] address) {
        return new String(address, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
