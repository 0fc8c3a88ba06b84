package io.sluice.engine.amqp;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;

/**
 * What an address at attach means: {@code queues/x}, {@code events/x}, or a bare name behind the
 * default pattern. It is a topic, too, so it has to be one: what is sent here reaches MQTT clients.
 */
final class LinkAddress {
    /** Bytes; longer ones are nobody's. */
    static final int LENGTH_MAX = 1_024;

    private static final Slice QUEUES = Slice.ofUtf8("queues/");
    private static final Slice EVENTS = Slice.ofUtf8("events/");

    /** Kinds of node that are not to be taken for a queue's bare name. */
    private static final Slice[] OTHERS = {
        Slice.ofUtf8("events-store/"),
        Slice.ofUtf8("commands/"),
        Slice.ofUtf8("queries/"),
        Slice.ofUtf8("$"),
    };

    private final Mapping names;
    private final Slice defaultPattern;

    /**
     * @param names knows what can be named in every protocol
     * @param defaultPattern what a bare address stands behind, {@code queues/} or {@code events/}
     */
    LinkAddress(final Mapping names, final Slice defaultPattern) {
        this.names = names;
        this.defaultPattern = defaultPattern;
    }

    /** Where messages go, as the directory knows it; null if there can be no such address. */
    Slice ofTarget(final Slice address) {
        final Slice canonical = canonical(address);
        return canonical != null && isTopic(canonical) ? canonical : null;
    }

    /** The same for where they come from, which of events may be a filter. */
    Slice ofSource(final Slice address) {
        final Slice canonical = canonical(address);
        if (canonical == null) {
            return null;
        }
        return isTopic(canonical) || startsWith(canonical, EVENTS) && isFilter(canonical)
                ? canonical
                : null;
    }

    private boolean isTopic(final Slice address) {
        return names.isTopic(address.buffer(), address.offset(), address.length());
    }

    private boolean isFilter(final Slice address) {
        return names.isFilter(address.buffer(), address.offset(), address.length());
    }

    private Slice canonical(final Slice address) {
        final int skipped = !address.isEmpty() && address.byteAt(0) == '/' ? 1 : 0;
        final int length = address.length() - skipped;
        if (length == 0 || length + QUEUES.length() > LENGTH_MAX) {
            return null;
        }
        final Slice plain = new Slice().wrap(address.buffer(), address.offset() + skipped, length);
        for (final Slice other : OTHERS) {
            if (startsWith(plain, other)) {
                return null;
            }
        }
        if (startsWith(plain, QUEUES) || startsWith(plain, EVENTS)) {
            return length == QUEUES.length() ? null : Slice.of(plain.toByteArray());
        }
        final int prefix = defaultPattern.length();
        final byte[] bytes = new byte[prefix + length];
        System.arraycopy(defaultPattern.toByteArray(), 0, bytes, 0, prefix);
        System.arraycopy(plain.toByteArray(), 0, bytes, prefix, length);
        return Slice.of(bytes);
    }

    private static boolean startsWith(final Slice text, final Slice prefix) {
        return text.length() >= prefix.length()
                && new Slice()
                        .wrap(text.buffer(), text.offset(), prefix.length())
                        .contentEquals(prefix);
    }
}
