package io.sluice.codec.ws;

import org.agrona.DirectBuffer;

/** The header fields that an upgrade depends on. */
enum HttpField {
    HOST("host", true),
    ORIGIN("origin", true),
    UPGRADE("upgrade", false),
    CONNECTION("connection", false),
    SEC_WEBSOCKET_KEY("sec-websocket-key", true),
    SEC_WEBSOCKET_VERSION("sec-websocket-version", true),
    SEC_WEBSOCKET_PROTOCOL("sec-websocket-protocol", false),
    SEC_WEBSOCKET_EXTENSIONS("sec-websocket-extensions", false),
    SEC_WEBSOCKET_ACCEPT("sec-websocket-accept", true),
    CONTENT_LENGTH("content-length", true),
    TRANSFER_ENCODING("transfer-encoding", false),
    /** Any other one. */
    OTHER("", false);

    private static final HttpField[] ALL = values();

    /** Whether a second one makes the message malformed. */
    final boolean once;

    private final byte[] lower;

    HttpField(final String lower, final boolean once) {
        this.lower = Ascii.bytes(lower);
        this.once = once;
    }

    /** The field with this name, whose case does not matter (RFC 9110 section 5.1). */
    static HttpField of(final DirectBuffer buffer, final int offset, final int limit) {
        for (final HttpField field : ALL) {
            if (Ascii.equalIgnoringCase(buffer, offset, limit, field.lower)) {
                return field;
            }
        }
        return OTHER;
    }

    /** This field as a bit of a set. */
    int bit() {
        return 1 << ordinal();
    }
}
