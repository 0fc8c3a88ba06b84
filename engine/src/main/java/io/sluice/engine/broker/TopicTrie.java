package io.sluice.engine.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Values by topic filter, found by the topics that the filters match; owned by one loop. Depth is
 * bounded by the levels that a filter may have.
 *
 * @param <T> what is subscribed
 */
final class TopicTrie<T> {
    private static final byte SEPARATOR = '/';
    private static final byte ANY_LEVEL = '+';
    private static final byte ANY_REST = '#';
    private static final byte SYSTEM = '$';

    /** One level; the filters that end here, and those that go on. */
    private static final class Level<T> {
        private final List<T> here = new ArrayList<>(1);
        private final List<T> rest = new ArrayList<>(0);
        private AddressMap<Level<T>> named;
        private Level<T> any;

        private Level() {}

        private boolean isEmpty() {
            return here.isEmpty()
                    && rest.isEmpty()
                    && any == null
                    && (named == null || named.isEmpty());
        }
    }

    private final int seed;
    private final Level<T> root = new Level<>();
    private int size;

    TopicTrie(final int seed) {
        this.seed = seed;
    }

    /** A valid filter. The same value may be added again, and is matched again then. */
    void add(final DirectBuffer filter, final int offset, final int length, final T value) {
        Level<T> level = root;
        final int limit = offset + length;
        for (int start = offset; start <= limit; ) {
            final int end = levelEnd(filter, start, limit);
            if (is(filter, start, end, ANY_REST)) {
                level.rest.add(value);
                size++;
                return;
            }
            level = childForAdding(level, filter, start, end);
            start = end + 1;
        }
        level.here.add(value);
        size++;
    }

    private Level<T> childForAdding(
            final Level<T> level, final DirectBuffer filter, final int start, final int end) {
        if (is(filter, start, end, ANY_LEVEL)) {
            if (level.any == null) {
                level.any = new Level<>();
            }
            return level.any;
        }
        if (level.named == null) {
            level.named = new AddressMap<>(seed);
        }
        Level<T> child = level.named.get(filter, start, end - start);
        if (child == null) {
            child = new Level<>();
            level.named.put(filter, start, end - start, child);
        }
        return child;
    }

    /** Takes one such value away; false if there was none. */
    boolean remove(final DirectBuffer filter, final int offset, final int length, final T value) {
        return remove(root, filter, offset, offset + length, value);
    }

    private boolean remove(
            final Level<T> level,
            final DirectBuffer filter,
            final int start,
            final int limit,
            final T value) {
        if (start > limit) {
            return removed(level.here.remove(value));
        }
        final int end = levelEnd(filter, start, limit);
        if (is(filter, start, end, ANY_REST)) {
            return removed(level.rest.remove(value));
        }
        final boolean any = is(filter, start, end, ANY_LEVEL);
        final Level<T> child = any ? level.any : named(level, filter, start, end);
        if (child == null || !remove(child, filter, end + 1, limit, value)) {
            return false;
        }
        if (child.isEmpty()) {
            if (any) {
                level.any = null;
            } else {
                level.named.remove(filter, start, end - start);
            }
        }
        return true;
    }

    private boolean removed(final boolean was) {
        if (was) {
            size--;
        }
        return was;
    }

    /** Tells each value whose filter matches the topic; a value in as many filters, as often. */
    void match(
            final DirectBuffer topic,
            final int offset,
            final int length,
            final Consumer<? super T> visitor) {
        match(root, topic, offset, offset + length, visitor);
    }

    private void match(
            final Level<T> level,
            final DirectBuffer topic,
            final int start,
            final int limit,
            final Consumer<? super T> visitor) {
        // [MQTT-4.7.2-1]: a wildcard at the first level does not match a topic that begins with $.
        final boolean wild = level != root || start == limit || topic.getByte(start) != SYSTEM;
        if (wild) {
            visit(level.rest, visitor); // "a/#" matches "a" as well
        }
        if (start > limit) {
            visit(level.here, visitor);
            return;
        }
        final int end = levelEnd(topic, start, limit);
        if (wild && level.any != null) {
            match(level.any, topic, end + 1, limit, visitor);
        }
        final Level<T> child = named(level, topic, start, end);
        if (child != null) {
            match(child, topic, end + 1, limit, visitor);
        }
    }

    private static <T> void visit(final List<T> values, final Consumer<? super T> visitor) {
        for (int i = 0; i < values.size(); i++) {
            visitor.accept(values.get(i));
        }
    }

    private static <T> Level<T> named(
            final Level<T> level, final DirectBuffer name, final int start, final int end) {
        return level.named == null ? null : level.named.get(name, start, end - start);
    }

    private static boolean is(
            final DirectBuffer filter, final int start, final int end, final byte wildcard) {
        return end - start == 1 && filter.getByte(start) == wildcard;
    }

    private static int levelEnd(final DirectBuffer name, final int start, final int limit) {
        int end = start;
        while (end < limit && name.getByte(end) != SEPARATOR) {
            end++;
        }
        return end;
    }

    /** How many values there are. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return root.isEmpty();
    }
}
