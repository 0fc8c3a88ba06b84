package io.sluice.codec.ws;

/**
 * The status codes of close frames (RFC 6455 section 7.4.1 and the registry it opened), as the
 * {@code int}s that travel.
 */
public final class CloseCode {
    public static final int NORMAL_CLOSURE = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;
    public static final int UNSUPPORTED_DATA = 1003;

    /** Stands for a close frame without a code; never on the wire. */
    public static final int NO_STATUS_RECEIVED = 1005;

    /** Stands for a connection lost without a close frame; never on the wire. */
    public static final int ABNORMAL_CLOSURE = 1006;

    public static final int INVALID_FRAME_PAYLOAD = 1007;
    public static final int POLICY_VIOLATION = 1008;
    public static final int MESSAGE_TOO_BIG = 1009;
    public static final int MANDATORY_EXTENSION = 1010;
    public static final int INTERNAL_ERROR = 1011;
    public static final int SERVICE_RESTART = 1012;
    public static final int TRY_AGAIN_LATER = 1013;
    public static final int BAD_GATEWAY = 1014;

    /** Stands for a failed TLS handshake; never on the wire. */
    public static final int TLS_HANDSHAKE = 1015;

    private CloseCode() {}

    /** Whether a close frame may hold this code (sections 7.4.1 and 7.4.2). */
    public static boolean isSendable(final int code) {
        return code >= NORMAL_CLOSURE && code <= UNSUPPORTED_DATA
                || code >= INVALID_FRAME_PAYLOAD && code <= BAD_GATEWAY
                || code >= 3000 && code <= 4999;
    }

    /** The registry's name for the code, or the number itself. For log lines. */
    public static String name(final int code) {
        return switch (code) {
            case NORMAL_CLOSURE -> "Normal Closure";
            case GOING_AWAY -> "Going Away";
            case PROTOCOL_ERROR -> "Protocol error";
            case UNSUPPORTED_DATA -> "Unsupported Data";
            case NO_STATUS_RECEIVED -> "No Status Rcvd";
            case ABNORMAL_CLOSURE -> "Abnormal Closure";
            case INVALID_FRAME_PAYLOAD -> "Invalid frame payload data";
            case POLICY_VIOLATION -> "Policy Violation";
            case MESSAGE_TOO_BIG -> "Message Too Big";
            case MANDATORY_EXTENSION -> "Mandatory Ext.";
            case INTERNAL_ERROR -> "Internal Error";
            case SERVICE_RESTART -> "Service Restart";
            case TRY_AGAIN_LATER -> "Try Again Later";
            case BAD_GATEWAY -> "Bad Gateway";
            case TLS_HANDSHAKE -> "TLS handshake";
            default -> Integer.toString(code);
        };
    }
}
