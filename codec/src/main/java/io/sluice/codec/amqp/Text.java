package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.AsciiWords;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/**
 * The variable-width values (AMQP 1.0 part 1 sections 1.6.19 to 1.6.21) and the rules of their
 * characters. Stateless.
 */
final class Text {
    private Text() {}

    /** Where the bytes of a binary, string or symbol lie, or {@link Range#NONE} if past limit. */
    static long variable(final DirectBuffer buffer, final int code, final int at, final int limit) {
        if (FormatCode.isSmallVariable(code)) {
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

    /** Whether the bytes of a binary, string or symbol are what its constructor says. */
    static boolean isLegal(final DirectBuffer buffer, final int code, final long range) {
        final int kind = code & FormatCode.SUBTYPE;
        return kind == (FormatCode.VBIN8 & FormatCode.SUBTYPE)
                || isAscii(buffer, range)
                || kind == (FormatCode.STR8 & FormatCode.SUBTYPE)
                        && Utf8.isWellFormed(buffer, Range.offset(range), Range.length(range));
    }

    /** Whether a string's bytes are UTF-8. */
    static boolean isUtf8(final DirectBuffer buffer, final long range) {
        return Utf8.isWellFormed(buffer, Range.offset(range), Range.length(range));
    }

    /** Whether a symbol's bytes are ASCII. */
    static boolean isAscii(final DirectBuffer buffer, final long range) {
        return AsciiWords.allAtLeast(0, buffer, Range.offset(range), Range.length(range));
    }
}
