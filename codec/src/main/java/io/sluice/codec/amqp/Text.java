package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/**
 * The variable-width values (AMQP 1.0 part 1 sections 1.6.19 to 1.6.21) and the rules of their
 * characters. Stateless.
 */
final class Text {
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private Text() {}

    /** Where the bytes of a binary, string or symbol lie, or {@link Range#NONE} if past limit. */
    static long variable(final DirectBuffer buffer, final int code, final int at, final int limit) {
        if ((code & 0xF0) == 0xA0) {
            if (at >= limit) {
                return Range.NONE;
            }
            final int length = buffer.getByte(at) & 0xFF;
            return length > limit - at - 1 ? Range.NONE : Range.of(at + 1, length);
        }
        if (limit - at < Integer.BYTES) {
            return Range.NONE;
        }
        final int length = buffer.getInt(at, BIG_ENDIAN);
        return length < 0 || length > limit - at - Integer.BYTES
                ? Range.NONE
                : Range.of(at + Integer.BYTES, length);
    }

    /** Whether a string's bytes are UTF-8. */
    static boolean isUtf8(final DirectBuffer buffer, final long range) {
        // Nearly all are ASCII, which is told eight bytes at a time to the very end.
        return isAscii(buffer, range)
                || Utf8.isWellFormed(buffer, Range.offset(range), Range.length(range));
    }

    /** Whether a symbol's bytes are ASCII. */
    static boolean isAscii(final DirectBuffer buffer, final long range) {
        int at = Range.offset(range);
        final int limit = Range.end(range);
        for (; limit - at >= Long.BYTES; at += Long.BYTES) {
            if ((buffer.getLong(at) & HIGHS) != 0) {
                return false;
            }
        }
        int rest = 0;
        if (limit - at >= Integer.BYTES) {
            rest = buffer.getInt(at);
            at += Integer.BYTES;
        }
        if (limit - at >= Short.BYTES) {
            rest |= buffer.getShort(at);
            at += Short.BYTES;
        }
        if (at < limit) {
            rest |= buffer.getByte(at);
        }
        return (rest & (int) HIGHS) == 0;
    }
}
