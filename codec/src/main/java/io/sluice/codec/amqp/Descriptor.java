package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * The described types of the standard (AMQP 1.0 parts 2 to 5), each with a numeric and a symbolic
 * descriptor; a peer may use either, the number in any of its encodings (part 1 section 1.2).
 */
public enum Descriptor {
    OPEN(0x10, "amqp:open:list"),
    BEGIN(0x11, "amqp:begin:list"),
    ATTACH(0x12, "amqp:attach:list"),
    FLOW(0x13, "amqp:flow:list"),
    TRANSFER(0x14, "amqp:transfer:list"),
    DISPOSITION(0x15, "amqp:disposition:list"),
    DETACH(0x16, "amqp:detach:list"),
    END(0x17, "amqp:end:list"),
    CLOSE(0x18, "amqp:close:list"),
    ERROR(0x1D, "amqp:error:list"),
    RECEIVED(0x23, "amqp:received:list"),
    ACCEPTED(0x24, "amqp:accepted:list"),
    REJECTED(0x25, "amqp:rejected:list"),
    RELEASED(0x26, "amqp:released:list"),
    MODIFIED(0x27, "amqp:modified:list"),
    SOURCE(0x28, "amqp:source:list"),
    TARGET(0x29, "amqp:target:list"),
    DELETE_ON_CLOSE(0x2B, "amqp:delete-on-close:list"),
    DELETE_ON_NO_LINKS(0x2C, "amqp:delete-on-no-links:list"),
    DELETE_ON_NO_MESSAGES(0x2D, "amqp:delete-on-no-messages:list"),
    DELETE_ON_NO_LINKS_OR_MESSAGES(0x2E, "amqp:delete-on-no-links-or-messages:list"),
    COORDINATOR(0x30, "amqp:coordinator:list"),
    DECLARE(0x31, "amqp:declare:list"),
    DISCHARGE(0x32, "amqp:discharge:list"),
    DECLARED(0x33, "amqp:declared:list"),
    TRANSACTIONAL_STATE(0x34, "amqp:transactional-state:list"),
    SASL_MECHANISMS(0x40, "amqp:sasl-mechanisms:list"),
    SASL_INIT(0x41, "amqp:sasl-init:list"),
    SASL_CHALLENGE(0x42, "amqp:sasl-challenge:list"),
    SASL_RESPONSE(0x43, "amqp:sasl-response:list"),
    SASL_OUTCOME(0x44, "amqp:sasl-outcome:list"),
    HEADER(0x70, "amqp:header:list"),
    DELIVERY_ANNOTATIONS(0x71, "amqp:delivery-annotations:map"),
    MESSAGE_ANNOTATIONS(0x72, "amqp:message-annotations:map"),
    PROPERTIES(0x73, "amqp:properties:list"),
    APPLICATION_PROPERTIES(0x74, "amqp:application-properties:map"),
    DATA(0x75, "amqp:data:binary"),
    AMQP_SEQUENCE(0x76, "amqp:amqp-sequence:list"),
    AMQP_VALUE(0x77, "amqp:amqp-value:*"),
    FOOTER(0x78, "amqp:footer:map"),

    /** A well-formed descriptor that is none of the standard's, or what is no described value. */
    UNKNOWN(-1, "");

    /** What {@link #parse} answers where no numeric or symbolic descriptor begins. */
    static final long NOT_DESCRIBED = -1;

    private static final int NO_CODE = 0; // the standard has no descriptor 0
    private static final Descriptor[] ALL = values();
    private static final Descriptor[] BY_CODE = new Descriptor[256];

    static {
        for (int i = 0; i < BY_CODE.length; i++) {
            BY_CODE[i] = UNKNOWN;
        }
        for (final Descriptor descriptor : ALL) {
            if (descriptor != UNKNOWN) {
                BY_CODE[descriptor.code] = descriptor;
            }
        }
    }

    private static final int SMALL_FORM = 0x0053; // described, descriptor: smallulong

    private final int code;
    private final String symbol;
    private final byte[] symbolBytes;
    private final int list8Head;

    Descriptor(final int code, final String symbol) {
        this.code = code;
        this.symbol = symbol;
        symbolBytes = symbol.getBytes(StandardCharsets.US_ASCII);
        list8Head = SMALL_FORM << 16 | (code & 0xFF) << 8 | FormatCode.LIST8;
    }

    /** The numeric descriptor: at most 0x78, the domain is 0; -1 for UNKNOWN. */
    public int code() {
        return code;
    }

    /** How a value of this type usually begins: its descriptor and the code of a list8. */
    int list8Head() {
        return list8Head;
    }

    /** The symbolic descriptor. */
    public String symbol() {
        return symbol;
    }

    /** The type with this numeric descriptor (all 64 bits), or UNKNOWN. */
    public static Descriptor of(final long code) {
        return BY_CODE[codeOf(code)];
    }

    /**
     * Which described type begins a range, to choose the decoder that checks it: UNKNOWN for any
     * other descriptor and for what is no described value.
     */
    public static Descriptor peek(final DirectBuffer buffer, final int offset, final int length) {
        final long parsed = parse(buffer, offset, offset + length);
        return parsed == NOT_DESCRIBED ? UNKNOWN : parsed(parsed);
    }

    /**
     * Reads the constructor of a described value: which type, see {@link #parsed}, and where the
     * value behind the descriptor begins, see {@link #valueOffset}; or {@link #NOT_DESCRIBED}.
     */
    static long parse(final DirectBuffer buffer, final int offset, final int limit) {
        if (limit - offset >= Integer.BYTES) {
            // The three bytes of the usual form and a constructor, in one access.
            final int first = buffer.getInt(offset, BIG_ENDIAN);
            if (first >>> 16 == SMALL_FORM) {
                return pack(first >>> 8 & 0xFF, offset + 3);
            }
        }
        return parseOtherForms(buffer, offset, limit);
    }

    static Descriptor parsed(final long parsed) {
        return BY_CODE[code(parsed)];
    }

    /** The numeric descriptor of what was parsed, 0 to 255, none of ours where it is UNKNOWN. */
    static int code(final long parsed) {
        return (int) parsed;
    }

    static int valueOffset(final long parsed) {
        return (int) (parsed >>> 32);
    }

    /** Where a described list ends by its size; negative for whatever else begins there. */
    static int endOfList(final DirectBuffer buffer, final int offset, final int limit) {
        final long parsed = parse(buffer, offset, limit);
        if (parsed == NOT_DESCRIBED) {
            return TypeReader.INVALID;
        }
        final int at = valueOffset(parsed);
        final int available = limit - at - 1; // behind the list's code
        final int code = available >= 0 ? buffer.getByte(at) & 0xFF : FormatCode.NULL;
        final int length;
        if (code == FormatCode.LIST0) {
            length = 0;
        } else if (code == FormatCode.LIST8 && available >= 1) {
            length = 1 + (buffer.getByte(at + 1) & 0xFF);
        } else if (code == FormatCode.LIST32 && available >= Integer.BYTES) {
            final int size = buffer.getInt(at + 1, BIG_ENDIAN);
            if (size < 0 || size > available - Integer.BYTES) {
                return TypeReader.INVALID;
            }
            length = Integer.BYTES + size;
        } else {
            return TypeReader.INVALID;
        }
        return length <= available ? at + 1 + length : TypeReader.INVALID;
    }

    private static long pack(final int code, final int valueOffset) {
        return (long) valueOffset << 32 | code;
    }

    private static long parseOtherForms(
            final DirectBuffer buffer, final int offset, final int limit) {
        if (limit - offset < 2 || buffer.getByte(offset) != FormatCode.DESCRIBED) {
            return NOT_DESCRIBED;
        }
        final int code = buffer.getByte(offset + 1) & 0xFF;
        final int at = offset + 2;
        switch (code) {
            case FormatCode.SMALLULONG:
                return limit == at ? NOT_DESCRIBED : pack(buffer.getByte(at) & 0xFF, at + 1);
            case FormatCode.ULONG0:
                return pack(NO_CODE, at);
            case FormatCode.ULONG:
                return limit - at < Long.BYTES
                        ? NOT_DESCRIBED
                        : pack(codeOf(buffer.getLong(at, BIG_ENDIAN)), at + Long.BYTES);
            case FormatCode.SYM8:
            case FormatCode.SYM32:
                final long range = Text.variable(buffer, code, at, limit);
                return range == Range.NONE || !Text.isAscii(buffer, range)
                        ? NOT_DESCRIBED
                        : pack(bySymbol(buffer, range), Range.end(range));
            default:
                return NOT_DESCRIBED;
        }
    }

    private static int codeOf(final long code) {
        return code >= 0 && code < BY_CODE.length ? (int) code : NO_CODE;
    }

    private static int bySymbol(final DirectBuffer buffer, final long range) {
        for (final Descriptor descriptor : ALL) {
            if (descriptor != UNKNOWN && descriptor.hasSymbol(buffer, range)) {
                return descriptor.code;
            }
        }
        return NO_CODE;
    }

    private boolean hasSymbol(final DirectBuffer buffer, final long range) {
        if (Range.length(range) != symbolBytes.length) {
            return false;
        }
        final int offset = Range.offset(range);
        for (int i = 0; i < symbolBytes.length; i++) {
            if (buffer.getByte(offset + i) != symbolBytes[i]) {
                return false;
            }
        }
        return true;
    }
}
