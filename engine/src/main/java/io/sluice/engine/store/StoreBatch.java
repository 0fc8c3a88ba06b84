package io.sluice.engine.store;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What one commit holds; owned by {@link StoreLoop}. */
final class StoreBatch {
    final List<Delivery> inserts = new ArrayList<>();
    final List<Completion> completions = new ArrayList<>();
    final List<StoreNode> changed = new ArrayList<>();

    /** Records that the completions have taken away. */
    int gone;

    /** Outcomes of the inserts, told only after the commit. */
    final List<Outcome> outcomes = new ArrayList<>();

    StoreBatch() {}

    /** What a consumer's outcome does to a record. */
    enum Change {
        COMPLETE,
        ATTEMPT,
        BURY
    }

    /** A delivery that comes back from a consumer, and what that does. Pooled by the loop. */
    static final class Completion {
        Delivery delivery;
        Change change;
        DeadReason reason;

        Completion() {}
    }

    void change(final StoreNode node) {
        if (!node.changed) {
            node.changed = true;
            changed.add(node);
        }
    }

    boolean isEmpty() {
        return inserts.isEmpty() && completions.isEmpty() && changed.isEmpty();
    }

    void clear() {
        inserts.clear();
        outcomes.clear();
        completions.clear();
        gone = 0;
        for (final StoreNode node : changed) {
            node.changed = false;
        }
        changed.clear();
    }
}
