package io.sluice.codec.amqp;

import io.sluice.codec.wire.CheckedRange;
import org.agrona.DirectBuffer;

/**
 * Walks the fields of a composite type, which is a described list (AMQP 1.0 part 1 section 1.4):
 * each call reads the next field, checked to be of the type asked for. A field that is null or
 * missing reads as absent. The first fault ends the walk: later fields read as absent, and {@link
 * #finish} tells it. What every performative, section, state and terminus is read with: a decoder
 * and those of the composites within share one, which reads the outer fields to their end first.
 */
final class FieldReader {
    /** A uint, ushort or ubyte that is null or missing. */
    static final int ABSENT = -1;

    /** The highest uint: the default of what bounds something. */
    static final long UINT_MAX = 0xFFFF_FFFFL;

    private static final int NULL_HEAD = FormatCode.NULL << 8;

    private final TypeReader types;
    private final MapReader maps;
    private final TypedValue compound = new TypedValue();
    private final ElementCursor elements = new ElementCursor();

    private DirectBuffer buffer;
    private int position;
    private int end;
    private int remaining;
    private boolean present;
    private AmqpError fault = AmqpError.NONE;

    FieldReader(final TypeLimits limits) {
        types = new TypeReader(limits);
        maps = new MapReader(types, limits.keysMax());
    }

    /** What checks the fields that contain others. */
    TypeReader types() {
        return types;
    }

    /** What checks the fields that are maps. */
    MapReader maps() {
        return maps;
    }

    /**
     * Opens the described list at {@code offset}, which must have this descriptor, with the whole
     * element budget.
     */
    void begin(
            final DirectBuffer buffer,
            final int offset,
            final int limit,
            final Descriptor descriptor) {
        types.begin(buffer);
        beginWithin(buffer, offset, limit, descriptor);
    }

    /** As {@link #begin}, with what the composite around this one has left of the budget. */
    void beginWithin(
            final DirectBuffer buffer,
            final int offset,
            final int limit,
            final Descriptor descriptor) {
        beginFields(buffer, offset, limit);
        if (limit - offset >= Long.BYTES) {
            // The usual descriptor, a list8's code, size and count, in one access.
            final long head = CheckedRange.int64(buffer, offset);
            if ((int) (head >>> 32) == descriptor.list8Head()) {
                openList8(offset + 4, (int) (head >>> 16) & 0xFFFF, limit);
                return;
            }
        }
        final long parsed = Descriptor.parse(buffer, offset, limit);
        if (parsed != Descriptor.NOT_DESCRIBED && Descriptor.code(parsed) == descriptor.code()) {
            openList(Descriptor.valueOffset(parsed), limit);
        } else {
            fail(AmqpError.DECODE_ERROR);
        }
    }

    /** Opens the list at {@code offset}, behind its descriptor. */
    void beginList(final DirectBuffer buffer, final int offset, final int limit) {
        beginFields(buffer, offset, limit);
        openList(offset, limit);
    }

    private void beginFields(final DirectBuffer buffer, final int offset, final int limit) {
        CheckedRange.check(buffer, offset, limit); // all that the fields are read from
        // A reference is stored only if it changes: the collector's barrier is dear.
        if (this.buffer != buffer) {
            this.buffer = buffer;
        }
        if (fault != AmqpError.NONE) {
            fault = AmqpError.NONE;
        }
    }

    private void openList(final int offset, final int limit) {
        if (limit - offset >= Integer.BYTES) {
            // A list8's code, size and count, in one access.
            final int head = CheckedRange.int32(buffer, offset);
            if (head >>> 24 == FormatCode.LIST8) {
                openList8(offset + 1, head >>> 8 & 0xFFFF, limit);
                return;
            }
        }
        openOtherList(offset, limit);
    }

    /** Opens a list8 whose size and count, a byte each, stand at {@code at}. */
    private void openList8(final int at, final int sizeAndCount, final int limit) {
        end = at + 1 + (sizeAndCount >>> 8);
        remaining = sizeAndCount & 0xFF;
        position = at + 2;
        checkSizes(limit);
    }

    private void openOtherList(final int offset, final int limit) {
        final int available = limit - offset;
        final int code = available > 0 ? CheckedRange.ubyte(buffer, offset) : FormatCode.NULL;
        if (code == FormatCode.LIST8 && available == 3) {
            openList8(offset + 1, CheckedRange.ushort(buffer, offset + 1), limit);
            return;
        } else if (code == FormatCode.LIST0) {
            remaining = 0;
            position = offset + 1;
            end = position;
        } else if (code == FormatCode.LIST32 && available >= 9) {
            final int size = CheckedRange.int32(buffer, offset + 1);
            end = size < 0 || size > available - 5 ? offset : offset + 5 + size;
            remaining = CheckedRange.int32(buffer, offset + 5);
            position = offset + 9;
        } else {
            fail(AmqpError.DECODE_ERROR);
            return;
        }
        checkSizes(limit);
    }

    private void checkSizes(final int limit) {
        if (end < position || end > limit || remaining < 0 || remaining > end - position) {
            fail(AmqpError.DECODE_ERROR);
        }
    }

    /** Ends the walk: the first fault, or a decode error for fields or bytes left over. */
    AmqpError finish() {
        if (fault != AmqpError.NONE) {
            return fault;
        }
        return remaining != 0 || position != end ? AmqpError.DECODE_ERROR : AmqpError.NONE;
    }

    /** Ends the walk of a list that must end where its bytes do. */
    AmqpError finishAt(final int limit) {
        final AmqpError error = finish();
        return error == AmqpError.NONE && end != limit ? AmqpError.DECODE_ERROR : error;
    }

    /** Whether there is a fault so far. */
    boolean hasFault() {
        return fault != AmqpError.NONE;
    }

    /** Where the next field begins. */
    int position() {
        return position;
    }

    /** Fields that are left, null or not. */
    int remaining() {
        return remaining;
    }

    /** Where the list ends. */
    int end() {
        return end;
    }

    /** Whether fields are left, null or not. */
    boolean hasNext() {
        return remaining != 0;
    }

    /** Whether the field read last was there and not null. */
    boolean wasPresent() {
        return present;
    }

    /** Notes a fault, unless there is one already, and reads nothing any more. */
    void fail(final AmqpError error) {
        if (fault == AmqpError.NONE) {
            fault = error;
        }
        remaining = 0;
        present = false;
    }

    /** Refuses the list if the field read last was null or missing: it is mandatory. */
    void require() {
        if (!present) {
            fail(AmqpError.INVALID_FIELD);
        }
    }

    /** 0 to 2^32 - 1, or {@link #ABSENT}. */
    long uint() {
        final int head = nextHead();
        final int code = head >>> 8;
        if (code == FormatCode.SMALLUINT) {
            return fixed(1) ? head & 0xFF : ABSENT;
        }
        if (code == FormatCode.UINT) {
            return fixed(4)
                    ? Integer.toUnsignedLong(CheckedRange.int32(buffer, position - 4))
                    : ABSENT;
        }
        return code == FormatCode.UINT0 ? 0 : absent(code);
    }

    /** 0 to 65,535, or {@link #ABSENT}. */
    int ushort() {
        final int code = nextCode();
        if (code == FormatCode.USHORT) {
            return fixed(2) ? CheckedRange.ushort(buffer, position - 2) : ABSENT;
        }
        return absent(code);
    }

    /** 0 to 255, or {@link #ABSENT}. */
    int ubyte() {
        final int head = nextHead();
        final int code = head >>> 8;
        if (code == FormatCode.UBYTE) {
            return fixed(1) ? head & 0xFF : ABSENT;
        }
        return absent(code);
    }

    /** One of the choices 0 to {@code last} that a restricted ubyte has, or {@link #ABSENT}. */
    int ubyteChoice(final int last) {
        final int choice = ubyte();
        if (choice > last) {
            fail(AmqpError.INVALID_FIELD);
        }
        return choice;
    }

    /** All 64 bits, unsigned; 0 if null or missing, see {@link #wasPresent}. */
    long ulong() {
        final int head = nextHead();
        final int code = head >>> 8;
        if (code == FormatCode.SMALLULONG) {
            return fixed(1) ? head & 0xFF : 0;
        }
        if (code == FormatCode.ULONG) {
            return fixed(8) ? CheckedRange.int64(buffer, position - 8) : 0;
        }
        if (code != FormatCode.ULONG0) {
            absent(code);
        }
        return 0;
    }

    /** 1 for true, 0 for false, or {@link #ABSENT}. */
    int bool() {
        final int head = nextHead();
        final int code = head >>> 8;
        if (code == FormatCode.TRUE) {
            return 1;
        }
        if (code == FormatCode.FALSE) {
            return 0;
        }
        if (code == FormatCode.BOOLEAN && fixed(1)) {
            final int value = head & 0xFF;
            if (value > 1) {
                fail(AmqpError.DECODE_ERROR);
            }
            return value;
        }
        return absent(code);
    }

    /** A boolean of which the specification gives the default. */
    boolean bool(final boolean defaultValue) {
        final int value = bool();
        return value == ABSENT ? defaultValue : value == 1;
    }

    /** The bytes of a binary, or {@link Range#NONE}. */
    long binary() {
        return variable(FormatCode.VBIN8);
    }

    /** The UTF-8 bytes of a string, or {@link Range#NONE}. */
    long string() {
        final long range = variable(FormatCode.STR8);
        if (range != Range.NONE && !Text.isUtf8(buffer, range)) {
            fail(AmqpError.DECODE_ERROR);
        }
        return range;
    }

    /** The ASCII bytes of a symbol, or {@link Range#NONE}. */
    long symbol() {
        final long range = variable(FormatCode.SYM8);
        if (range != Range.NONE && !Text.isAscii(buffer, range)) {
            fail(AmqpError.DECODE_ERROR);
        }
        return range;
    }

    /**
     * A "multiple" field of symbols, with its constructor: one, an array, or (as Proton's Python
     * binding may write it) a list; or {@link Range#NONE}.
     */
    long symbols() {
        final int code = nextCode();
        if (!present) {
            return Range.NONE;
        }
        if (AmqpType.SYMBOL.isEncodedAs(code)) {
            return encoded();
        }
        if (!AmqpType.ARRAY.isEncodedAs(code) && !AmqpType.LIST.isEncodedAs(code)) {
            return mistyped();
        }
        final long range = encoded();
        if (range != Range.NONE) {
            elements.wrap(Range.value(compound, buffer, range));
            if (!elements.mayHave(AmqpType.SYMBOL)) {
                return mistyped();
            }
            while (elements.next()) {
                if (elements.value().type() != AmqpType.SYMBOL) {
                    return mistyped();
                }
            }
        }
        return range;
    }

    /** A map that follows a rule, with its constructor, or {@link Range#NONE}. */
    long map(final MapRule rule) {
        nextCode();
        if (!present) {
            return Range.NONE;
        }
        return checked(position - 1, maps.endOf(rule, position - 1, end));
    }

    /**
     * A described value with its constructor, whatever its descriptor, or {@link Range#NONE}. Of a
     * described list only the size is checked: the decoder that it is then given to, within the
     * same budget, checks the rest.
     */
    long described() {
        final int code = nextCode();
        if (!present) {
            return Range.NONE;
        }
        if (code != FormatCode.DESCRIBED) {
            return mistyped();
        }
        final int listEnd = Descriptor.endOfList(buffer, position - 1, end);
        return listEnd < 0 ? encoded() : passed(position - 1, listEnd);
    }

    /** The constructor of the next field, behind which the position is; NULL if it is absent. */
    private int nextCode() {
        return nextHead() >>> 8;
    }

    /**
     * As {@link #nextCode}, and in the low eight bits the byte behind it, 0 if there is none: one
     * access gets both where that byte is the value or its length.
     */
    private int nextHead() {
        if (remaining == 0) {
            present = false;
            return NULL_HEAD;
        }
        remaining--;
        final int at = position;
        final int head;
        if (end - at >= Short.BYTES) {
            head = CheckedRange.ushort(buffer, at);
        } else if (end - at == 1) {
            head = CheckedRange.ubyte(buffer, at) << 8;
        } else {
            fail(AmqpError.DECODE_ERROR);
            return NULL_HEAD;
        }
        position = at + 1;
        present = head >>> 8 != FormatCode.NULL;
        return head;
    }

    /** Moves behind a value of fixed width, if there is one. */
    private boolean fixed(final int width) {
        if (end - position < width) {
            fail(AmqpError.DECODE_ERROR);
            return false;
        }
        position += width;
        return true;
    }

    private long variable(final int code8) {
        final int head = nextHead();
        final int code = head >>> 8;
        if (code == code8 && position < end) {
            final int from = position + 1;
            final int length = head & 0xFF;
            if (length <= end - from) {
                position = from + length;
                return Range.of(from, length);
            }
        }
        if (code == code8 + FormatCode.TO_32) {
            return variable32(code);
        }
        return code == FormatCode.NULL ? Range.NONE : mistyped();
    }

    private long variable32(final int code) {
        final long range = Text.variable(buffer, code, position, end);
        if (range == Range.NONE) {
            return mistyped();
        }
        position = Range.end(range);
        return range;
    }

    /** Checks the value whose constructor has just been read. */
    private long encoded() {
        final int from = position - 1;
        types.seek(from, end);
        final AmqpError error = types.skip();
        return checked(from, error == AmqpError.NONE ? types.position() : types.fault(error));
    }

    /** The value that ends there, or, where that is negative, what fault the reader of it found. */
    private long checked(final int from, final int behind) {
        if (behind < 0) {
            fail(types.fault());
            return Range.NONE;
        }
        return passed(from, behind);
    }

    private long passed(final int from, final int behind) {
        position = behind;
        return Range.of(from, behind - from);
    }

    /** Of a field that is not of a numeric or boolean type: null, or a fault. */
    private int absent(final int code) {
        if (code != FormatCode.NULL) {
            mistyped();
        }
        return ABSENT;
    }

    private long mistyped() {
        fail(AmqpError.DECODE_ERROR);
        return Range.NONE;
    }
}
