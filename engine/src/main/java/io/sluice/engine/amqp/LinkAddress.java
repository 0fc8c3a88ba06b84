package io.sluice.engine.amqp;

import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.mqtt.TopicName;
import io.sluice.codec.wire.Slice;

/**
 * What an address at attach means: {@code queues/x}, {@code events/x}, or a bare queue's name. It
 * is a topic, too, so it has to be one: what is sent here reaches MQTT clients.
 */
final class LinkAddress {
    /** Bytes; longer ones are nobody's. */
    static final int LENGTH_MAX = 1_024;

    private static final int LEVELS_MAX = 128;

    private static final Slice QUEUES = Slice.ofUtf8("queues/");
    private static final Slice EVENTS = Slice.ofUtf8("events/");

    /** Kinds of node that are not to be taken for a queue's bare name. */
    private static final Slice[] OTHERS = {
        Slice.ofUtf8("events-store/"),
        Slice.ofUtf8("commands/"),
        Slice.ofUtf8("queries/"),
        Slice.ofUtf8("$"),
    };

    private LinkAddress() {}

    /** Where messages go, as the directory knows it; null if there can be no such address. */
    static Slice ofTarget(final Slice address) {
        final Slice canonical = canonical(address);
        return canonical != null && isTopic(canonical) ? canonical : null;
    }

    /** The same for where they come from, which of events may be a filter. */
    static Slice ofSource(final Slice address) {
        final Slice canonical = canonical(address);
        if (canonical == null) {
            return null;
        }
        return isTopic(canonical) || startsWith(canonical, EVENTS) && isFilter(canonical)
                ? canonical
                : null;
    }

    private static boolean isTopic(final Slice address) {
        return TopicName.check(address.buffer(), address.offset(), address.length())
                == ReasonCode.SUCCESS;
    }

    private static boolean isFilter(final Slice address) {
        for (int i = 0; i < address.length(); i++) {
            if (address.byteAt(i) == 0) {
                return false; // UTF-8, as a string of AMQP is, but none of MQTT's strings
            }
        }
        return TopicFilter.isValid(address.buffer(), address.offset(), address.length());
    }

    private static Slice canonical(final Slice address) {
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
        if (TopicName.levels(plain.buffer(), plain.offset(), length) > LEVELS_MAX) {
            return null;
        }
        if (startsWith(plain, QUEUES) || startsWith(plain, EVENTS)) {
            return length == QUEUES.length() ? null : Slice.of(plain.toByteArray());
        }
        final byte[] bytes = new byte[QUEUES.length() + length];
        System.arraycopy(QUEUES.toByteArray(), 0, bytes, 0, QUEUES.length());
        System.arraycopy(plain.toByteArray(), 0, bytes, QUEUES.length(), length);
        return Slice.of(bytes);
    }

    private static boolean startsWith(final Slice text, final Slice prefix) {
        return text.length() >= prefix.length()
                && new Slice()
                        .wrap(text.buffer(), text.offset(), prefix.length())
                        .contentEquals(prefix);
    }
}
