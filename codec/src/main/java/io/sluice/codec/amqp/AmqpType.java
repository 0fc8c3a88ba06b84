package io.sluice.codec.amqp;

import java.util.Arrays;

/** The types of AMQP 1.0 part 1 section 1.6, whichever of its encodings a value has. */
public enum AmqpType {
    NULL(FormatCode.NULL),
    BOOLEAN(FormatCode.BOOLEAN, FormatCode.TRUE, FormatCode.FALSE),
    UBYTE(FormatCode.UBYTE),
    USHORT(FormatCode.USHORT),
    UINT(FormatCode.UINT, FormatCode.SMALLUINT, FormatCode.UINT0),
    ULONG(FormatCode.ULONG, FormatCode.SMALLULONG, FormatCode.ULONG0),
    BYTE(FormatCode.BYTE),
    SHORT(FormatCode.SHORT),
    INT(FormatCode.INT, FormatCode.SMALLINT),
    LONG(FormatCode.LONG, FormatCode.SMALLLONG),
    FLOAT(FormatCode.FLOAT),
    DOUBLE(FormatCode.DOUBLE),
    DECIMAL32(FormatCode.DECIMAL32),
    DECIMAL64(FormatCode.DECIMAL64),
    DECIMAL128(FormatCode.DECIMAL128),
    CHAR(FormatCode.CHAR),
    TIMESTAMP(FormatCode.TIMESTAMP),
    UUID(FormatCode.UUID),
    BINARY(FormatCode.VBIN8, FormatCode.VBIN32),
    STRING(FormatCode.STR8, FormatCode.STR32),
    SYMBOL(FormatCode.SYM8, FormatCode.SYM32),
    LIST(FormatCode.LIST8, FormatCode.LIST32, FormatCode.LIST0),
    MAP(FormatCode.MAP8, FormatCode.MAP32),
    ARRAY(FormatCode.ARRAY8, FormatCode.ARRAY32),
    DESCRIBED(FormatCode.DESCRIBED);

    private static final AmqpType[] BY_CODE = new AmqpType[256];
    private static final int[] BITS_BY_CODE = new int[256];

    static {
        for (final AmqpType type : values()) {
            for (final int code : type.codes) {
                BY_CODE[code] = type;
                BITS_BY_CODE[code] = type.bit();
            }
        }
    }

    private final int[] codes;

    AmqpType(final int... codes) {
        this.codes = codes;
    }

    /** Whether values of this type have this format code. */
    public boolean isEncodedAs(final int formatCode) {
        return BY_CODE[formatCode] == this;
    }

    /** The format codes of this type. Allocates: for tables and tests. */
    public int[] formatCodes() {
        return Arrays.copyOf(codes, codes.length);
    }

    /** The type of a format code of the standard. */
    static AmqpType of(final int formatCode) {
        assert BY_CODE[formatCode] != null;
        return BY_CODE[formatCode];
    }

    /** A bit of its own, to say of a field which types it may have. */
    int bit() {
        return 1 << ordinal();
    }

    /** The bit of a format code's type; none for a code that is not the standard's. */
    static int bitOf(final int formatCode) {
        return BITS_BY_CODE[formatCode];
    }
}
