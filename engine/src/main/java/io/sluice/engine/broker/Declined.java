package io.sluice.engine.broker;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Which consumers of a queue do not want which of its records; owned by the queue. Remembered while
 * the record and the consumer's link are there, and not over a restart.
 */
final class Declined {
    /** Records that one consumer may decline: each is memory, and a step of each look for more. */
    static final int PER_CONSUMER_MAX = 128;

    private final Long2ObjectHashMap<List<Pull>> bySequence = new Long2ObjectHashMap<>();

    boolean isEmpty() {
        return bySequence.isEmpty();
    }

    /** The consumer does not want the record; false if it has declined as many as it may. */
    boolean add(final long sequence, final Pull pull) {
        if (has(sequence, pull)) {
            return true;
        }
        if (pull.declined == PER_CONSUMER_MAX) {
            return false;
        }
        pull.declined++;
        bySequence.computeIfAbsent(sequence, key -> new ArrayList<>(1)).add(pull);
        return true;
    }

    boolean has(final long sequence, final Pull pull) {
        final List<Pull> pulls = bySequence.get(sequence);
        return pulls != null && pulls.contains(pull);
    }

    /** The record is gone. */
    void forget(final long sequence) {
        final List<Pull> pulls = bySequence.remove(sequence);
        if (pulls != null) {
            pulls.forEach(pull -> pull.declined--);
        }
    }

    /** The consumer is gone. */
    void forget(final Pull pull) {
        final Iterator<List<Pull>> lists = bySequence.values().iterator();
        while (pull.declined > 0 && lists.hasNext()) {
            final List<Pull> pulls = lists.next();
            if (pulls.remove(pull)) {
                pull.declined--;
                if (pulls.isEmpty()) {
                    lists.remove();
                }
            }
        }
    }
}
