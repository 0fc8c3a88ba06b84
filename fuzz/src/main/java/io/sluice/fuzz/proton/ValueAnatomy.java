package io.sluice.fuzz.proton;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Walks encoded values (AMQP 1.0 part 1 section 1.6), plainly and recursively. */
final class ValueAnatomy {
    static final int DEPTH_MAX = 50;
    static final int ELEMENTS_MAX = 65_536;

    private static final int DESCRIBED = 0;

    private final byte[] bytes;
    private final Notes notes;
    private long budget = ELEMENTS_MAX;
    private boolean isFree = true;

    ValueAnatomy(final byte[] bytes, final Notes notes) {
        this.bytes = bytes;
        this.notes = notes;
    }

    int byteAt(final int at) {
        return bytes[at] & 0xFF;
    }

    /** A size or count of one or of four bytes. */
    long unsigned(final int at, final int width) {
        return width == 1 ? byteAt(at) : ByteBuffer.wrap(bytes).getInt(at) & 0xFFFF_FFFFL;
    }

    /** The descriptor of the value that begins here. */
    FoundDescriptor descriptor(final int at, final int end) {
        return FoundDescriptor.at(bytes, at, end);
    }

    /** Where the value that begins here ends. */
    int value(final int at, final int end, final int depth) {
        notes.stopIf(at >= end, Condition.VALUE_PAST_END);
        return body(byteAt(at), at + 1, end, depth);
    }

    /** As {@link #value}, of a composite value that is looked into later. */
    int typedValue(final int at, final int end) {
        isFree = false;
        try {
            return value(at, end, 0);
        } finally {
            isFree = true;
        }
    }

    /** Bytes of a value with this format code, -1 for a size in front, -2 for no code. */
    static int width(final int code) {
        return switch (code) {
            case 0x40, 0x41, 0x42, 0x43, 0x44, 0x45 -> 0;
            case 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56 -> 1;
            case 0x60, 0x61 -> 2;
            case 0x70, 0x71, 0x72, 0x73, 0x74 -> 4;
            case 0x80, 0x81, 0x82, 0x83, 0x84 -> 8;
            case 0x94, 0x98 -> 16;
            case 0xA0,
                    0xA1,
                    0xA3,
                    0xB0,
                    0xB1,
                    0xB3,
                    0xC0,
                    0xC1,
                    0xD0,
                    0xD1,
                    0xE0,
                    0xF0,
                    DESCRIBED ->
                    -1;
            default -> -2;
        };
    }

    private int body(final int code, final int at, final int end, final int depth) {
        final int width = width(code);
        notes.stopIf(width == -2, Condition.FORMAT_CODE_UNKNOWN);
        if (width >= 0) {
            notes.stopIf(width > end - at, Condition.VALUE_PAST_END);
            fixed(code, at);
            return at + width;
        }
        if (code == DESCRIBED) {
            notes.stopIf(depth == DEPTH_MAX, Condition.TOO_DEEP);
            notes.noteIf(
                    isFree && descriptor(at - 1, end).isStandard(),
                    Condition.STANDARD_TYPE_IN_VALUE);
            return value(value(at, end, depth + 1), end, depth + 1);
        }
        return code < 0xC0 ? variable(code, at, end) : compound(code, at, end, depth);
    }

    private void fixed(final int code, final int at) {
        if (code == 0x56) {
            notes.noteIf(byteAt(at) > 1, Condition.BOOLEAN_NOT_0_OR_1);
        } else if (code == 0x73) {
            final long point = unsigned(at, 4);
            final boolean isSurrogate = point >= 0xD800 && point <= 0xDFFF;
            notes.noteIf(point > 0x10FFFF || isSurrogate, Condition.CHAR_NOT_SCALAR);
            notes.noteIf(point > 0xFFFF, Condition.CHAR_BEYOND_16_BITS);
        } else if (code == 0x83) {
            notes.noteIf(isFree, Condition.TIMESTAMP_IN_VALUE);
        } else if (code == 0x72) {
            final int bits = (int) unsigned(at, 4);
            final float number = Float.intBitsToFloat(bits);
            notes.noteIf(Float.floatToIntBits(number) != bits, Condition.NAN_WITH_PAYLOAD);
        } else if (code == 0x82) {
            final long bits = ByteBuffer.wrap(bytes).getLong(at);
            final double number = Double.longBitsToDouble(bits);
            notes.noteIf(Double.doubleToLongBits(number) != bits, Condition.NAN_WITH_PAYLOAD);
        }
    }

    private int variable(final int code, final int at, final int end) {
        final int width = code < 0xB0 ? 1 : 4;
        notes.stopIf(width > end - at, Condition.VALUE_PAST_END);
        final long length = unsigned(at, width);
        final int from = at + width;
        notes.stopIf(length > end - from, Condition.VALUE_PAST_END);
        final int to = from + (int) length;
        if ((code & 0x0F) == 1) {
            notes.noteIf(!isUtf8(from, to), Condition.STRING_NOT_UTF8);
        } else if ((code & 0x0F) == 3) {
            notes.noteIf(!isAscii(from, to), Condition.SYMBOL_NOT_ASCII);
        }
        return to;
    }

    boolean isAscii(final int from, final int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isUtf8(final int from, final int to) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }

    /** The place of a list, map or array: its content, its end, and how many there are in it. */
    record Extent(int content, int end, long count) {}

    Extent extent(final int code, final int at, final int end) {
        final int width = (code & 0x10) == 0 ? 1 : 4;
        notes.stopIf(2 * width > end - at, Condition.VALUE_PAST_END);
        final long size = unsigned(at, width);
        final long count = unsigned(at + width, width);
        notes.stopIf(size < width, Condition.SIZE_BELOW_COUNT);
        notes.stopIf(size > end - at - width, Condition.SIZE_PAST_END);
        final Extent extent = new Extent(at + 2 * width, at + width + (int) size, count);
        if (code < 0xE0) {
            notes.stopIf(count > extent.end - extent.content, Condition.COUNT_PAST_SIZE);
        }
        return extent;
    }

    void charge(final long elements) {
        notes.stopIf(elements > budget, Condition.TOO_MANY_ELEMENTS);
        budget -= elements;
    }

    private int compound(final int code, final int at, final int end, final int depth) {
        final Extent extent = extent(code, at, end);
        if (code >= 0xE0) {
            notes.stopIf(depth == DEPTH_MAX, Condition.TOO_DEEP);
            return array(extent, depth + 1);
        }
        charge(extent.count);
        notes.noteIf((code & 1) != 0 && (extent.count & 1) != 0, Condition.MAP_COUNT_ODD);
        notes.stopIf(depth == DEPTH_MAX, Condition.TOO_DEEP);
        int next = extent.content;
        for (long i = 0; i < extent.count; i++) {
            notes.stopIf(next >= extent.end, Condition.COUNT_PAST_SIZE);
            notes.noteIf(
                    isFree && code != 0xC1 && code != 0xD1 && bytes[next] == 0x40,
                    Condition.NULL_IN_LIST);
            next = value(next, extent.end, depth + 1);
        }
        notes.noteIf(next != extent.end, Condition.COUNT_BELOW_SIZE);
        return extent.end;
    }

    private int array(final Extent extent, final int depth) {
        int at = extent.content;
        notes.stopIf(at >= extent.end, Condition.ARRAY_WITHOUT_CONSTRUCTOR);
        int code = byteAt(at++);
        while (code == DESCRIBED) {
            notes.note(Condition.ARRAY_OF_DESCRIBED);
            at = value(at, extent.end, depth);
            notes.stopIf(at >= extent.end, Condition.ARRAY_WITHOUT_CONSTRUCTOR);
            code = byteAt(at++);
        }
        notes.noteIf(code == 0x40, Condition.ARRAY_OF_NULL);
        notes.noteIf(code >= 0xE0, Condition.ARRAY_OF_ARRAYS);
        final int width = width(code);
        notes.stopIf(width == -2, Condition.FORMAT_CODE_UNKNOWN);
        final long room = extent.end - at;
        notes.stopIf(
                width >= 0 ? extent.count * width != room : extent.count > room,
                Condition.ARRAY_SIZE_NOT_OF_COUNT);
        if (width <= 0 || code == 0x56 || code == 0x73) {
            charge(extent.count); // the others are of any value: nobody has to walk them
        }
        if (width == 0) {
            return extent.end;
        }
        for (long i = 0; i < extent.count; i++) {
            at = body(code, at, extent.end, depth);
        }
        notes.noteIf(at != extent.end, Condition.ARRAY_SIZE_NOT_OF_COUNT);
        return extent.end;
    }

    /** The format code of an array's elements, behind the descriptors. */
    int elementCode(final Extent array) {
        int at = array.content;
        while (byteAt(at) == DESCRIBED) {
            at = value(at + 1, array.end, 0);
        }
        return byteAt(at);
    }

    byte[] variableBytes(final int at) {
        final int width = byteAt(at) < 0xB0 ? 1 : 4;
        final int from = at + 1 + width;
        return Arrays.copyOfRange(bytes, from, from + (int) unsigned(at + 1, width));
    }
}
