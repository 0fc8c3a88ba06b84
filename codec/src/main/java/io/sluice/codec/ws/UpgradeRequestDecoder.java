package io.sluice.codec.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.HttpHead.Step;
import org.agrona.DirectBuffer;

/**
 * The HTTP request that asks for a WebSocket (RFC 6455 sections 4.1 and 4.2.1). Holds only what it
 * last saw; one per loop serves every listener with the same limits.
 *
 * <pre>
 * GET /mqtt HTTP/1.1
 * Host: broker.example
 * Upgrade: websocket
 * Connection: Upgrade
 * Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
 * Sec-WebSocket-Protocol: mqtt
 * Sec-WebSocket-Version: 13
 * </pre>
 */
public final class UpgradeRequestDecoder {
    /** More bytes are needed: the one answer of {@link #wrap} that is no status. */
    public static final int INCOMPLETE = -1;

    private static final byte[] GET = Ascii.bytes("GET");
    private static final byte[] HTTP_SLASH = Ascii.bytes("HTTP/");
    private static final byte[] HTTP_SCHEME = Ascii.bytes("http://");
    private static final byte[] HTTPS_SCHEME = Ascii.bytes("https://");
    private static final byte[] WEBSOCKET = Ascii.bytes("websocket");
    private static final byte[] UPGRADE = Ascii.bytes("upgrade");
    private static final byte[] VERSION_13 = Ascii.bytes("13");
    private static final byte[] ZERO = Ascii.bytes("0");

    private final HttpHead head;
    private final Slice path = new Slice();
    private final Slice query = new Slice();
    private final Slice host = new Slice();
    private final Slice origin = new Slice();
    private final Slice key = new Slice();

    private DirectBuffer buffer;
    private boolean upgradesToWebSocket;
    private boolean connectionUpgrades;
    private boolean version13;
    private int offered;
    private int length;

    public UpgradeRequestDecoder(final UpgradeLimits limits) {
        head = new HttpHead(limits);
    }

    /**
     * Looks for a request at {@code offset}, from its first byte at each call.
     *
     * @return {@link HttpStatus#SWITCHING_PROTOCOLS} when a good one of {@link #length()} bytes
     *     lies there; {@link #INCOMPLETE}; or the status that the peer must get. More bytes never
     *     turn one status into another.
     */
    public int wrap(
            final DirectBuffer buffer,
            final int offset,
            final int limit,
            final Subprotocol wanted) {
        clear();
        this.buffer = buffer;
        head.wrap(buffer, offset, limit);
        Step step = head.nextLine();
        if (step != Step.LINE) {
            return status(step, HttpStatus.URI_TOO_LONG);
        }
        final int status = requestLine(head.lineOffset(), head.lineLimit());
        if (status != HttpStatus.SWITCHING_PROTOCOLS) {
            return status;
        }
        for (step = head.nextField(); step == Step.LINE; step = head.nextField()) {
            if (!field()) {
                return HttpStatus.BAD_REQUEST;
            }
        }
        if (step != Step.END) {
            return status(step, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE);
        }
        length = head.position() - offset;
        return check(wanted);
    }

    /** Bytes of a good request; those after them belong to the stream. */
    public int length() {
        return length;
    }

    /**
     * The path of the request-target, without query, percent-encoded as it came. Empty, which means
     * the same as "/", for an absolute URI without one.
     */
    public Slice path() {
        return path;
    }

    /** What follows the question mark of the request-target, or nothing. */
    public Slice query() {
        return query;
    }

    public Slice host() {
        return host;
    }

    /** The Origin that a browser states; empty if there is none. */
    public Slice origin() {
        return origin;
    }

    /** The Sec-WebSocket-Key, to be answered. */
    public Slice key() {
        return key;
    }

    /** Whether the client offers this subprotocol, whatever was wanted. */
    public boolean offers(final Subprotocol subprotocol) {
        return (offered & 1 << subprotocol.ordinal()) != 0;
    }

    private void clear() {
        path.clear();
        query.clear();
        host.clear();
        origin.clear();
        key.clear();
        upgradesToWebSocket = false;
        connectionUpgrades = false;
        version13 = false;
        offered = 0;
        length = 0;
    }

    private static int status(final Step step, final int tooLarge) {
        return switch (step) {
            case INCOMPLETE -> INCOMPLETE;
            case MALFORMED -> HttpStatus.BAD_REQUEST;
            case TOO_LARGE -> tooLarge;
            case LINE, END -> throw new AssertionError("not the end of reading: " + step);
        };
    }

    /** method SP request-target SP HTTP-version (RFC 9112 section 3). */
    private int requestLine(final int offset, final int limit) {
        final int methodLimit = wordEnd(offset, limit);
        final int targetOffset = methodLimit + 1;
        if (methodLimit == offset || targetOffset >= limit) {
            return HttpStatus.BAD_REQUEST;
        }
        for (int i = offset; i < methodLimit; i++) {
            if (!Ascii.isTokenChar(buffer.getByte(i))) {
                return HttpStatus.BAD_REQUEST;
            }
        }
        final int targetLimit = wordEnd(targetOffset, limit);
        final int versionOffset = targetLimit + 1;
        if (!isVersion(versionOffset, limit)) {
            return HttpStatus.BAD_REQUEST;
        }
        if (!Ascii.equal(buffer, offset, methodLimit, GET)) {
            return HttpStatus.METHOD_NOT_ALLOWED; // RFC 6455 section 4.1
        }
        if (buffer.getByte(versionOffset + 5) != '1' || buffer.getByte(versionOffset + 7) == '0') {
            return HttpStatus.HTTP_VERSION_NOT_SUPPORTED; // RFC 6455 section 4.1: 1.1 or higher
        }
        return target(targetOffset, targetLimit);
    }

    /** "HTTP/" DIGIT "." DIGIT (RFC 9112 section 2.3). */
    private boolean isVersion(final int offset, final int limit) {
        return limit - offset == 8
                && Ascii.startsWith(buffer, offset, limit, HTTP_SLASH)
                && Ascii.isDigit(buffer.getByte(offset + 5))
                && buffer.getByte(offset + 6) == '.'
                && Ascii.isDigit(buffer.getByte(offset + 7));
    }

    /** A path with or without query, or an absolute URI with one (RFC 6455 section 4.2.1). */
    private int target(final int offset, final int limit) {
        for (int i = offset; i < limit; i++) {
            final byte c = buffer.getByte(i);
            if (!Ascii.isVisible(c) || c == '#') {
                return HttpStatus.BAD_REQUEST; // RFC 9112 section 3.2; no fragment: RFC 6455 3
            }
        }
        final int pathOffset = pathOffset(offset, limit);
        if (pathOffset < 0) {
            return HttpStatus.BAD_REQUEST;
        }
        final int pathLimit = find('?', pathOffset, limit);
        path.wrap(buffer, pathOffset, pathLimit - pathOffset);
        if (pathLimit < limit) {
            query.wrap(buffer, pathLimit + 1, limit - pathLimit - 1);
        }
        return HttpStatus.SWITCHING_PROTOCOLS;
    }

    private int pathOffset(final int offset, final int limit) {
        if (offset < limit && buffer.getByte(offset) == '/') {
            return offset;
        }
        final int authority;
        if (Ascii.startsWithIgnoringCase(buffer, offset, limit, HTTP_SCHEME)) {
            authority = offset + HTTP_SCHEME.length;
        } else if (Ascii.startsWithIgnoringCase(buffer, offset, limit, HTTPS_SCHEME)) {
            authority = offset + HTTPS_SCHEME.length;
        } else {
            return -1;
        }
        final int end = Math.min(find('/', authority, limit), find('?', authority, limit));
        return end > authority ? end : -1;
    }

    /** Takes in one header field; false if it makes the request a bad one. */
    private boolean field() {
        final int offset = head.valueOffset();
        final int limit = head.valueLimit();
        switch (head.field()) {
            case HOST -> host.wrap(buffer, offset, limit - offset);
            case ORIGIN -> origin.wrap(buffer, offset, limit - offset);
            case SEC_WEBSOCKET_KEY -> key.wrap(buffer, offset, limit - offset);
            case SEC_WEBSOCKET_VERSION ->
                    version13 = Ascii.equal(buffer, offset, limit, VERSION_13);
            case UPGRADE ->
                    upgradesToWebSocket |=
                            Ascii.listHasIgnoringCase(buffer, offset, limit, WEBSOCKET);
            case CONNECTION ->
                    connectionUpgrades |= Ascii.listHasIgnoringCase(buffer, offset, limit, UPGRADE);
            case SEC_WEBSOCKET_PROTOCOL -> {
                addOffer(Subprotocol.MQTT, offset, limit);
                addOffer(Subprotocol.AMQP, offset, limit);
            }
            case CONTENT_LENGTH -> {
                return Ascii.equal(buffer, offset, limit, ZERO); // a body would look like frames
            }
            case TRANSFER_ENCODING -> {
                return false;
            }
            case SEC_WEBSOCKET_EXTENSIONS, SEC_WEBSOCKET_ACCEPT, OTHER -> {
                // No extension is taken, and the others say nothing to us.
            }
        }
        return true;
    }

    private void addOffer(final Subprotocol subprotocol, final int offset, final int limit) {
        if (Ascii.listHas(buffer, offset, limit, subprotocol.ascii)) {
            offered |= 1 << subprotocol.ordinal();
        }
    }

    /** What can only be said of the whole head (RFC 6455 section 4.2.1). */
    private int check(final Subprotocol wanted) {
        if (!Ascii.isHost(host.buffer(), host.offset(), host.limit())) {
            return HttpStatus.BAD_REQUEST; // RFC 9112 section 3.2, also if there is none
        }
        if (!upgradesToWebSocket) {
            return HttpStatus.UPGRADE_REQUIRED;
        }
        if (!connectionUpgrades || !head.has(HttpField.SEC_WEBSOCKET_VERSION)) {
            return HttpStatus.BAD_REQUEST;
        }
        if (!version13) {
            return HttpStatus.UPGRADE_REQUIRED; // section 4.4
        }
        if (!isKey() || !offers(wanted)) {
            return HttpStatus.BAD_REQUEST; // [MQTT-6.0.0-3]
        }
        return HttpStatus.SWITCHING_PROTOCOLS;
    }

    /** 16 bytes in base64: 22 of its letters, then two signs of padding. */
    private boolean isKey() {
        if (key.length() != AcceptKey.KEY_LENGTH) {
            return false;
        }
        for (int i = 0; i < 22; i++) {
            final byte c = key.byteAt(i);
            if (!Ascii.isLetter(c) && !Ascii.isDigit(c) && c != '+' && c != '/') {
                return false;
            }
        }
        return key.byteAt(22) == '=' && key.byteAt(23) == '=';
    }

    private int wordEnd(final int offset, final int limit) {
        return find(' ', offset, limit);
    }

    private int find(final char sign, final int offset, final int limit) {
        int position = offset;
        while (position < limit && buffer.getByte(position) != sign) {
            position++;
        }
        return position;
    }
}
