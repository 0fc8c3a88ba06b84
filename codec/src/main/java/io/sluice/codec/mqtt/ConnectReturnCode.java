package io.sluice.codec.mqtt;

/**
 * The return codes of a 3.1.1 CONNACK (MQTT 3.1.1 section 3.2.2.3), and their reason codes in MQTT
 * 5: everything above the wire speaks of reason codes alone.
 */
final class ConnectReturnCode {
    static final int ACCEPTED = 0;
    static final int UNACCEPTABLE_PROTOCOL_VERSION = 1;
    static final int IDENTIFIER_REJECTED = 2;
    static final int SERVER_UNAVAILABLE = 3;
    static final int BAD_USER_NAME_OR_PASSWORD = 4;
    static final int NOT_AUTHORIZED = 5;

    /** No return code applies. */
    static final int NONE = -1;

    private ConnectReturnCode() {}

    /** The reason code that says the same, or {@link #NONE} for a return code that is reserved. */
    static int toReasonCode(final int returnCode) {
        return switch (returnCode) {
            case ACCEPTED -> ReasonCode.SUCCESS;
            case UNACCEPTABLE_PROTOCOL_VERSION -> ReasonCode.UNSUPPORTED_PROTOCOL_VERSION;
            case IDENTIFIER_REJECTED -> ReasonCode.CLIENT_IDENTIFIER_NOT_VALID;
            case SERVER_UNAVAILABLE -> ReasonCode.SERVER_UNAVAILABLE;
            case BAD_USER_NAME_OR_PASSWORD -> ReasonCode.BAD_USER_NAME_OR_PASSWORD;
            case NOT_AUTHORIZED -> ReasonCode.NOT_AUTHORIZED;
            default -> NONE;
        };
    }

    /**
     * The return code that applies, what may pass with time being "unavailable", or {@link #NONE}.
     */
    static int of(final int reasonCode) {
        return switch (reasonCode) {
            case ReasonCode.SUCCESS -> ACCEPTED;
            case ReasonCode.UNSUPPORTED_PROTOCOL_VERSION -> UNACCEPTABLE_PROTOCOL_VERSION;
            case ReasonCode.CLIENT_IDENTIFIER_NOT_VALID -> IDENTIFIER_REJECTED;
            case ReasonCode.BAD_USER_NAME_OR_PASSWORD -> BAD_USER_NAME_OR_PASSWORD;
            case ReasonCode.UNSPECIFIED_ERROR,
                    ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
                    ReasonCode.SERVER_UNAVAILABLE,
                    ReasonCode.SERVER_BUSY,
                    ReasonCode.QUOTA_EXCEEDED,
                    ReasonCode.USE_ANOTHER_SERVER,
                    ReasonCode.SERVER_MOVED,
                    ReasonCode.CONNECTION_RATE_EXCEEDED ->
                    SERVER_UNAVAILABLE;
            case ReasonCode.NOT_AUTHORIZED, ReasonCode.BANNED -> NOT_AUTHORIZED;
            default -> NONE;
        };
    }
}
