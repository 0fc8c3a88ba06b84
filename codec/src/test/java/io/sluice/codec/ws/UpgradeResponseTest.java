package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.join;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers a server writes, and what a client makes of these and of worse ones. */
class UpgradeResponseTest {
    /** The key of section 1.3 and what it must be answered with. */
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private static final String GOOD =
            "HTTP/1.1 101 Switching Protocols\r\n"
                    + "Upgrade: websocket\r\n"
                    + "Connection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
                    + "Sec-WebSocket-Protocol: mqtt\r\n"
                    + "\r\n";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final UpgradeResponseEncoder encoder = new UpgradeResponseEncoder();
    private final UpgradeResponseDecoder decoder =
            new UpgradeResponseDecoder(new UpgradeLimits(512, 10));

    private UpgradeResult wrap(final byte[] bytes) {
        return decoder.wrap(
                new UnsafeBuffer(bytes.clone()),
                0,
                bytes.length,
                Slice.ofUtf8(ACCEPT),
                Subprotocol.MQTT);
    }

    private UpgradeResult decode(final String response) {
        final byte[] bytes = utf8(response);
        final UpgradeResult whole = wrap(bytes);
        boolean decided = false;
        for (int length = 0; length <= bytes.length; length++) {
            final UpgradeResult result = wrap(Arrays.copyOf(bytes, length));
            if (result != UpgradeResult.INCOMPLETE) {
                assertEquals(whole, result, response);
                decided = true;
            } else {
                assertFalse(decided, response);
            }
        }
        return whole;
    }

    // The server

    @Test
    void answersTheKeyOfTheRfc() {
        final AcceptKey acceptKey = new AcceptKey();
        assertEquals(ACCEPT, acceptKey.of(Slice.ofUtf8(KEY)).toString());
        final Slice again = Slice.of(join(new byte[2], utf8(KEY)));
        again.wrap(again.buffer(), 2, AcceptKey.KEY_LENGTH);
        assertEquals(ACCEPT, acceptKey.of(again).toString());
    }

    @Test
    void writesTheAcceptingResponse() {
        final int length = encoder.accept(buffer, 5, Slice.ofUtf8(KEY), Subprotocol.MQTT);
        assertEquals(GOOD, buffer.getStringWithoutLengthAscii(5, length));
        assertTrue(length <= UpgradeResponseEncoder.MAX_LENGTH);
        assertEquals(0, buffer.getByte(4));
        assertEquals(0, buffer.getByte(5 + length));
        final int amqp = encoder.accept(buffer, 0, Slice.ofUtf8(KEY), Subprotocol.AMQP);
        assertTrue(buffer.getStringWithoutLengthAscii(0, amqp).contains(": amqp\r\n"));
    }

    @Test
    void writesRefusals() {
        final int length = UpgradeResponseEncoder.refuse(buffer, 0, HttpStatus.BAD_REQUEST);
        assertEquals(
                "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                buffer.getStringWithoutLengthAscii(0, length));
        assertEquals(
                "HTTP/1.1 426 Upgrade Required\r\n"
                        + "Upgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\n"
                        + "Connection: Upgrade, close\r\n"
                        + "Content-Length: 0\r\n\r\n",
                refusal(426));
        assertTrue(refusal(405).contains("\r\nAllow: GET\r\n"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 405, 408, 414, 426, 429, 431, 503, 505})
    void writesRefusalsThatAClientUnderstands(final int status) {
        final String refusal = refusal(status);
        assertTrue(refusal.length() <= UpgradeResponseEncoder.MAX_LENGTH);
        assertTrue(refusal.endsWith("\r\n\r\n"));
        assertEquals(UpgradeResult.REFUSED, decode(refusal));
        assertEquals(status, decoder.status());
    }

    @Test
    void refusesWithKnownStatusesOnly() {
        assertThrows(AssertionError.class, () -> refusal(101));
        assertThrows(AssertionError.class, () -> refusal(418));
    }

    private String refusal(final int status) {
        final int length = UpgradeResponseEncoder.refuse(buffer, 0, status);
        return buffer.getStringWithoutLengthAscii(0, length);
    }

    // The client

    @Test
    void writesARequestThatAServerAccepts() {
        final Slice key = Slice.of(new byte[AcceptKey.KEY_LENGTH]);
        final UnsafeBuffer keyBytes = new UnsafeBuffer(new byte[AcceptKey.KEY_LENGTH]);
        // "the sample nonce", the bytes behind the key of section 1.3
        AcceptKey.encodeKey(keyBytes, 0, 0x7468_6520_7361_6d70L, 0x6c65_206e_6f6e_6365L);
        key.wrap(keyBytes, 0, AcceptKey.KEY_LENGTH);
        assertEquals(KEY, key.toString());
        final Slice target = Slice.ofUtf8("/mqtt?a=b");
        final Slice host = Slice.ofUtf8("broker.example:8080");
        final int length =
                UpgradeRequestEncoder.encode(buffer, 7, target, host, key, Subprotocol.MQTT);
        assertEquals(
                "GET /mqtt?a=b HTTP/1.1\r\n"
                        + "Host: broker.example:8080\r\n"
                        + "Upgrade: websocket\r\n"
                        + "Connection: Upgrade\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Protocol: mqtt\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n",
                buffer.getStringWithoutLengthAscii(7, length));
        assertEquals(length, UpgradeRequestEncoder.encodedLength(target, host, Subprotocol.MQTT));
        assertEquals(0, buffer.getByte(7 + length));
        final UpgradeRequestDecoder request = new UpgradeRequestDecoder(new UpgradeLimits(512, 10));
        assertEquals(
                HttpStatus.SWITCHING_PROTOCOLS,
                request.wrap(buffer, 7, 7 + length, Subprotocol.MQTT));
        assertEquals("/mqtt", request.path().toString());
        assertEquals("a=b", request.query().toString());
        assertEquals(host.toString(), request.host().toString());
    }

    @Test
    void writesNoRequestThatWouldBeTwo() {
        final Slice key = Slice.ofUtf8(KEY);
        final Slice fine = Slice.ofUtf8("/");
        final Slice split = Slice.ofUtf8("/ HTTP/1.1\r\nX: y");
        assertThrows(
                AssertionError.class,
                () -> UpgradeRequestEncoder.encode(buffer, 0, split, fine, key, Subprotocol.MQTT));
        assertThrows(
                AssertionError.class,
                () -> UpgradeRequestEncoder.encode(buffer, 0, fine, split, key, Subprotocol.MQTT));
    }

    @Test
    void acceptsAnyKeyThatItsOwnServerAnswers() {
        final long seed = System.nanoTime();
        System.out.println("UpgradeResponseTest seed " + seed);
        final Random random = new Random(seed);
        final Slice key = new Slice();
        final UpgradeRequestDecoder request = new UpgradeRequestDecoder(new UpgradeLimits(512, 10));
        final AcceptKey acceptKey = new AcceptKey();
        for (int round = 0; round < 500; round++) {
            final Subprotocol subprotocol = Subprotocol.values()[round & 1];
            final UnsafeBuffer keyBytes = new UnsafeBuffer(new byte[AcceptKey.KEY_LENGTH]);
            AcceptKey.encodeKey(keyBytes, 0, random.nextLong(), random.nextLong());
            key.wrap(keyBytes, 0, AcceptKey.KEY_LENGTH);
            final Slice target = Slice.ofUtf8("/");
            final int asked =
                    UpgradeRequestEncoder.encode(
                            buffer, 0, target, Slice.ofUtf8("h"), key, subprotocol);
            assertEquals(101, request.wrap(buffer, 0, asked, subprotocol), "seed " + seed);
            final int answered = encoder.accept(buffer, 512, request.key(), subprotocol);
            assertEquals(
                    UpgradeResult.ACCEPTED,
                    decoder.wrap(buffer, 512, 512 + answered, acceptKey.of(key), subprotocol),
                    "seed " + seed);
            assertEquals(answered, decoder.length());
        }
    }

    @Test
    void leavesWhatFollowsTheResponse() {
        assertEquals(UpgradeResult.ACCEPTED, wrap(join(utf8(GOOD), new byte[] {13, 10, 0})));
        assertEquals(GOOD.length(), decoder.length());
    }

    @ParameterizedTest
    @CsvSource({
        "' Switching Protocols', ' '",
        "' Switching Protocols', ''",
        "' Switching', ' Los'",
        "Upgrade: websocket, Upgrade: WebSocket",
        "': Upgrade', ': keep-alive, UPGRADE'",
        "HTTP/1.1, HTTP/1.2",
        "Connection: Upgrade, Server: x"
    })
    void acceptsResponsesOfOtherShape(final String part, final String other) {
        final String response = GOOD.replace(part, other);
        final UpgradeResult expected =
                other.startsWith("Server") ? UpgradeResult.NOT_WEBSOCKET : UpgradeResult.ACCEPTED;
        assertEquals(expected, decode(response));
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 101, HTTP/1.0 101, MALFORMED",
        "HTTP/1.1 101, HTTP/2.0 101, MALFORMED",
        "HTTP/1.1 101, HTTP/1.x 101, MALFORMED",
        "HTTP/1.1 101, HTTP/1.1-101, MALFORMED",
        "HTTP/1.1 101, HTTP/1.1 1x1, MALFORMED",
        "HTTP/1.1 101 Switching, HTTP/1.1 1012 Switching, MALFORMED",
        "HTTP/1.1 101 Switching Protocols, HTTP/1.1 10, MALFORMED",
        "HTTP/1.1 101, HTTP/1.1 200, REFUSED",
        "HTTP/1.1 101, HTTP/1.1 302, REFUSED",
        "HTTP/1.0 401, HTTP/1.0 401, ACCEPTED",
        "Upgrade: websocket, Upgrade: h2c, NOT_WEBSOCKET",
        "Upgrade: websocket, 'Upgrade: websocket, h2c', NOT_WEBSOCKET",
        "Upgrade: websocket, X: y, NOT_WEBSOCKET",
        "Connection: Upgrade, Connection: close, NOT_WEBSOCKET",
        "s3pP, S3pP, ACCEPT_KEY_WRONG",
        "Sec-WebSocket-Accept, X-Accept, ACCEPT_KEY_WRONG",
        "xOo=, xOo, ACCEPT_KEY_WRONG",
        ": mqtt, : amqp, SUBPROTOCOL_NOT_OFFERED",
        ": mqtt, ': mqtt, amqp', SUBPROTOCOL_NOT_OFFERED",
        "Sec-WebSocket-Protocol, X-Protocol, SUBPROTOCOL_NOT_OFFERED",
        "Upgrade: websocket, websocket, MALFORMED",
        "Upgrade: websocket, ' Upgrade: websocket', MALFORMED"
    })
    void saysWhatIsWrong(final String part, final String other, final UpgradeResult result) {
        assertEquals(result, decode(GOOD.replace(part, other)));
    }

    @Test
    void refusesWhatMustBeThereOnce() {
        for (final String field :
                new String[] {
                    "Sec-WebSocket-Accept: " + ACCEPT + "\r\n", "Sec-WebSocket-Protocol: mqtt\r\n"
                }) {
            assertEquals(UpgradeResult.MALFORMED, decode(GOOD.replace(field, field + field)));
        }
        final String upgrade = "Upgrade: websocket\r\n";
        assertEquals(
                UpgradeResult.NOT_WEBSOCKET,
                decode(GOOD.replace(upgrade, "Upgrade: h2c\r\n" + upgrade)));
    }

    @Test
    void forgetsTheResponseBefore() {
        final String start = "HTTP/1.1 101 Switching Protocols\r\n";
        for (final String field : GOOD.substring(start.length()).split("\r\n")) {
            assertEquals(UpgradeResult.ACCEPTED, wrap(utf8(GOOD)));
            final UpgradeResult result = wrap(utf8(GOOD.replace(field, "X: y")));
            assertTrue(
                    result != UpgradeResult.ACCEPTED && result != UpgradeResult.INCOMPLETE, field);
            assertEquals(GOOD.length() - field.length() + 4, decoder.length());
        }
    }

    @Test
    void refusesAnExtensionItDidNotOffer() {
        assertEquals(
                UpgradeResult.EXTENSION_NOT_OFFERED,
                decode(
                        GOOD.replace(
                                "Upgrade: websocket",
                                "Sec-WebSocket-Extensions: permessage-deflate")));
    }

    @Test
    void reportsTheStatusOfARefusal() {
        assertEquals(UpgradeResult.REFUSED, decode("HTTP/1.0 503 Busy\r\n"));
        assertEquals(503, decoder.status());
        assertEquals(UpgradeResult.INCOMPLETE, decode("HTTP/1.1 503"));
        assertEquals(0, decoder.status());
    }

    @Test
    void readsNoMoreThanAllowed() {
        final String end = "\r\n\r\n";
        final String start = GOOD.substring(0, GOOD.length() - 2);
        final String field = "X: " + "x".repeat(512 - start.length() - 7);
        assertEquals(UpgradeResult.ACCEPTED, decode(start + field + end));
        assertEquals(UpgradeResult.TOO_LARGE, decode(start + field + "x" + end));
        assertEquals(UpgradeResult.TOO_LARGE, decode(start + "X: y\r\n".repeat(7) + "\r\n"));
        assertEquals(UpgradeResult.ACCEPTED, decode(start + "X: y\r\n".repeat(6) + "\r\n"));
    }
}
