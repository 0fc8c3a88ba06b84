package io.sluice.codec.wire;

/**
 * Arithmetic of 32-bit serial numbers that wrap around (RFC 1982): AMQP's transfer-ids,
 * delivery-ids and delivery-counts. Stateless; a serial is an {@code int} whose bits are the
 * number.
 */
public final class SerialNumber {
    private SerialNumber() {}

    /**
     * Negative, zero or positive as {@code a} comes before, is, or comes after {@code b}. For two
     * serials exactly 2^31 apart, where RFC 1982 leaves the order undefined, each is before the
     * other.
     */
    public static int compare(final int a, final int b) {
        return a - b;
    }

    /** Whether {@code a} comes before {@code b}. */
    public static boolean isBefore(final int a, final int b) {
        return a - b < 0;
    }

    /** Whether {@code a} is {@code b} or comes before it. */
    public static boolean isAtOrBefore(final int a, final int b) {
        return a == b || isBefore(a, b);
    }

    /**
     * How many steps lead from {@code from} up to {@code to}: unsigned, 0 to 2^32 - 1. A caller
     * that means a signed gap uses {@link #compare}.
     */
    public static long distance(final int from, final int to) {
        return (to - from) & 0xFFFF_FFFFL;
    }

    /**
     * Whether {@code value} lies in {@code first}..{@code last}, both included, across the wrap.
     */
    public static boolean isWithin(final int value, final int first, final int last) {
        return distance(first, value) <= distance(first, last);
    }
}
