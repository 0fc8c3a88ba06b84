package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * One encoded value that a reader has checked, read in place (AMQP 1.0 part 1 section 1.6); owned
 * by the decoder or cursor that points it there, or by who calls {@link #wrap}. An accessor for a
 * type that {@link #type()} does not say is our fault.
 */
public final class TypedValue {
    private static final int NO_CONSTRUCTOR = -1;

    private final Slice bytes = new Slice();
    private final Slice encoded = new Slice();

    private DirectBuffer buffer;
    private int offset;
    private int code = FormatCode.NULL;
    private int at;
    private int end;

    /** Points at the value whose constructor stands at {@code offset}. */
    public TypedValue wrap(final DirectBuffer buffer, final int offset) {
        wrapElement(buffer, buffer.getByte(offset) & 0xFF, offset + 1);
        this.offset = offset;
        return this;
    }

    /** Points at a value whose constructor is elsewhere: an array's element. */
    TypedValue wrapElement(final DirectBuffer buffer, final int formatCode, final int at) {
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        this.at = at;
        offset = NO_CONSTRUCTOR;
        code = formatCode;
        end =
                formatCode == FormatCode.DESCRIBED
                        ? endOf(buffer, at - 1)
                        : endOfBody(buffer, formatCode, at);
        return this;
    }

    /** No value: of type NULL. */
    public TypedValue clear() {
        code = FormatCode.NULL;
        offset = NO_CONSTRUCTOR;
        return this;
    }

    public AmqpType type() {
        return AmqpType.of(code);
    }

    public boolean isNull() {
        return code == FormatCode.NULL;
    }

    /** The format code, one of those of {@link #type()}. */
    public int formatCode() {
        return code;
    }

    /** The whole value as it is encoded, to repeat it unchanged. Not of an array's element. */
    public Slice encoded() {
        assert offset != NO_CONSTRUCTOR;
        return encoded.wrap(buffer, offset, end - offset);
    }

    public boolean booleanValue() {
        assert type() == AmqpType.BOOLEAN;
        return code == FormatCode.TRUE || code == FormatCode.BOOLEAN && buffer.getByte(at) != 0;
    }

    /**
     * A byte, short, int, long, timestamp or char; or a ubyte, ushort, uint (never negative) or
     * ulong (all 64 bits).
     */
    public long integer() {
        return integer(buffer, code, at);
    }

    public float floatValue() {
        assert type() == AmqpType.FLOAT;
        return Float.intBitsToFloat(buffer.getInt(at, BIG_ENDIAN));
    }

    public double doubleValue() {
        assert type() == AmqpType.DOUBLE;
        return Double.longBitsToDouble(buffer.getLong(at, BIG_ENDIAN));
    }

    /** The first 64 bits of a uuid. */
    public long uuidHigh() {
        assert type() == AmqpType.UUID;
        return buffer.getLong(at, BIG_ENDIAN);
    }

    /** The last 64 bits of a uuid. */
    public long uuidLow() {
        assert type() == AmqpType.UUID;
        return buffer.getLong(at + Long.BYTES, BIG_ENDIAN);
    }

    /**
     * The bytes of a binary, string or symbol; of a value of fixed width, a decimal for example, in
     * network order.
     */
    public Slice bytes() {
        assert !isNull();
        if (FormatCode.width(code) >= 0) {
            return bytes.wrap(buffer, at, end - at);
        }
        assert code >= FormatCode.VBIN8 && code < FormatCode.LIST8 : type() + " has no bytes";
        final int size = FormatCode.isLarge(code) ? Integer.BYTES : 1;
        return bytes.wrap(buffer, at + size, end - at - size);
    }

    /** The descriptor of a described value. */
    public TypedValue descriptor(final TypedValue target) {
        assert type() == AmqpType.DESCRIBED;
        return target.wrap(buffer, at);
    }

    /** The value behind the descriptor of a described value. */
    public TypedValue described(final TypedValue target) {
        assert type() == AmqpType.DESCRIBED;
        return target.wrap(buffer, endOf(buffer, at));
    }

    /** Whether this is a string or symbol of these bytes. */
    boolean isText(final Slice text) {
        final AmqpType type = type();
        return (type == AmqpType.STRING || type == AmqpType.SYMBOL) && bytes().contentEquals(text);
    }

    DirectBuffer buffer() {
        return buffer;
    }

    /** Behind the constructor. */
    int bodyOffset() {
        return at;
    }

    /** Behind the value. */
    int end() {
        return end;
    }

    /** The integer that stands behind this constructor. */
    static long integer(final DirectBuffer buffer, final int code, final int at) {
        return switch (code) {
            case FormatCode.UINT0, FormatCode.ULONG0 -> 0;
            case FormatCode.UBYTE, FormatCode.SMALLUINT, FormatCode.SMALLULONG ->
                    buffer.getByte(at) & 0xFF;
            case FormatCode.BYTE, FormatCode.SMALLINT, FormatCode.SMALLLONG -> buffer.getByte(at);
            case FormatCode.USHORT -> buffer.getShort(at, BIG_ENDIAN) & 0xFFFF;
            case FormatCode.SHORT -> buffer.getShort(at, BIG_ENDIAN);
            case FormatCode.UINT -> Integer.toUnsignedLong(buffer.getInt(at, BIG_ENDIAN));
            case FormatCode.INT, FormatCode.CHAR -> buffer.getInt(at, BIG_ENDIAN);
            case FormatCode.ULONG, FormatCode.LONG, FormatCode.TIMESTAMP ->
                    buffer.getLong(at, BIG_ENDIAN);
            default -> throw new AssertionError("no integer");
        };
    }

    /** Where the checked value at {@code offset} ends. */
    static int endOf(final DirectBuffer buffer, final int offset) {
        int at = offset;
        for (int values = 1; values > 0; values--) {
            final int code = buffer.getByte(at++) & 0xFF;
            if (code == FormatCode.DESCRIBED) {
                values += 2; // a descriptor and a value instead of this one
            } else {
                at = endOfBody(buffer, code, at);
            }
        }
        return at;
    }

    private static int endOfBody(final DirectBuffer buffer, final int code, final int at) {
        final int width = FormatCode.width(code);
        if (width >= 0) {
            return at + width;
        }
        return width == FormatCode.SIZED_8
                ? at + 1 + (buffer.getByte(at) & 0xFF)
                : at + Integer.BYTES + buffer.getInt(at, BIG_ENDIAN);
    }
}
