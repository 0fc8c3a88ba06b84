package io.sluice.fuzz.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.AcceptKey;
import io.sluice.codec.ws.HttpStatus;
import io.sluice.codec.ws.Subprotocol;
import io.sluice.codec.ws.UpgradeLimits;
import io.sluice.codec.ws.UpgradeRequestDecoder;
import io.sluice.codec.ws.UpgradeRequestEncoder;
import io.sluice.codec.ws.UpgradeResponseDecoder;
import io.sluice.codec.ws.UpgradeResponseEncoder;
import io.sluice.codec.ws.UpgradeResult;
import io.sluice.fuzz.law.Finding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The handshake of our client with our server, for a nonce and a path that are given: each reads
 * what the other wrote, and the keys are those that the JDK makes.
 */
final class HandshakeCheck {
    private static final UpgradeLimits LIMITS = new UpgradeLimits(4_096, 16);
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int PATH_MAX = 40;
    private static final int MARGIN = 8;
    private static final int CAPACITY = 512;
    private static final byte GUARD = (byte) 0xA5;

    private final AcceptKey acceptKey = new AcceptKey();
    private final UpgradeResponseEncoder responseEncoder = new UpgradeResponseEncoder();
    private final UpgradeRequestDecoder request = new UpgradeRequestDecoder(LIMITS);
    private final UpgradeResponseDecoder response = new UpgradeResponseDecoder(LIMITS);
    private final Slice host = Slice.ofUtf8("[::1]:8083");
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);

    void check(final FrameScript script) {
        final Subprotocol subprotocol = Subprotocol.values()[script.take() % 2];
        final long high = script.takeLong();
        final long low = script.takeLong();
        final Slice key = key(high, low);
        final Slice target = Slice.of(target(script.takeBytes(PATH_MAX)));
        checkRequest(target, key, subprotocol);
        final byte[] accept = accept(key.toByteArray());
        require(acceptKey.of(key).contentEquals(Slice.of(accept)), "the accept key is another");
        checkResponse(key, Slice.of(accept), subprotocol);
    }

    private Slice key(final long high, final long low) {
        final byte[] nonce = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        final Slice expected = Slice.of(Base64.getEncoder().encode(nonce));
        guard();
        final int length = AcceptKey.encodeKey(buffer, MARGIN, high, low);
        checkGuards(length, AcceptKey.KEY_LENGTH);
        final Slice written = new Slice().wrap(buffer, MARGIN, length);
        require(expected.contentEquals(written), "the key is not the nonce in base64");
        return expected;
    }

    /** RFC 6455 section 4.2.2, step 5. */
    private static byte[] accept(final byte[] key) {
        try {
            final String text = new String(key, StandardCharsets.US_ASCII) + GUID;
            final byte[] digest =
                    MessageDigest.getInstance("SHA-1")
                            .digest(text.getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encode(digest);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A path out of any bytes: visible, with a query perhaps, without a fragment. */
    private static byte[] target(final byte[] chosen) {
        final byte[] target = new byte[chosen.length + 1];
        target[0] = '/';
        for (int i = 0; i < chosen.length; i++) {
            final byte visible = (byte) ('!' + (chosen[i] & 0xFF) % ('~' - '!' + 1));
            target[i + 1] = visible == '#' ? (byte) '?' : visible;
        }
        return target;
    }

    private void checkRequest(final Slice target, final Slice key, final Subprotocol subprotocol) {
        guard();
        final int length =
                UpgradeRequestEncoder.encode(buffer, MARGIN, target, host, key, subprotocol);
        checkGuards(length, UpgradeRequestEncoder.encodedLength(target, host, subprotocol));
        final int status = request.wrap(buffer, MARGIN, MARGIN + length, subprotocol);
        require(status == HttpStatus.SWITCHING_PROTOCOLS, "our request gets a " + status);
        require(request.length() == length, "our request is shorter for the server");
        require(request.key().contentEquals(key), "the key changed on its way");
        require(request.host().contentEquals(host), "the host changed on its way");
        final String whole = target.toString();
        final int mark = whole.indexOf('?');
        require(
                request.path().toString().equals(mark < 0 ? whole : whole.substring(0, mark)),
                "the path changed on its way");
        require(
                request.query().toString().equals(mark < 0 ? "" : whole.substring(mark + 1)),
                "the query changed on its way");
        for (final Subprotocol any : Subprotocol.values()) {
            require(request.offers(any) == (any == subprotocol), "the offer changed on its way");
        }
    }

    private void checkResponse(final Slice key, final Slice accept, final Subprotocol subprotocol) {
        guard();
        final int length = responseEncoder.accept(buffer, MARGIN, key, subprotocol);
        require(length <= UpgradeResponseEncoder.MAX_LENGTH, "a response of " + length + " bytes");
        checkGuards(length, length);
        final int limit = MARGIN + length;
        final UpgradeResult result = response.wrap(buffer, MARGIN, limit, accept, subprotocol);
        require(result == UpgradeResult.ACCEPTED, "our response is " + result);
        require(response.length() == length, "our response is shorter for the client");
        final Subprotocol other =
                subprotocol == Subprotocol.MQTT ? Subprotocol.AMQP : Subprotocol.MQTT;
        require(
                response.wrap(buffer, MARGIN, limit, accept, other)
                        == UpgradeResult.SUBPROTOCOL_NOT_OFFERED,
                "another subprotocol is taken");
        require(
                response.wrap(buffer, MARGIN, limit, key, subprotocol)
                        == UpgradeResult.ACCEPT_KEY_WRONG,
                "another accept key is taken");
    }

    private void guard() {
        buffer.setMemory(0, CAPACITY, GUARD);
    }

    private void checkGuards(final int written, final int announced) {
        require(written == announced, "announced " + announced + " bytes, wrote " + written);
        for (int i = 0; i < MARGIN; i++) {
            require(
                    buffer.getByte(i) == GUARD && buffer.getByte(MARGIN + written + i) == GUARD,
                    "wrote outside of its " + written + " bytes");
        }
    }

    private static void require(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new Finding(otherwise);
        }
    }
}
