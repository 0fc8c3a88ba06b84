package io.sluice.engine.mapping;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/** The text of an AMQP value that has one, for a reader who knows no types; one per loop. */
final class TextForm {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /** More than a uuid, a long and what a double may come to. */
    private static final int LENGTH_MAX = 64;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH_MAX]);
    private final StringBuilder decimal = new StringBuilder(LENGTH_MAX);
    private final Slice text = new Slice();

    /**
     * The text, good until the next call; null for binaries, decimals, null and what has elements.
     * That of a string or symbol are its bytes.
     */
    Slice of(final TypedValue value) {
        return switch (value.type()) {
            case STRING, SYMBOL -> value.bytes();
            case BOOLEAN -> ascii(value.booleanValue() ? TRUE : FALSE);
            case UBYTE, USHORT, UINT, BYTE, SHORT, INT, LONG, TIMESTAMP -> integer(value.integer());
            case ULONG -> unsigned(value.integer());
            case FLOAT -> decimal(value.floatValue());
            case DOUBLE -> decimal(value.doubleValue());
            case CHAR -> character((int) value.integer());
            case UUID -> uuid(value);
            default -> null;
        };
    }

    Slice integer(final long value) {
        return text.wrap(buffer, 0, buffer.putLongAscii(0, value));
    }

    private Slice unsigned(final long value) {
        if (value >= 0) {
            return integer(value);
        }
        final int length = buffer.putLongAscii(0, Long.divideUnsigned(value, 10));
        buffer.putByte(length, (byte) ('0' + Long.remainderUnsigned(value, 10)));
        return text.wrap(buffer, 0, length + 1);
    }

    private Slice ascii(final byte[] bytes) {
        buffer.putBytes(0, bytes);
        return text.wrap(buffer, 0, bytes.length);
    }

    private Slice decimal(final float value) {
        decimal.setLength(0);
        return ascii(decimal.append(value));
    }

    private Slice decimal(final double value) {
        decimal.setLength(0);
        return ascii(decimal.append(value));
    }

    private Slice ascii(final StringBuilder characters) {
        for (int i = 0; i < characters.length(); i++) {
            buffer.putByte(i, (byte) characters.charAt(i));
        }
        return text.wrap(buffer, 0, characters.length());
    }

    /** A Unicode scalar value as UTF-8. */
    private Slice character(final int codePoint) {
        if (codePoint < 0x80) {
            buffer.putByte(0, (byte) codePoint);
            return text.wrap(buffer, 0, 1);
        }
        final int length = codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
        int rest = codePoint;
        for (int i = length - 1; i > 0; i--) {
            buffer.putByte(i, (byte) (0x80 | rest & 0x3F));
            rest >>>= 6;
        }
        buffer.putByte(0, (byte) (0xF00 >>> length | rest));
        return text.wrap(buffer, 0, length);
    }

    private Slice uuid(final TypedValue value) {
        final int from = LENGTH_MAX - 2 * Long.BYTES;
        buffer.putLong(from, value.uuidHigh(), BIG_ENDIAN);
        buffer.putLong(from + Long.BYTES, value.uuidLow(), BIG_ENDIAN);
        int at = 0;
        for (int i = 0; i < 2 * Long.BYTES; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                buffer.putByte(at++, (byte) '-');
            }
            final int octet = buffer.getByte(from + i) & 0xFF;
            buffer.putByte(at++, HEX[octet >>> 4]);
            buffer.putByte(at++, HEX[octet & 0xF]);
        }
        return text.wrap(buffer, 0, at);
    }
}
