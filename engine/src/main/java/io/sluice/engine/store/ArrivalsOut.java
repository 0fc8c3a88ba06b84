package io.sluice.engine.store;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;

/** The reports to one loop; owned by {@link StoreLoop}. */
final class ArrivalsOut {
    /** As many commits as a loop may be behind before its nodes have to read for themselves. */
    private static final int REPORTS = 4;

    private final ArrayDeque<Arrivals> free = new ArrayDeque<>(REPORTS);

    /** Nodes of which the loop has not heard all. */
    private final LinkedHashSet<StoreNode> overrun = new LinkedHashSet<>();

    private Arrivals current;

    ArrivalsOut(final Arrivals.Port port, final int loopIndex, final StoreLoop storeLoop) {
        for (int i = 0; i < REPORTS; i++) {
            free.add(new Arrivals(port, loopIndex, storeLoop));
        }
    }

    void add(final StoreNode node, final int priorityClass, final long sequence, final int length) {
        if (current == null && !begin()) {
            overrun.add(node);
            return;
        }
        current.add(node, priorityClass, sequence, length);
    }

    private boolean begin() {
        current = free.poll();
        if (current == null) {
            return false;
        }
        for (final StoreNode node : overrun) {
            current.add(node, 0, node.committed.lastSequence, Arrivals.UP_TO);
        }
        overrun.clear();
        return true;
    }

    /** The commit is over. */
    void send() {
        if (current != null) {
            current.send();
            current = null;
        }
    }

    /** The loop has read one. */
    void onBack(final Arrivals arrivals) {
        free.add(arrivals);
        if (!overrun.isEmpty() && begin()) {
            send();
        }
    }
}
