package io.sluice.engine.amqp;

import io.sluice.codec.wire.Slice;

/** What an address at attach means: {@code queues/x}, {@code events/x}, or a bare queue's name. */
final class LinkAddress {
    /** Bytes, as many as a topic may have. */
    static final int LENGTH_MAX = 0xFFFF;

    private static final Slice QUEUES = Slice.ofUtf8("queues/");
    private static final Slice EVENTS = Slice.ofUtf8("events/");

    private LinkAddress() {}

    /** The address as the directory knows it, or null if it cannot be one. */
    static Slice canonical(final Slice address) {
        final int skipped = !address.isEmpty() && address.byteAt(0) == '/' ? 1 : 0;
        final int length = address.length() - skipped;
        if (length == 0 || length + QUEUES.length() > LENGTH_MAX) {
            return null;
        }
        final Slice plain = new Slice().wrap(address.buffer(), address.offset() + skipped, length);
        if (startsWith(plain, QUEUES) || startsWith(plain, EVENTS)) {
            return Slice.of(plain.toByteArray());
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
