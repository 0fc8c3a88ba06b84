package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.FormatCode;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;

/**
 * Tells a checked value with all that it contains, types and not encodings, and writes it again.
 * Allocates nothing once it is made. The elements of an array are told as what is behind the
 * descriptor, where they have one.
 */
final class ValueTelling {
    private static final int LEVELS = 128;
    private static final int TO_32 = 0x10; // from a small form's code to the large one's

    private final ElementCursor[] cursors = new ElementCursor[LEVELS];
    private final TypedValue[] descriptors = new TypedValue[LEVELS];
    private final TypedValue[] described = new TypedValue[LEVELS];
    private final MapCursor[] maps = new MapCursor[LEVELS];
    private final Slice text = new Slice();
    private final Slice encodedDescriptor = new Slice();

    private int level;
    private long elements;

    ValueTelling() {
        for (int i = 0; i < LEVELS; i++) {
            cursors[i] = new ElementCursor();
            maps[i] = new MapCursor();
            descriptors[i] = new TypedValue();
            described[i] = new TypedValue();
        }
    }

    /** Elements of lists, maps and arrays that the last telling has met, and that are limited. */
    long elements() {
        return elements;
    }

    void tell(final String label, final TypedValue value, final Transcript transcript) {
        level = 0;
        elements = 0;
        transcript.number(label, value.type().ordinal());
        tell(value, transcript);
    }

    /** Tells a "multiple" field: one symbol and an array of that symbol alone are the same. */
    void tellMultiple(final String label, final TypedValue value, final Transcript transcript) {
        final boolean isSymbols = value.type() != AmqpType.LIST;
        if (!isSymbols) {
            tell(label, value, transcript); // a list, which some peers write
            return;
        }
        level = 0;
        final ElementCursor cursor = cursors[level++].wrap(value);
        while (cursor.next()) {
            transcript.number(label, cursor.value().type().ordinal());
            tell(cursor.value(), transcript);
        }
        transcript.flag(label, value.isNull());
    }

    private void tell(final TypedValue value, final Transcript transcript) {
        switch (value.type()) {
            case NULL -> transcript.number("null", 0);
            case BOOLEAN -> transcript.flag("boolean", value.booleanValue());
            case UBYTE, USHORT, UINT, ULONG, BYTE, SHORT, INT, LONG, CHAR, TIMESTAMP ->
                    transcript.number("integer", value.integer());
            case FLOAT -> transcript.number("float", Float.floatToRawIntBits(value.floatValue()));
            case DOUBLE ->
                    transcript.number("double", Double.doubleToRawLongBits(value.doubleValue()));
            case UUID -> {
                transcript.number("high", value.uuidHigh());
                transcript.number("low", value.uuidLow());
            }
            case DECIMAL32, DECIMAL64, DECIMAL128, BINARY, STRING, SYMBOL ->
                    transcript.slice("bytes", value.bytes());
            case DESCRIBED -> tellDescribed(value, transcript);
            case MAP -> tellPairs(value, transcript);
            case LIST, ARRAY -> tellElements(value, transcript);
        }
    }

    private void tellDescribed(final TypedValue value, final Transcript transcript) {
        final int at = level++;
        final TypedValue descriptor = value.descriptor(descriptors[at]);
        transcript.number("descriptor", descriptor.type().ordinal());
        tell(descriptor, transcript);
        final TypedValue content = value.described(described[at]);
        transcript.number("described", content.type().ordinal());
        tell(content, transcript);
        level = at;
    }

    private void tellElements(final TypedValue value, final Transcript transcript) {
        final int at = level++;
        final ElementCursor cursor = cursors[at].wrap(value);
        transcript.number("elements", cursor.remaining());
        while (cursor.next()) {
            if (value.type() == AmqpType.LIST || isLimited(cursor.value().formatCode())) {
                elements++;
            }
            transcript.number("element", cursor.value().type().ordinal());
            tell(cursor.value(), transcript);
        }
        level = at;
    }

    /** Whether array elements of this format code take no byte, or may be illegal. */
    private static boolean isLimited(final int code) {
        return code < FormatCode.UBYTE
                || code >= FormatCode.VBIN8
                || code == FormatCode.BOOLEAN
                || code == FormatCode.CHAR;
    }

    private void tellPairs(final TypedValue map, final Transcript transcript) {
        final int at = level++;
        final MapCursor pairs = maps[at].wrap(map);
        final ElementCursor cursor = cursors[at].wrap(map);
        if (2 * pairs.remaining() != cursor.remaining()) {
            throw new Finding(pairs.remaining() + " pairs");
        }
        transcript.number("pairs", pairs.remaining());
        while (pairs.next()) {
            elements += 2;
            checkPair(pairs, cursor);
            transcript.number("key", pairs.key().type().ordinal());
            tell(pairs.key(), transcript);
            transcript.number("value", pairs.value().type().ordinal());
            tell(pairs.value(), transcript);
        }
        pairs.rewind();
        if (pairs.next() && isText(pairs.key().type())) {
            final int valueType = pairs.value().type().ordinal();
            text.wrap(pairs.key().bytes());
            if (!pairs.find(text) || pairs.value().type().ordinal() != valueType) {
                throw new Finding("does not find the first key");
            }
        }
        level = at;
    }

    /** A pair lies where the elements do. */
    private static void checkPair(final MapCursor pairs, final ElementCursor cursor) {
        cursor.next();
        final int keyOffset = cursor.value().encoded().offset();
        cursor.next();
        if (pairs.key().encoded().offset() != keyOffset
                || pairs.value().encoded().offset() != cursor.value().encoded().offset()) {
            throw new Finding("a pair is no two elements");
        }
    }

    private static boolean isText(final AmqpType type) {
        return type == AmqpType.STRING || type == AmqpType.SYMBOL;
    }

    /** Writes a value that has a constructor of its own, in the smallest encodings. */
    void write(final TypedValue value, final TypeWriter types) {
        level = 0;
        put(value, types);
    }

    private void put(final TypedValue value, final TypeWriter types) {
        switch (value.type()) {
            case NULL -> types.putNull();
            case BOOLEAN -> types.putBoolean(value.booleanValue());
            case UBYTE -> types.putUbyte((int) value.integer());
            case USHORT -> types.putUshort((int) value.integer());
            case UINT -> types.putUint(value.integer());
            case ULONG -> types.putUlong(value.integer());
            case BYTE -> types.putByte((byte) value.integer());
            case SHORT -> types.putShort((short) value.integer());
            case INT -> types.putInt((int) value.integer());
            case LONG -> types.putLong(value.integer());
            case CHAR -> types.putChar((int) value.integer());
            case TIMESTAMP -> types.putTimestamp(value.integer());
            case FLOAT -> types.putFloat(value.floatValue());
            case DOUBLE -> types.putDouble(value.doubleValue());
            case UUID -> types.putUuid(value.uuidHigh(), value.uuidLow());
            case DECIMAL32 -> types.putDecimal32((int) bits(value.bytes(), 0, Integer.BYTES));
            case DECIMAL64 -> types.putDecimal64(bits(value.bytes(), 0, Long.BYTES));
            case DECIMAL128 ->
                    types.putDecimal128(
                            bits(value.bytes(), 0, Long.BYTES),
                            bits(value.bytes(), Long.BYTES, Long.BYTES));
            case BINARY -> types.putBinary(value.bytes());
            case STRING -> types.putString(value.bytes());
            case SYMBOL -> types.putSymbol(value.bytes());
            case DESCRIBED -> putDescribed(value, types);
            case LIST -> {
                types.beginList();
                putElements(value, types);
                types.endList();
            }
            case MAP -> {
                types.beginMap();
                putElements(value, types);
                types.endMap();
            }
            case ARRAY -> putArray(value, types);
        }
    }

    private void putDescribed(final TypedValue value, final TypeWriter types) {
        final int at = level++;
        final TypedValue descriptor = value.descriptor(descriptors[at]);
        types.putDescriptor(encodedDescriptor.wrap(descriptor.encoded()));
        put(value.described(described[at]), types);
        level = at;
    }

    private void putElements(final TypedValue value, final TypeWriter types) {
        final int at = level++;
        final ElementCursor cursor = cursors[at].wrap(value);
        while (cursor.next()) {
            put(cursor.value(), types);
        }
        level = at;
    }

    /** An array of arrays or of described values goes as it is: a descriptor may be hidden. */
    private void putArray(final TypedValue value, final TypeWriter types) {
        final Slice encoded = value.encoded();
        final boolean isSmall = value.formatCode() == FormatCode.ARRAY8;
        final int elementCode = encoded.byteAt(isSmall ? 3 : 9) & 0xFF;
        if (elementCode == FormatCode.DESCRIBED || elementCode >= FormatCode.ARRAY8) {
            types.putEncoded(encoded);
            return;
        }
        types.beginArray(elementCodeToWrite(elementCode));
        putElements(value, types);
        types.endArray();
    }

    private static int elementCodeToWrite(final int elementCode) {
        if (elementCode == FormatCode.LIST0) {
            return FormatCode.LIST32;
        }
        return elementCode < FormatCode.LIST8 ? elementCode : elementCode | TO_32;
    }

    private static long bits(final Slice bytes, final int from, final int length) {
        long bits = 0;
        for (int i = from; i < from + length; i++) {
            bits = bits << 8 | bytes.byteAt(i) & 0xFF;
        }
        return bits;
    }
}
