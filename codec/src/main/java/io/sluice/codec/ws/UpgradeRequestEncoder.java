package io.sluice.codec.ws;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/** Writes the HTTP request that asks for a WebSocket (RFC 6455 section 4.1). Stateless. */
public final class UpgradeRequestEncoder {
    private static final byte[] GET = Ascii.bytes("GET ");
    private static final byte[] HOST = Ascii.bytes(" HTTP/1.1\r\nHost: ");
    private static final byte[] KEY =
            Ascii.bytes("\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ");
    private static final byte[] PROTOCOL = Ascii.bytes("\r\nSec-WebSocket-Protocol: ");
    private static final byte[] END = Ascii.bytes("\r\nSec-WebSocket-Version: 13\r\n\r\n");

    private UpgradeRequestEncoder() {}

    /** Bytes of the request for this target on this host. */
    public static int encodedLength(
            final Slice target, final Slice host, final Subprotocol subprotocol) {
        return GET.length
                + target.length()
                + HOST.length
                + host.length()
                + KEY.length
                + AcceptKey.KEY_LENGTH
                + PROTOCOL.length
                + subprotocol.ascii.length
                + END.length;
    }

    /**
     * Writes the request and returns its length.
     *
     * @param target path, with query if there is one
     * @param host host, with port unless it is the scheme's
     * @param key from {@link AcceptKey#encodeKey}; the response is checked against it
     */
    public static int encode(
            final MutableDirectBuffer buffer,
            final int offset,
            final Slice target,
            final Slice host,
            final Slice key,
            final Subprotocol subprotocol) {
        assert !target.isEmpty() && target.byteAt(0) == '/' && isVisible(target);
        assert Ascii.isHost(host.buffer(), host.offset(), host.limit());
        assert key.length() == AcceptKey.KEY_LENGTH;
        int at = Ascii.put(buffer, offset, GET);
        at += target.copyTo(buffer, at);
        at = Ascii.put(buffer, at, HOST);
        at += host.copyTo(buffer, at);
        at = Ascii.put(buffer, at, KEY);
        at += key.copyTo(buffer, at);
        at = Ascii.put(buffer, at, PROTOCOL);
        at = Ascii.put(buffer, at, subprotocol.ascii); // [MQTT-6.0.0-3]
        return Ascii.put(buffer, at, END) - offset;
    }

    private static boolean isVisible(final Slice text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Ascii.isVisible(text.byteAt(i))) {
                return false;
            }
        }
        return true;
    }
}
