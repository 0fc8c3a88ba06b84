package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import java.nio.charset.StandardCharsets;

/**
 * The error conditions of the standard (AMQP 1.0 part 2 sections 2.8.15 to 2.8.18, part 4 section
 * 4.5.8), and the two answers of this package that are no condition.
 */
public enum AmqpError {
    /** No fault. */
    NONE(""),
    /** No fault so far, more bytes are needed: an answer of {@link AmqpFramer} alone. */
    INCOMPLETE(""),

    INTERNAL_ERROR("amqp:internal-error"),
    NOT_FOUND("amqp:not-found"),
    UNAUTHORIZED_ACCESS("amqp:unauthorized-access"),
    DECODE_ERROR("amqp:decode-error"),
    RESOURCE_LIMIT_EXCEEDED("amqp:resource-limit-exceeded"),
    NOT_ALLOWED("amqp:not-allowed"),
    INVALID_FIELD("amqp:invalid-field"),
    NOT_IMPLEMENTED("amqp:not-implemented"),
    RESOURCE_LOCKED("amqp:resource-locked"),
    PRECONDITION_FAILED("amqp:precondition-failed"),
    RESOURCE_DELETED("amqp:resource-deleted"),
    ILLEGAL_STATE("amqp:illegal-state"),
    FRAME_SIZE_TOO_SMALL("amqp:frame-size-too-small"),

    CONNECTION_FORCED("amqp:connection:forced"),
    FRAMING_ERROR("amqp:connection:framing-error"),
    CONNECTION_REDIRECT("amqp:connection:redirect"),

    WINDOW_VIOLATION("amqp:session:window-violation"),
    ERRANT_LINK("amqp:session:errant-link"),
    HANDLE_IN_USE("amqp:session:handle-in-use"),
    UNATTACHED_HANDLE("amqp:session:unattached-handle"),

    DETACH_FORCED("amqp:link:detach-forced"),
    TRANSFER_LIMIT_EXCEEDED("amqp:link:transfer-limit-exceeded"),
    MESSAGE_SIZE_EXCEEDED("amqp:link:message-size-exceeded"),
    LINK_REDIRECT("amqp:link:redirect"),
    STOLEN("amqp:link:stolen"),

    TRANSACTION_UNKNOWN_ID("amqp:transaction:unknown-id"),
    TRANSACTION_ROLLBACK("amqp:transaction:rollback"),
    TRANSACTION_TIMEOUT("amqp:transaction:timeout");

    private static final AmqpError[] ALL = values();

    private final String symbol;
    private final Slice condition;

    AmqpError(final String symbol) {
        this.symbol = symbol;
        condition = Slice.of(symbol.getBytes(StandardCharsets.US_ASCII));
    }

    /** The condition as written in an error's first field; empty for the two that are none. */
    public String symbol() {
        return symbol;
    }

    /** The same bytes, ready for an encoder. Shared: only to be read. */
    public Slice condition() {
        return condition;
    }

    /** The standard condition with this symbol, or NONE for a symbol that is not the standard's. */
    public static AmqpError of(final Slice condition) {
        for (int i = INTERNAL_ERROR.ordinal(); i < ALL.length; i++) {
            if (condition.contentEquals(ALL[i].condition)) {
                return ALL[i];
            }
        }
        return NONE;
    }
}
