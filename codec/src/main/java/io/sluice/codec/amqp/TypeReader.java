package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Checks encoded values (AMQP 1.0 part 1) in a range of a buffer, one behind another: format codes,
 * sizes against counts, characters, nesting and number of elements; one per loop, or in each
 * decoder. Never recurses, allocates or reads outside the range; every step moves on by a byte at
 * least or spends from the element budget. What it has checked, {@link TypedValue} and {@link
 * ElementCursor} read without checks.
 */
public final class TypeReader {
    /** What {@link #endOfSimple} answers for bytes that are no value. */
    static final int INVALID = -1;

    /** What {@link #endOfSimple} answers for a compound, an array or a described value. */
    static final int NESTED = -2;

    // The kinds of level.
    private static final int UNSIZED = 0; // the value itself, or descriptor and described value
    private static final int SIZED = 1; // a list, a map, or an array's elements
    private static final int CONSTRUCTOR = 2; // an array, up to the constructor of its elements

    private static final int OWN_CONSTRUCTOR = -1;

    private final int elementsMax;
    private final int[] kinds;
    private final int[] ends;
    private final int[] remaining;
    private final int[] counts;
    private final int[] elementCodes;

    // Of the range.
    private DirectBuffer buffer;
    private int position;
    private int limit;
    private int budget;

    // Of the value in hand.
    private int level;
    private int sizedEnd;
    private int sizedCount;
    private AmqpError fault;

    public TypeReader(final TypeLimits limits) {
        elementsMax = limits.elementsMax();
        final int levels = limits.depthMax() + 1;
        kinds = new int[levels];
        ends = new int[levels];
        remaining = new int[levels];
        counts = new int[levels];
        elementCodes = new int[levels];
    }

    /** Begins a range, with the whole element budget. */
    public TypeReader wrap(final DirectBuffer buffer, final int offset, final int length) {
        assert offset >= 0 && length >= 0 && length <= buffer.capacity() - offset;
        this.buffer = buffer;
        position = offset;
        limit = offset + length;
        budget = elementsMax;
        return this;
    }

    /** Where the next value begins. */
    public int position() {
        return position;
    }

    public int limit() {
        return limit;
    }

    /** Begins a buffer of which {@link #seek} chooses the ranges, with the whole budget. */
    void begin(final DirectBuffer buffer) {
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        budget = elementsMax;
    }

    /** Goes to a part of the same range and keeps what is left of the budget. */
    void seek(final int position, final int limit) {
        this.position = position;
        this.limit = limit;
    }

    /**
     * Checks one value, all that it contains, and moves behind it.
     *
     * @return NONE; DECODE_ERROR; or RESOURCE_LIMIT_EXCEEDED for more levels or elements than our
     *     {@link TypeLimits}
     */
    public AmqpError skip() {
        if (position >= limit) {
            return AmqpError.DECODE_ERROR;
        }
        final int code = buffer.getByte(position) & 0xFF;
        final int end = endOfSimple(buffer, code, position + 1, limit);
        if (end >= 0) {
            position = end;
            return AmqpError.NONE;
        }
        return end == INVALID ? AmqpError.DECODE_ERROR : skipNested();
    }

    /** Checks that the range holds one value and nothing else. */
    public AmqpError check(final DirectBuffer buffer, final int offset, final int length) {
        return wrap(buffer, offset, length).checkWithin(offset, offset + length);
    }

    /** As {@link #check}, of a range of the same buffer, and spends from what is left. */
    AmqpError checkWithin(final int offset, final int limit) {
        seek(offset, limit);
        final AmqpError error = skip();
        return error == AmqpError.NONE && position != limit ? AmqpError.DECODE_ERROR : error;
    }

    /** As {@link #checkWithin}, of a described value, whatever its descriptor. */
    AmqpError checkDescribed(final int offset, final int limit) {
        return offset < limit && buffer.getByte(offset) == FormatCode.DESCRIBED
                ? checkWithin(offset, limit)
                : AmqpError.DECODE_ERROR;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    /** Why a method answered a negative. */
    AmqpError fault() {
        return fault;
    }

    /** Where the list or map ends whose sizes {@link #readSizes} read. */
    int sizedEnd() {
        return sizedEnd;
    }

    /** Elements of the list or map whose sizes {@link #readSizes} read. */
    int sizedCount() {
        return sizedCount;
    }

    private AmqpError skipNested() {
        level = 0;
        kinds[0] = UNSIZED;
        ends[0] = limit;
        remaining[0] = 1;
        elementCodes[0] = OWN_CONSTRUCTOR;
        int at = position;
        while (true) {
            while (remaining[level] == 0) {
                if (level == 0) {
                    position = at;
                    return AmqpError.NONE;
                }
                at = close(at);
                if (at < 0) {
                    return fault;
                }
            }
            remaining[level]--;
            int code = elementCodes[level];
            if (code == OWN_CONSTRUCTOR) {
                if (at >= ends[level]) {
                    return AmqpError.DECODE_ERROR;
                }
                code = buffer.getByte(at++) & 0xFF;
            }
            final int end = endOfSimple(buffer, code, at, ends[level]);
            if (end == INVALID) {
                return AmqpError.DECODE_ERROR;
            }
            at = end == NESTED ? open(code, at) : end;
            if (at < 0) {
                return fault;
            }
        }
    }

    /** Ends the level, all of whose values are through; where to go on, or negative. */
    private int close(final int at) {
        switch (kinds[level]) {
            case CONSTRUCTOR:
                return beginElements(at);
            case SIZED:
                return at == ends[level--] ? at : fault(AmqpError.DECODE_ERROR);
            default:
                level--;
                return at;
        }
    }

    private int open(final int code, final int at) {
        if (code != FormatCode.DESCRIBED) {
            return openSized(code, at);
        }
        return push(UNSIZED, ends[level], 2) ? at : INVALID;
    }

    /** Opens a list, map or array whose size stands at {@code at}; the first value, or negative. */
    private int openSized(final int code, final int at) {
        final int content = readSizes(code, at, ends[level]);
        if (content < 0) {
            return content;
        }
        if (code >= FormatCode.ARRAY8) {
            return push(CONSTRUCTOR, sizedEnd, sizedCount) ? beginElements(content) : INVALID;
        }
        final boolean isMap = FormatCode.isMap(code);
        if (isMap && (sizedCount & 1) != 0) {
            return fault(AmqpError.DECODE_ERROR);
        }
        return push(SIZED, sizedEnd, sizedCount) ? content : INVALID;
    }

    /**
     * Checks size against range, and, but for an array, whose elements may take no bytes, count
     * against size and budget; where the content begins, or negative.
     */
    int readSizes(final int code, final int at, final int bound) {
        final int width = FormatCode.isLarge(code) ? Integer.BYTES : 1;
        if (bound - at < 2 * width) {
            return fault(AmqpError.DECODE_ERROR);
        }
        final int size = sizeAt(at, width);
        sizedCount = sizeAt(at + width, width);
        if (size < width || size > bound - at - width) {
            return fault(AmqpError.DECODE_ERROR);
        }
        sizedEnd = at + width + size;
        final int content = at + 2 * width;
        if (code >= FormatCode.ARRAY8) {
            return content;
        }
        if (sizedCount < 0 || sizedCount > sizedEnd - content) {
            return fault(AmqpError.DECODE_ERROR);
        }
        return charge(sizedCount) ? content : INVALID;
    }

    /** A size or count: as int, one from 2^31 on is negative. */
    private int sizeAt(final int at, final int width) {
        return width == 1 ? buffer.getByte(at) & 0xFF : buffer.getInt(at, BIG_ENDIAN);
    }

    /**
     * Reads the constructor of an array's elements. While that is a described one, the level reads
     * the descriptor and comes back here.
     */
    private int beginElements(final int at) {
        final int end = ends[level];
        if (at >= end) {
            return fault(AmqpError.DECODE_ERROR);
        }
        final int code = buffer.getByte(at) & 0xFF;
        if (code == FormatCode.DESCRIBED) {
            remaining[level] = 1;
            return at + 1;
        }
        final int width = FormatCode.width(code);
        final int content = at + 1;
        final long count = Integer.toUnsignedLong(counts[level]);
        if (width >= 0 ? count * width != end - content : count > end - content) {
            return fault(AmqpError.DECODE_ERROR);
        }
        if (width == FormatCode.UNDEFINED) {
            return fault(AmqpError.DECODE_ERROR);
        }
        final boolean isLookedInto = code == FormatCode.BOOLEAN || code == FormatCode.CHAR;
        // Others of a byte or more are not walked: their number costs nothing.
        if ((width <= 0 || isLookedInto) && !charge(count)) {
            return INVALID;
        }
        kinds[level] = SIZED;
        if (width >= 0) {
            remaining[level] = 0;
            return !isLookedInto || areLegal(code, content, end)
                    ? end
                    : fault(AmqpError.DECODE_ERROR);
        }
        remaining[level] = (int) count;
        elementCodes[level] = code;
        return content;
    }

    /** Whether elements of fixed width that have illegal values, too, have legal ones. */
    private boolean areLegal(final int code, final int from, final int end) {
        int at = from;
        while (at >= 0 && at < end) {
            at = endOfSimple(buffer, code, at, end);
        }
        return at == end;
    }

    private boolean charge(final long elements) {
        if (elements > budget) {
            fault(AmqpError.RESOURCE_LIMIT_EXCEEDED);
            return false;
        }
        budget -= (int) elements;
        return true;
    }

    int fault(final AmqpError error) {
        fault = error;
        return INVALID;
    }

    private boolean push(final int kind, final int end, final int count) {
        if (level + 1 == kinds.length) {
            fault(AmqpError.RESOURCE_LIMIT_EXCEEDED);
            return false;
        }
        level++;
        kinds[level] = kind;
        ends[level] = end;
        remaining[level] = count;
        counts[level] = count;
        elementCodes[level] = OWN_CONSTRUCTOR;
        return true;
    }

    /**
     * Checks a value that contains no other: where it ends, {@link #INVALID}, or {@link #NESTED}.
     *
     * @param at behind the constructor
     */
    static int endOfSimple(
            final DirectBuffer buffer, final int code, final int at, final int limit) {
        switch (code) {
            case FormatCode.NULL:
            case FormatCode.TRUE:
            case FormatCode.FALSE:
            case FormatCode.UINT0:
            case FormatCode.ULONG0:
            case FormatCode.LIST0:
                return at;
            case FormatCode.BOOLEAN:
                return at < limit && (buffer.getByte(at) & 0xFE) == 0 ? at + 1 : INVALID;
            case FormatCode.CHAR:
                return limit - at >= Integer.BYTES && isScalar(buffer.getInt(at, BIG_ENDIAN))
                        ? at + Integer.BYTES
                        : INVALID;
            case FormatCode.VBIN8:
            case FormatCode.VBIN32:
            case FormatCode.STR8:
            case FormatCode.STR32:
            case FormatCode.SYM8:
            case FormatCode.SYM32:
                return endOfVariable(buffer, code, at, limit);
            default:
                final int width = FormatCode.width(code);
                if (width >= 0) {
                    return limit - at >= width ? at + width : INVALID;
                }
                return width == FormatCode.UNDEFINED ? INVALID : NESTED;
        }
    }

    /** As {@link #endOfSimple}, of a binary, string or symbol. */
    static int endOfVariable(
            final DirectBuffer buffer, final int code, final int at, final int limit) {
        final long range = Text.variable(buffer, code, at, limit);
        if (range == Range.NONE) {
            return INVALID;
        }
        return Text.isLegal(buffer, code, range) ? Range.end(range) : INVALID;
    }

    /** Whether this is a Unicode scalar value: no surrogate, at most U+10FFFF (section 1.6.16). */
    static boolean isScalar(final int codePoint) {
        return codePoint >= 0
                && codePoint <= Character.MAX_CODE_POINT
                && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }
}
