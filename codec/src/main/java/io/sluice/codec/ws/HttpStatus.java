package io.sluice.codec.ws;

/** The HTTP statuses that an upgrade is answered with (RFC 9110 section 15). */
public final class HttpStatus {
    public static final int SWITCHING_PROTOCOLS = 101;
    public static final int BAD_REQUEST = 400;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int REQUEST_TIMEOUT = 408;
    public static final int URI_TOO_LONG = 414;
    public static final int UPGRADE_REQUIRED = 426;
    public static final int TOO_MANY_REQUESTS = 429;

    /** RFC 6585 section 5. */
    public static final int REQUEST_HEADER_FIELDS_TOO_LARGE = 431;

    public static final int SERVICE_UNAVAILABLE = 503;
    public static final int HTTP_VERSION_NOT_SUPPORTED = 505;

    private HttpStatus() {}

    /** The reason phrase of one of these. */
    public static String phrase(final int status) {
        return switch (status) {
            case SWITCHING_PROTOCOLS -> "Switching Protocols";
            case BAD_REQUEST -> "Bad Request";
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "Not Found";
            case METHOD_NOT_ALLOWED -> "Method Not Allowed";
            case REQUEST_TIMEOUT -> "Request Timeout";
            case URI_TOO_LONG -> "URI Too Long";
            case UPGRADE_REQUIRED -> "Upgrade Required";
            case TOO_MANY_REQUESTS -> "Too Many Requests";
            case REQUEST_HEADER_FIELDS_TOO_LARGE -> "Request Header Fields Too Large";
            case SERVICE_UNAVAILABLE -> "Service Unavailable";
            case HTTP_VERSION_NOT_SUPPORTED -> "HTTP Version Not Supported";
            default -> throw new AssertionError("no answer to an upgrade: " + status);
        };
    }
}
