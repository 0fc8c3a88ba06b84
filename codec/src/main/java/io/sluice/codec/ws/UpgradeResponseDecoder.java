package io.sluice.codec.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.HttpHead.Step;
import org.agrona.DirectBuffer;

/**
 * The HTTP response to our request for a WebSocket (RFC 6455 section 4.1). Holds only what it last
 * saw; one per loop serves every connection.
 */
public final class UpgradeResponseDecoder {
    private static final byte[] HTTP_1 = Ascii.bytes("HTTP/1.");
    private static final byte[] WEBSOCKET = Ascii.bytes("websocket");
    private static final byte[] UPGRADE = Ascii.bytes("upgrade");

    private final HttpHead head;
    private final Slice value = new Slice();

    private DirectBuffer buffer;
    private boolean upgradesToWebSocket;
    private boolean connectionUpgrades;
    private boolean acceptMatches;
    private boolean subprotocolMatches;
    private int status;
    private int length;

    public UpgradeResponseDecoder(final UpgradeLimits limits) {
        head = new HttpHead(limits);
    }

    /**
     * Looks for a response at {@code offset}, from its first byte at each call. More bytes turn
     * nothing but {@link UpgradeResult#INCOMPLETE} into something else.
     *
     * @param accept what {@link AcceptKey#of} makes of the key in the request
     */
    public UpgradeResult wrap(
            final DirectBuffer buffer,
            final int offset,
            final int limit,
            final Slice accept,
            final Subprotocol offered) {
        clear();
        this.buffer = buffer;
        head.wrap(buffer, offset, limit);
        Step step = head.nextLine();
        if (step != Step.LINE) {
            return result(step);
        }
        if (!statusLine(head.lineOffset(), head.lineLimit())) {
            return UpgradeResult.MALFORMED;
        }
        if (status != HttpStatus.SWITCHING_PROTOCOLS) {
            return UpgradeResult.REFUSED;
        }
        for (step = head.nextField(); step == Step.LINE; step = head.nextField()) {
            final UpgradeResult result = field(accept, offered);
            if (result != UpgradeResult.ACCEPTED) {
                return result;
            }
        }
        if (step != Step.END) {
            return result(step);
        }
        length = head.position() - offset;
        return check();
    }

    /** The status, once the first line is there; 0 before. */
    public int status() {
        return status;
    }

    /** Bytes of an accepting response; those after them belong to the stream. */
    public int length() {
        return length;
    }

    private void clear() {
        upgradesToWebSocket = false;
        connectionUpgrades = false;
        acceptMatches = false;
        subprotocolMatches = false;
        status = 0;
        length = 0;
    }

    private static UpgradeResult result(final Step step) {
        return switch (step) {
            case INCOMPLETE -> UpgradeResult.INCOMPLETE;
            case MALFORMED -> UpgradeResult.MALFORMED;
            case TOO_LARGE -> UpgradeResult.TOO_LARGE;
            case LINE, END -> throw new AssertionError("not the end of reading: " + step);
        };
    }

    /** HTTP-version SP status-code SP reason (RFC 9112 section 4); many leave the last SP out. */
    private boolean statusLine(final int offset, final int limit) {
        if (limit - offset < 12
                || !Ascii.startsWith(buffer, offset, limit, HTTP_1)
                || !Ascii.isDigit(buffer.getByte(offset + 7))
                || buffer.getByte(offset + 8) != ' '
                || limit - offset > 12 && buffer.getByte(offset + 12) != ' ') {
            return false;
        }
        int code = 0;
        for (int i = offset + 9; i < offset + 12; i++) {
            final byte digit = buffer.getByte(i);
            if (!Ascii.isDigit(digit)) {
                return false;
            }
            code = 10 * code + digit - '0';
        }
        status = code;
        // A 1.0 server may refuse us, but cannot switch.
        return buffer.getByte(offset + 7) != '0' || code != HttpStatus.SWITCHING_PROTOCOLS;
    }

    private UpgradeResult field(final Slice accept, final Subprotocol offered) {
        final int offset = head.valueOffset();
        final int limit = head.valueLimit();
        switch (head.field()) {
            case UPGRADE ->
                    // Section 4.1: just this protocol, not a list with it.
                    upgradesToWebSocket =
                            !head.hasTwice(HttpField.UPGRADE)
                                    && Ascii.equalIgnoringCase(buffer, offset, limit, WEBSOCKET);
            case CONNECTION ->
                    connectionUpgrades |= Ascii.listHasIgnoringCase(buffer, offset, limit, UPGRADE);
            case SEC_WEBSOCKET_ACCEPT ->
                    acceptMatches =
                            value.wrap(buffer, offset, limit - offset).contentEquals(accept);
            case SEC_WEBSOCKET_EXTENSIONS -> {
                return UpgradeResult.EXTENSION_NOT_OFFERED; // section 4.1
            }
            case SEC_WEBSOCKET_PROTOCOL -> {
                if (head.hasTwice(HttpField.SEC_WEBSOCKET_PROTOCOL)) {
                    return UpgradeResult.MALFORMED; // section 11.3.4
                }
                subprotocolMatches = Ascii.equal(buffer, offset, limit, offered.ascii);
            }
            case HOST,
                    ORIGIN,
                    SEC_WEBSOCKET_KEY,
                    SEC_WEBSOCKET_VERSION,
                    CONTENT_LENGTH,
                    TRANSFER_ENCODING,
                    OTHER -> {
                // They say nothing about the switch.
            }
        }
        return UpgradeResult.ACCEPTED;
    }

    private UpgradeResult check() {
        if (!upgradesToWebSocket || !connectionUpgrades) {
            return UpgradeResult.NOT_WEBSOCKET;
        }
        if (!acceptMatches) {
            return UpgradeResult.ACCEPT_KEY_WRONG;
        }
        return subprotocolMatches
                ? UpgradeResult.ACCEPTED
                : UpgradeResult.SUBPROTOCOL_NOT_OFFERED; // [MQTT-6.0.0-4]
    }
}
