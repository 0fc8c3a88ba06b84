package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Checks the maps that the standard defines, by their {@link MapRule}: keys of its type, none
 * twice, and values as it allows. Reads the buffer of a {@link TypeReader}, spends from its budget
 * and leaves its position anywhere.
 */
final class MapReader {
    private final TypeReader types;
    private final UniqueKeys keys;

    MapReader(final TypeReader types, final int keysMax) {
        this.types = types;
        keys = new UniqueKeys(keysMax);
    }

    /** Where the map at {@code from} ends, or negative: {@link TypeReader#fault}. */
    int endOf(final MapRule rule, final int from, final int limit) {
        final TypeReader types = this.types;
        final DirectBuffer buffer = types.buffer();
        final int code = from < limit ? buffer.getByte(from) & 0xFF : FormatCode.NULL;
        if (code != FormatCode.MAP8 && code != FormatCode.MAP32) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        int at = types.readSizes(code, from + 1, limit);
        if (at < 0) {
            return at;
        }
        final int end = types.sizedEnd();
        final int count = types.sizedCount();
        if ((count & 1) != 0) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        keys.clear();
        final boolean areAny = rule.values == null;
        for (int i = 0; i < count; i += 2) {
            final int value = usualKey(buffer, rule, at, end);
            at = value >= 0 ? value : checkKey(buffer, rule, at, end);
            if (at < 0) {
                return at;
            }
            final int next = areAny ? usualValue(buffer, at, end) : TypeReader.INVALID;
            at = next >= 0 ? next : checkValue(buffer, rule, at, end);
            if (at < 0) {
                return at;
            }
        }
        return at == end && keys.areUnique(buffer) ? end : types.fault(AmqpError.DECODE_ERROR);
    }

    /** Where a key of the usual form ends; INVALID for what must be looked into. */
    private int usualKey(
            final DirectBuffer buffer, final MapRule rule, final int at, final int end) {
        if (end - at < 2) {
            return TypeReader.INVALID;
        }
        final int head = buffer.getShort(at, BIG_ENDIAN) & 0xFFFF; // code and length
        final int from = at + 2;
        final int length = head & 0xFF;
        if (head >>> 8 != rule.usualKeyCode || length > end - from || keys.isFull()) {
            return TypeReader.INVALID;
        }
        final long range = Range.of(from, length);
        if (!Text.isAscii(buffer, range)) {
            return TypeReader.INVALID;
        }
        keys.addBytes(buffer, range);
        return from + length;
    }

    /** Where a simple value of a usual form ends; INVALID for what must be looked into. */
    private static int usualValue(final DirectBuffer buffer, final int at, final int end) {
        if (end - at < 2) {
            return TypeReader.INVALID;
        }
        final int head = buffer.getShort(at, BIG_ENDIAN) & 0xFFFF; // code and length, if it has one
        final int code = head >>> 8;
        final int width = FormatCode.width(code);
        if (width == FormatCode.SIZED_8 && code < FormatCode.LIST8) {
            final int from = at + 2;
            final int length = head & 0xFF;
            return length <= end - from && Text.isAscii(buffer, Range.of(from, length))
                    ? from + length
                    : TypeReader.INVALID;
        }
        final boolean isAnyLegal =
                width > 0 && code != FormatCode.BOOLEAN && code != FormatCode.CHAR;
        return isAnyLegal && width < end - at ? at + 1 + width : TypeReader.INVALID;
    }

    private int checkKey(
            final DirectBuffer buffer, final MapRule rule, final int at, final int end) {
        if (at >= end) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        final int code = buffer.getByte(at) & 0xFF;
        if (code != rule.usualKeyCode && !isKey(rule, code)) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        if (keys.isFull()) {
            return types.fault(AmqpError.RESOURCE_LIMIT_EXCEEDED);
        }
        if (code < FormatCode.VBIN8) {
            final int next = TypeReader.endOfSimple(buffer, code, at + 1, end);
            return next >= 0 && keys.addUlong(TypedValue.integer(buffer, code, at + 1))
                    ? next
                    : types.fault(AmqpError.DECODE_ERROR);
        }
        final long range = Text.variable(buffer, code, at + 1, end);
        if (rule == MapRule.UNSETTLED && Range.length(range) > TransferDecoder.DELIVERY_TAG_MAX) {
            return types.fault(AmqpError.INVALID_FIELD);
        }
        if (range == Range.NONE || !Text.isLegal(buffer, code, range)) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        keys.addBytes(buffer, range);
        return Range.end(range);
    }

    private static boolean isKey(final MapRule rule, final int code) {
        return switch (rule) {
            case FIELDS, FILTERS -> AmqpType.SYMBOL.isEncodedAs(code);
            case INFO -> AmqpType.SYMBOL.isEncodedAs(code) || AmqpType.STRING.isEncodedAs(code);
            case ANNOTATIONS ->
                    AmqpType.SYMBOL.isEncodedAs(code) || AmqpType.ULONG.isEncodedAs(code);
            case APPLICATION_PROPERTIES -> AmqpType.STRING.isEncodedAs(code);
            case UNSETTLED -> AmqpType.BINARY.isEncodedAs(code);
        };
    }

    private int checkValue(
            final DirectBuffer buffer, final MapRule rule, final int at, final int end) {
        if (at >= end) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        final int code = buffer.getByte(at) & 0xFF;
        final int next = TypeReader.endOfSimple(buffer, code, at + 1, end);
        if (rule == MapRule.APPLICATION_PROPERTIES) {
            return next >= 0 && code != FormatCode.LIST0
                    ? next
                    : types.fault(AmqpError.DECODE_ERROR);
        }
        if (rule.values != null && code != FormatCode.NULL && !isOfKind(buffer, rule, at, end)) {
            return types.fault(AmqpError.DECODE_ERROR);
        }
        if (next >= 0) {
            return next;
        }
        types.seek(at, end);
        final AmqpError error = types.skip();
        return error == AmqpError.NONE ? types.position() : types.fault(error);
    }

    /** Whether a described value begins there that this map has by its rule. */
    private static boolean isOfKind(
            final DirectBuffer buffer, final MapRule rule, final int at, final int end) {
        return buffer.getByte(at) == FormatCode.DESCRIBED
                && rule.values.takes(Descriptor.peek(buffer, at, end - at));
    }
}
