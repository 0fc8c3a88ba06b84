package io.sluice.codec.ws;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the HTTP response to a request for a WebSocket (RFC 6455 section 4.2.2). Keeps a digest;
 * one per loop serves every connection.
 */
public final class UpgradeResponseEncoder {
    /** No response is longer than this. */
    public static final int MAX_LENGTH = 192;

    private static final byte[] SWITCHING =
            Ascii.bytes(
                    "HTTP/1.1 101 Switching Protocols\r\n"
                            + "Upgrade: websocket\r\n"
                            + "Connection: Upgrade\r\n"
                            + "Sec-WebSocket-Accept: ");
    private static final byte[] PROTOCOL = Ascii.bytes("\r\nSec-WebSocket-Protocol: ");
    private static final byte[] END = Ascii.bytes("\r\n\r\n");

    private final AcceptKey acceptKey = new AcceptKey();

    /** Writes the response that accepts the request with this key and returns its length. */
    public int accept(
            final MutableDirectBuffer buffer,
            final int offset,
            final Slice key,
            final Subprotocol subprotocol) {
        int at = Ascii.put(buffer, offset, SWITCHING);
        at += acceptKey.of(key).copyTo(buffer, at);
        at = Ascii.put(buffer, at, PROTOCOL);
        at = Ascii.put(buffer, at, subprotocol.ascii); // [MQTT-6.0.0-4]
        return Ascii.put(buffer, at, END) - offset;
    }

    /**
     * Writes the response that refuses a request, after which the connection is closed, and returns
     * its length. Allocates: this is a connection's last act.
     */
    public static int refuse(final MutableDirectBuffer buffer, final int offset, final int status) {
        assert status >= 400;
        final String fields =
                switch (status) {
                    case HttpStatus.METHOD_NOT_ALLOWED -> // RFC 9110 section 15.5.6
                            "Allow: GET\r\nConnection: close\r\n";
                    case HttpStatus.UPGRADE_REQUIRED -> // RFC 6455 section 4.4
                            "Upgrade: websocket\r\n"
                                    + "Sec-WebSocket-Version: 13\r\n"
                                    + "Connection: Upgrade, close\r\n"; // RFC 9110 section 7.8
                    default -> "Connection: close\r\n";
                };
        final String head =
                "HTTP/1.1 " + status + ' ' + HttpStatus.phrase(status) + "\r\n" + fields;
        final byte[] bytes = Ascii.bytes(head + "Content-Length: 0\r\n\r\n");
        return Ascii.put(buffer, offset, bytes) - offset;
    }
}
