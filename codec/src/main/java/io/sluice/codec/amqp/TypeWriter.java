package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes encoded values (AMQP 1.0 part 1), each in its smallest form, one behind another into a
 * range of a buffer. What doesn't fit is not written, and {@link #end} says so.
 *
 * <p>A list, map or array begins in its small form; when it ends and has grown beyond that, its
 * bytes move up by six to make room for the large one.
 */
public final class TypeWriter {
    /** What {@link #end} and every encoder answer when the range was too short. */
    public static final int NO_ROOM = -1;

    /** Levels of lists, maps and arrays in one value: what we say ourselves needs few. */
    public static final int DEPTH_MAX = 16;

    private static final int HEADER_8 = 3; // format code, size, count
    private static final int HEADER_32 = 9;
    private static final int ELEMENT_HEADER_32 = 8; // an array's element: size, count
    private static final int SIZE_8_MAX = 0xFF;
    private static final int OWN_CONSTRUCTOR = -1;

    // Of each list, map or array that has begun; level 0 is the range.
    private final int[] codes = new int[DEPTH_MAX + 1];
    private final int[] starts = new int[DEPTH_MAX + 1];
    private final int[] counts = new int[DEPTH_MAX + 1];
    private final int[] elementCodes = new int[DEPTH_MAX + 1];
    private final boolean[] trimmed = new boolean[DEPTH_MAX + 1];
    private final int[] heldNulls = new int[DEPTH_MAX + 1];

    private MutableDirectBuffer buffer;
    private int offset;
    private int position;
    private int limit;
    private int level;
    private boolean behindDescriptor;
    private boolean fits;

    public TypeWriter() {
        elementCodes[0] = OWN_CONSTRUCTOR;
    }

    /** Begins a range. */
    public TypeWriter wrap(final MutableDirectBuffer buffer, final int offset, final int limit) {
        assert offset >= 0 && offset <= limit && limit <= buffer.capacity();
        this.buffer = buffer;
        this.offset = offset;
        this.limit = limit;
        position = offset;
        level = 0;
        behindDescriptor = false;
        fits = true;
        return this;
    }

    /** Bytes written since {@link #wrap}, or {@link #NO_ROOM} if the range was too short. */
    public int end() {
        assert level == 0 && !behindDescriptor : "something has begun and not ended";
        return fits ? position - offset : NO_ROOM;
    }

    /** Leaves some bytes for later. */
    TypeWriter reserve(final int length) {
        if (hasRoom(length)) {
            position += length;
        }
        return this;
    }

    /** Appends bytes that are no value: a payload. */
    void append(final DirectBuffer source, final int sourceOffset, final int length) {
        if (hasRoom(length)) {
            buffer.putBytes(position, source, sourceOffset, length);
            position += length;
        }
    }

    /** Writes a binary up to its bytes, which are not ours to write. */
    void putBinaryHead(final int length) {
        final int code = length <= SIZE_8_MAX ? FormatCode.VBIN8 : FormatCode.VBIN32;
        final int sizeWidth = length <= SIZE_8_MAX ? 1 : Integer.BYTES;
        if (begin(code, sizeWidth)) {
            putSize(position, sizeWidth, length);
            position += sizeWidth;
        }
    }

    public TypeWriter putNull() {
        if (trimmed[level] && level > 0 && !behindDescriptor) {
            heldNulls[level]++; // written when a field follows
        } else {
            begin(FormatCode.NULL, 0);
        }
        return this;
    }

    public TypeWriter putBoolean(final boolean value) {
        final int code = choose(value ? FormatCode.TRUE : FormatCode.FALSE);
        return code == FormatCode.BOOLEAN ? fixed(code, value ? 1 : 0) : fixed(code, 0);
    }

    public TypeWriter putUbyte(final int value) {
        assert value == (value & 0xFF);
        return fixed(FormatCode.UBYTE, value);
    }

    public TypeWriter putUshort(final int value) {
        assert value == (value & 0xFFFF);
        return fixed(FormatCode.USHORT, value);
    }

    /** Writes 0 to 2^32 - 1. */
    public TypeWriter putUint(final long value) {
        assert value == (value & FieldReader.UINT_MAX);
        final int small = value == 0 ? FormatCode.UINT0 : FormatCode.SMALLUINT;
        return fixed(choose(value > 0xFF ? FormatCode.UINT : small), value);
    }

    /** Writes all 64 bits. */
    public TypeWriter putUlong(final long value) {
        final int small = value == 0 ? FormatCode.ULONG0 : FormatCode.SMALLULONG;
        return fixed(choose(value < 0 || value > 0xFF ? FormatCode.ULONG : small), value);
    }

    public TypeWriter putByte(final byte value) {
        return fixed(FormatCode.BYTE, value);
    }

    public TypeWriter putShort(final short value) {
        return fixed(FormatCode.SHORT, value);
    }

    public TypeWriter putInt(final int value) {
        return fixed(choose(value == (byte) value ? FormatCode.SMALLINT : FormatCode.INT), value);
    }

    public TypeWriter putLong(final long value) {
        return fixed(choose(value == (byte) value ? FormatCode.SMALLLONG : FormatCode.LONG), value);
    }

    public TypeWriter putFloat(final float value) {
        return fixed(FormatCode.FLOAT, Float.floatToRawIntBits(value));
    }

    public TypeWriter putDouble(final double value) {
        return fixed(FormatCode.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** Writes the bits of an IEEE 754 decimal32. */
    public TypeWriter putDecimal32(final int bits) {
        return fixed(FormatCode.DECIMAL32, bits);
    }

    /** Writes the bits of an IEEE 754 decimal64. */
    public TypeWriter putDecimal64(final long bits) {
        return fixed(FormatCode.DECIMAL64, bits);
    }

    /** Writes the bits of an IEEE 754 decimal128, the high half first. */
    public TypeWriter putDecimal128(final long highBits, final long lowBits) {
        return fixed16(FormatCode.DECIMAL128, highBits, lowBits);
    }

    public TypeWriter putUuid(final long highBits, final long lowBits) {
        return fixed16(FormatCode.UUID, highBits, lowBits);
    }

    /** Writes a Unicode scalar value. */
    public TypeWriter putChar(final int codePoint) {
        assert TypeReader.isScalar(codePoint);
        return fixed(FormatCode.CHAR, codePoint);
    }

    /** Writes milliseconds since 1970, or before it. */
    public TypeWriter putTimestamp(final long epochMs) {
        return fixed(FormatCode.TIMESTAMP, epochMs);
    }

    public TypeWriter putBinary(final Slice bytes) {
        return variable(FormatCode.VBIN8, bytes);
    }

    /** Writes bytes that are UTF-8. */
    public TypeWriter putString(final Slice utf8) {
        assert Text.isUtf8(utf8.buffer(), Range.of(utf8.offset(), utf8.length()));
        return variable(FormatCode.STR8, utf8);
    }

    /** Writes bytes that are ASCII. */
    public TypeWriter putSymbol(final Slice ascii) {
        assert Text.isAscii(ascii.buffer(), Range.of(ascii.offset(), ascii.length()));
        return variable(FormatCode.SYM8, ascii);
    }

    /** Writes a value that is encoded already and has been checked. */
    public TypeWriter putEncoded(final Slice encoded) {
        assert elementCodes[level] == OWN_CONSTRUCTOR && encoded.length() > 0;
        if (begin(encoded.byteAt(0) & 0xFF, encoded.length() - 1)) {
            buffer.putBytes(position, encoded.buffer(), encoded.offset() + 1, encoded.length() - 1);
            position += encoded.length() - 1;
        }
        return this;
    }

    /** Begins a described value; the value comes next. */
    public TypeWriter putDescriptor(final Descriptor descriptor) {
        assert descriptor != Descriptor.UNKNOWN;
        if (begin(FormatCode.DESCRIBED, 2)) {
            putDescriptorBytes(descriptor);
        }
        behindDescriptor = true;
        return this;
    }

    /** Begins a described value with a descriptor of someone else's; the value comes next. */
    public TypeWriter putDescriptor(final Slice encodedDescriptor) {
        if (begin(FormatCode.DESCRIBED, encodedDescriptor.length())) {
            position += encodedDescriptor.copyTo(buffer, position);
        }
        behindDescriptor = true;
        return this;
    }

    public TypeWriter beginList() {
        return push(FormatCode.LIST8, false);
    }

    /**
     * Begins a composite value: a described list whose trailing nulls are left out (section 1.4).
     */
    public TypeWriter beginFields(final Descriptor descriptor) {
        return putDescriptor(descriptor).push(FormatCode.LIST8, true);
    }

    public TypeWriter endList() {
        assert codes[level] == FormatCode.LIST8 || codes[level] == FormatCode.LIST32;
        return pop();
    }

    /** Begins a map: keys and values follow by turns. */
    public TypeWriter beginMap() {
        return push(FormatCode.MAP8, false);
    }

    public TypeWriter endMap() {
        assert !fits || (counts[level] & 1) == 0 : "a key without a value";
        return pop();
    }

    /**
     * Begins an array whose elements all have this format code: values that follow must fit it.
     * Elements that are lists, maps or arrays have the large form.
     */
    public TypeWriter beginArray(final int elementCode) {
        assert elementCode < FormatCode.LIST8 || FormatCode.isLarge(elementCode);
        push(FormatCode.ARRAY8, false);
        constructor(elementCode);
        return this;
    }

    /** Begins an array of described values: the descriptor is written once. */
    public TypeWriter beginArray(final Descriptor descriptor, final int elementCode) {
        assert elementCode < FormatCode.LIST8 || FormatCode.isLarge(elementCode);
        push(FormatCode.ARRAY8, false);
        if (hasRoom(3)) {
            buffer.putByte(position++, (byte) FormatCode.DESCRIBED);
            putDescriptorBytes(descriptor);
        }
        constructor(elementCode);
        return this;
    }

    public TypeWriter endArray() {
        assert codes[level] == FormatCode.ARRAY8 || codes[level] == FormatCode.ARRAY32;
        return pop();
    }

    private void constructor(final int elementCode) {
        if (hasRoom(1)) {
            buffer.putByte(position++, (byte) elementCode);
        }
        elementCodes[level] = elementCode;
    }

    private void putDescriptorBytes(final Descriptor descriptor) {
        buffer.putByte(position++, (byte) FormatCode.SMALLULONG);
        buffer.putByte(position++, (byte) descriptor.code());
    }

    /** The code that an array's constructor demands, or else the smallest. */
    private int choose(final int smallest) {
        final int elementCode = elementCodes[level];
        if (elementCode == OWN_CONSTRUCTOR) {
            return smallest;
        }
        assert AmqpType.of(smallest).isEncodedAs(elementCode) : "not what the array is of";
        return elementCode;
    }

    private boolean hasRoom(final int length) {
        fits &= length <= limit - position;
        return fits;
    }

    /**
     * Begins a value of the current level: the nulls held back before it, and its constructor where
     * it has one of its own. False if it doesn't fit with its {@code length} bytes.
     */
    private boolean begin(final int code, final int length) {
        final boolean isOwn = elementCodes[level] == OWN_CONSTRUCTOR;
        assert isOwn || elementCodes[level] == code : "not what the array is of";
        final int nulls = behindDescriptor ? 0 : heldNulls[level];
        if (!hasRoom(nulls + (isOwn ? 1 : 0) + length)) {
            behindDescriptor = false;
            return false;
        }
        if (!behindDescriptor) {
            for (int i = 0; i < nulls; i++) {
                buffer.putByte(position++, (byte) FormatCode.NULL);
            }
            counts[level] += nulls + 1;
            heldNulls[level] = 0;
        }
        behindDescriptor = false;
        if (isOwn) {
            buffer.putByte(position++, (byte) code);
        }
        return true;
    }

    private TypeWriter fixed(final int code, final long value) {
        final int width = FormatCode.width(code);
        assert width != 1 || value >= Byte.MIN_VALUE && value <= 0xFF : "too large for the array";
        if (begin(code, width)) {
            switch (width) {
                case 1 -> buffer.putByte(position, (byte) value);
                case Short.BYTES -> buffer.putShort(position, (short) value, BIG_ENDIAN);
                case Integer.BYTES -> buffer.putInt(position, (int) value, BIG_ENDIAN);
                case Long.BYTES -> buffer.putLong(position, value, BIG_ENDIAN);
                default -> {
                    assert width == 0;
                }
            }
            position += width;
        }
        return this;
    }

    private TypeWriter fixed16(final int code, final long highBits, final long lowBits) {
        if (begin(code, 2 * Long.BYTES)) {
            buffer.putLong(position, highBits, BIG_ENDIAN);
            buffer.putLong(position + Long.BYTES, lowBits, BIG_ENDIAN);
            position += 2 * Long.BYTES;
        }
        return this;
    }

    private TypeWriter variable(final int code8, final Slice bytes) {
        final int length = bytes.length();
        final int code = choose(length <= SIZE_8_MAX ? code8 : code8 + FormatCode.TO_32);
        final int sizeWidth = FormatCode.isLarge(code) ? Integer.BYTES : 1;
        assert sizeWidth > 1 || length <= SIZE_8_MAX;
        if (begin(code, sizeWidth + length)) {
            putSize(position, sizeWidth, length);
            position += sizeWidth + bytes.copyTo(buffer, position + sizeWidth);
        }
        return this;
    }

    private void putSize(final int at, final int width, final int size) {
        if (width == 1) {
            buffer.putByte(at, (byte) size);
        } else {
            buffer.putInt(at, size, BIG_ENDIAN);
        }
    }

    private TypeWriter push(final int code8, final boolean isComposite) {
        final boolean isOwn = elementCodes[level] == OWN_CONSTRUCTOR;
        final int code = isOwn ? code8 : code8 + FormatCode.TO_32;
        final int header = isOwn ? HEADER_8 - 1 : ELEMENT_HEADER_32;
        // A list that stays empty takes its format code alone.
        if (begin(code, code == FormatCode.LIST8 ? 0 : header)) {
            position += header;
        }
        level++;
        codes[level] = code;
        starts[level] = position;
        counts[level] = 0;
        elementCodes[level] = OWN_CONSTRUCTOR;
        trimmed[level] = isComposite;
        heldNulls[level] = 0;
        return this;
    }

    private TypeWriter pop() {
        final int code = codes[level];
        final int start = starts[level];
        final int count = counts[level];
        level--;
        if (!fits) {
            return this;
        }
        final int length = position - start;
        if (elementCodes[level] != OWN_CONSTRUCTOR) {
            putSize(start - ELEMENT_HEADER_32, Integer.BYTES, length + Integer.BYTES);
            putSize(start - Integer.BYTES, Integer.BYTES, count);
        } else if (code == FormatCode.LIST8 && count == 0) {
            position = start - HEADER_8 + 1;
            buffer.putByte(position - 1, (byte) FormatCode.LIST0);
        } else if (length + 1 <= SIZE_8_MAX && count <= SIZE_8_MAX) {
            putSize(start - 2, 1, length + 1);
            putSize(start - 1, 1, count);
        } else {
            grow(code, start, length, count);
        }
        return this;
    }

    private void grow(final int code, final int start, final int length, final int count) {
        if (hasRoom(HEADER_32 - HEADER_8)) {
            final int from = start - HEADER_8;
            buffer.putBytes(from + HEADER_32, buffer, start, length);
            buffer.putByte(from, (byte) (code + FormatCode.TO_32));
            putSize(from + 1, Integer.BYTES, length + Integer.BYTES);
            putSize(from + 1 + Integer.BYTES, Integer.BYTES, count);
            position += HEADER_32 - HEADER_8;
        }
    }
}
