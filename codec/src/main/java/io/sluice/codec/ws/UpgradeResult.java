package io.sluice.codec.ws;

/** What a client makes of the response to its request for a WebSocket (RFC 6455 section 4.1). */
public enum UpgradeResult {
    /** The connection is a WebSocket from here on. */
    ACCEPTED,
    /** More bytes are needed. */
    INCOMPLETE,
    /** Not HTTP/1.1, or a field twice that must be there once. */
    MALFORMED,
    /** More bytes or fields than allowed. */
    TOO_LARGE,
    /** A status other than 101. */
    REFUSED,
    /** 101, but to no WebSocket: Upgrade or Connection do not say so. */
    NOT_WEBSOCKET,
    /** Sec-WebSocket-Accept does not answer our key. */
    ACCEPT_KEY_WRONG,
    /** An extension, and we offered none. */
    EXTENSION_NOT_OFFERED,
    /** Another subprotocol than the one offered, or none. */
    SUBPROTOCOL_NOT_OFFERED
}
