package io.sluice.engine.broker;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/** What the first segment of an address says. */
final class Addresses {
    private static final byte[] QUEUES = "queues/".getBytes(StandardCharsets.US_ASCII);

    /** Kinds of node that have their own meaning, and are not served as something else. */
    private static final byte[][] RESERVED = {
        "events-store/".getBytes(StandardCharsets.US_ASCII),
        "commands/".getBytes(StandardCharsets.US_ASCII),
        "queries/".getBytes(StandardCharsets.US_ASCII),
        "$".getBytes(StandardCharsets.US_ASCII),
    };

    private static final byte[] QUEUES_BARE = "queues".getBytes(StandardCharsets.US_ASCII);

    private Addresses() {}

    /** {@code queues/...}, with or without a name behind it. */
    static boolean isQueue(final DirectBuffer address, final int offset, final int length) {
        return begins(address, offset, length, QUEUES)
                || length == QUEUES_BARE.length && begins(address, offset, length, QUEUES_BARE);
    }

    /** A queue that can be named: concrete, and not empty. */
    static boolean isNamedQueue(final DirectBuffer address, final int offset, final int length) {
        if (length <= QUEUES.length || !begins(address, offset, length, QUEUES)) {
            return false;
        }
        for (int i = offset + QUEUES.length; i < offset + length; i++) {
            final byte b = address.getByte(i);
            if (b == '+' || b == '#') {
                return false;
            }
        }
        return true;
    }

    static boolean isReserved(final DirectBuffer address, final int offset, final int length) {
        for (final byte[] prefix : RESERVED) {
            if (begins(address, offset, length, prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(
            final DirectBuffer address, final int offset, final int length, final byte[] prefix) {
        if (length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (address.getByte(offset + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
