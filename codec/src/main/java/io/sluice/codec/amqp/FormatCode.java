package io.sluice.codec.amqp;

import java.util.Arrays;

/**
 * The format codes (AMQP 1.0 part 1 section 1.6). The high four bits tell how the length of a value
 * is found, which {@link #width} tabulates.
 *
 * <pre>
 *   0x4_ 0x5_ 0x6_ 0x7_ 0x8_ 0x9_   0xA_ 0xB_   0xC_ 0xD_   0xE_ 0xF_
 *    0    1    2    4    8    16    size: 1, 4  size: 1, 4  size: 1, 4
 *   +------- fixed width ---------+ variable +- compound -+-- array --+
 * </pre>
 */
public final class FormatCode {
    public static final int DESCRIBED = 0x00;
    public static final int NULL = 0x40;
    public static final int TRUE = 0x41;
    public static final int FALSE = 0x42;
    public static final int UINT0 = 0x43;
    public static final int ULONG0 = 0x44;
    public static final int LIST0 = 0x45;
    public static final int UBYTE = 0x50;
    public static final int BYTE = 0x51;
    public static final int SMALLUINT = 0x52;
    public static final int SMALLULONG = 0x53;
    public static final int SMALLINT = 0x54;
    public static final int SMALLLONG = 0x55;
    public static final int BOOLEAN = 0x56;
    public static final int USHORT = 0x60;
    public static final int SHORT = 0x61;
    public static final int UINT = 0x70;
    public static final int INT = 0x71;
    public static final int FLOAT = 0x72;
    public static final int CHAR = 0x73;
    public static final int DECIMAL32 = 0x74;
    public static final int ULONG = 0x80;
    public static final int LONG = 0x81;
    public static final int DOUBLE = 0x82;
    public static final int TIMESTAMP = 0x83;
    public static final int DECIMAL64 = 0x84;
    public static final int DECIMAL128 = 0x94;
    public static final int UUID = 0x98;
    public static final int VBIN8 = 0xA0;
    public static final int STR8 = 0xA1;
    public static final int SYM8 = 0xA3;
    public static final int VBIN32 = 0xB0;
    public static final int STR32 = 0xB1;
    public static final int SYM32 = 0xB3;
    public static final int LIST8 = 0xC0;
    public static final int MAP8 = 0xC1;
    public static final int LIST32 = 0xD0;
    public static final int MAP32 = 0xD1;
    public static final int ARRAY8 = 0xE0;
    public static final int ARRAY32 = 0xF0;

    /** From the code of a form whose size has one byte to that of the form where it has four. */
    static final int TO_32 = 0x10;

    /** No fixed width: a size of one byte precedes the value. */
    static final int SIZED_8 = -1;

    /** No fixed width: a size of four bytes precedes the value. */
    static final int SIZED_32 = -2;

    /** The format code of a described value, which has a descriptor and a constructor more. */
    static final int CONSTRUCTED = -3;

    /** No format code of the standard. */
    static final int UNDEFINED = -4;

    /** The bits that tell how long a value is. */
    private static final int CLASS = 0xF0;

    /** The bits that tell types of one class apart, in the small form and the large alike. */
    static final int SUBTYPE = 0x0F;

    private static final int[] ALL = {
        DESCRIBED,
        NULL,
        TRUE,
        FALSE,
        UINT0,
        ULONG0,
        LIST0,
        UBYTE,
        BYTE,
        SMALLUINT,
        SMALLULONG,
        SMALLINT,
        SMALLLONG,
        BOOLEAN,
        USHORT,
        SHORT,
        UINT,
        INT,
        FLOAT,
        CHAR,
        DECIMAL32,
        ULONG,
        LONG,
        DOUBLE,
        TIMESTAMP,
        DECIMAL64,
        DECIMAL128,
        UUID,
        VBIN8,
        STR8,
        SYM8,
        VBIN32,
        STR32,
        SYM32,
        LIST8,
        MAP8,
        LIST32,
        MAP32,
        ARRAY8,
        ARRAY32
    };
    private static final int[] WIDTH_BY_CLASS = {
        CONSTRUCTED,
        UNDEFINED,
        UNDEFINED,
        UNDEFINED,
        0,
        1,
        2,
        4,
        8,
        16,
        SIZED_8,
        SIZED_32,
        SIZED_8,
        SIZED_32,
        SIZED_8,
        SIZED_32
    };
    private static final byte[] WIDTHS = new byte[256];

    static {
        Arrays.fill(WIDTHS, (byte) UNDEFINED);
        for (final int code : ALL) {
            WIDTHS[code] = (byte) WIDTH_BY_CLASS[code >>> 4];
        }
    }

    private FormatCode() {}

    /** Whether this, the code of a value of no fixed width, is of the form with a large size. */
    static boolean isLarge(final int code) {
        return (code & TO_32) != 0;
    }

    /** Whether this is the code of a binary, string or symbol with a size of one byte. */
    static boolean isSmallVariable(final int code) {
        return (code & CLASS) == VBIN8;
    }

    /** Whether this, the code of a compound, is that of a map. */
    static boolean isMap(final int code) {
        return (code & SUBTYPE) == (MAP8 & SUBTYPE);
    }

    /** Bytes of a value with this constructor, or one of the four negatives above. */
    static int width(final int code) {
        return WIDTHS[code];
    }
}
