package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.join;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests good and bad, each at every cut, with the status the peer gets. */
class UpgradeRequestDecoderTest {
    private static final int OK = 101;
    private static final UpgradeLimits LIMITS = new UpgradeLimits(1024, 20);
    private static final String FIRST = "GET /mqtt HTTP/1.1\r\n";
    private static final String HOST = "Host: broker.example\r\n";
    private static final String UPGRADE = "Upgrade: websocket\r\n";
    private static final String CONNECTION = "Connection: Upgrade\r\n";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    private static final String PROTOCOL = "Sec-WebSocket-Protocol: mqtt\r\n";
    private static final String VERSION = "Sec-WebSocket-Version: 13\r\n";
    private static final String FIELDS = HOST + UPGRADE + CONNECTION + KEY + PROTOCOL + VERSION;
    private static final String GOOD = FIRST + FIELDS + "\r\n";

    private final UpgradeRequestDecoder decoder = new UpgradeRequestDecoder(LIMITS);

    private static int wrap(final UpgradeRequestDecoder decoder, final byte[] bytes) {
        final UnsafeBuffer exact = new UnsafeBuffer(bytes.clone());
        return decoder.wrap(exact, 0, bytes.length, Subprotocol.MQTT);
    }

    /** Decodes every prefix, then the whole: each is incomplete or says what the whole does. */
    private int decode(final String request) {
        final byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
        final int whole = wrap(decoder, bytes);
        boolean decided = false;
        for (int length = 0; length <= bytes.length; length++) {
            final int status = wrap(decoder, Arrays.copyOf(bytes, length));
            if (status != UpgradeRequestDecoder.INCOMPLETE) {
                assertEquals(whole, status, request);
                decided = true;
            } else {
                assertFalse(decided, request);
            }
        }
        return whole;
    }

    private static String without(final String field) {
        return GOOD.replace(field, "");
    }

    private static String with(final String fields) {
        return FIRST + FIELDS + fields + "\r\n";
    }

    @Test
    void acceptsAGoodRequestAndLeavesWhatFollows() {
        final byte[] request = utf8(GOOD.replace("/mqtt", "/mqtt/v5?token=a%20b?c"));
        final byte[] frames = {(byte) 0x82, (byte) 0x80, '\r', '\n', '\r', '\n'};
        final UnsafeBuffer buffer = new UnsafeBuffer(join(new byte[3], request, frames));
        assertEquals(OK, decoder.wrap(buffer, 3, buffer.capacity(), Subprotocol.MQTT));
        assertEquals(request.length, decoder.length());
        assertEquals("/mqtt/v5", decoder.path().toString());
        assertEquals("token=a%20b?c", decoder.query().toString());
        assertEquals("broker.example", decoder.host().toString());
        assertEquals("dGhlIHNhbXBsZSBub25jZQ==", decoder.key().toString());
        assertTrue(decoder.origin().isEmpty());
        assertTrue(decoder.offers(Subprotocol.MQTT));
        assertFalse(decoder.offers(Subprotocol.AMQP));
    }

    @Test
    void acceptsTheExampleOfTheRfc() { // section 1.2, with our subprotocol among the others
        assertEquals(
                OK,
                decode(
                        "GET /chat HTTP/1.1\r\n"
                                + "Host: server.example.com\r\n"
                                + "Upgrade: websocket\r\n"
                                + "Connection: Upgrade\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + "Origin: http://example.com\r\n"
                                + "Sec-WebSocket-Protocol: chat, superchat, mqtt\r\n"
                                + "Sec-WebSocket-Version: 13\r\n\r\n"));
        assertEquals("/chat", decoder.path().toString());
        assertEquals("http://example.com", decoder.origin().toString());
    }

    @Test
    void waitsForTheEmptyLine() {
        assertEquals(UpgradeRequestDecoder.INCOMPLETE, wrap(decoder, new byte[0]));
        assertEquals(UpgradeRequestDecoder.INCOMPLETE, decode(GOOD.substring(0, 150)));
        assertEquals(
                UpgradeRequestDecoder.INCOMPLETE, decode(GOOD.substring(0, GOOD.length() - 1)));
        assertEquals(0, decoder.length());
    }

    @Test
    void forgetsTheRequestBefore() {
        assertEquals(OK, decode(with("Origin: null\r\n")));
        assertEquals(400, decode("GET /other HTTP/1.1\r\n" + HOST + ":\r\n"));
        assertEquals("/other", decoder.path().toString());
        assertTrue(decoder.origin().isEmpty());
        assertTrue(decoder.key().isEmpty());
        assertEquals(426, decode(FIRST + HOST + CONNECTION + KEY + "\r\n"));
    }

    // The request line

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /mqtt HTTP/1.1",
                "get /mqtt HTTP/1.1",
                "PRI * HTTP/2.0",
                "GETS / HTTP/1.1",
                "M-SEARCH * HTTP/1.1"
            })
    void answers405ToAnotherMethod(final String line) {
        assertEquals(405, decode(line + "\r\n" + FIELDS + "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/3.1"})
    void answers505ToAnotherVersion(final String version) {
        assertEquals(505, decode("GET /mqtt " + version + "\r\n" + FIELDS + "\r\n"));
    }

    @Test
    void acceptsAVersionAbove11() {
        assertEquals(OK, decode("GET /mqtt HTTP/1.2\r\n" + FIELDS + "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "GET",
                "GET ",
                "GET /mqtt",
                "GET /mqtt ",
                "GET  HTTP/1.1",
                "GET  /mqtt HTTP/1.1",
                "GET /mqtt  HTTP/1.1",
                "GET /mqtt HTTP/1.1 ",
                " GET /mqtt HTTP/1.1",
                "GET\t/mqtt HTTP/1.1",
                "GET /mq tt HTTP/1.1",
                "G(T /mqtt HTTP/1.1",
                "GET /mqtt http/1.1",
                "GET /mqtt HTTP/1.10",
                "GET /mqtt HTTP/11",
                "GET /mqtt HTTP/1,1",
                "GET /mqtt HTTP/x.1",
                "GET /mqtt HTTP/1.x",
                "GET mqtt HTTP/1.1",
                "GET * HTTP/1.1",
                "GET broker.example:80 HTTP/1.1",
                "GET ws://broker.example/mqtt HTTP/1.1",
                "GET http:///mqtt HTTP/1.1",
                "GET http:// HTTP/1.1",
                "GET /mqtt#part HTTP/1.1",
                "GET /mq\u00fctt HTTP/1.1",
                "GET /mq\ttt HTTP/1.1"
            })
    void answers400ToABrokenRequestLine(final String line) {
        assertEquals(400, decode(line + "\r\n" + FIELDS + "\r\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "/, /, ''",
        "/?, /, ''",
        "/a/b?c=d, /a/b, c=d",
        "http://h/a?b, /a, b",
        "HTTPS://h:8443/a/, /a/, ''",
        "http://h?b, '', b",
        "http://h, '', ''",
        "//a, //a, ''"
    })
    void findsPathAndQuery(final String target, final String path, final String query) {
        assertEquals(OK, decode(GOOD.replace("/mqtt", target)));
        assertEquals(path, decoder.path().toString());
        assertEquals(query, decoder.query().toString());
    }

    @Test
    void refusesAnotherProtocolOnItsFirstBytes() {
        assertEquals(400, wrap(decoder, new byte[] {0x10, 0x0C, 0, 4, 'M', 'Q', 'T', 'T', 5}));
        assertEquals(400, wrap(decoder, new byte[] {0x16, 3, 1})); // a TLS ClientHello
        assertEquals(400, wrap(decoder, new byte[] {'A', 'M', 'Q', 'P', 0, 1, 0, 0}));
    }

    // Lines and fields

    @ParameterizedTest
    @ValueSource(
            strings = {
                " folded: value",
                "\tfolded",
                "X: a\r\n b",
                "no colon",
                ": no name",
                "blank : before colon",
                "b\u00e4d: name",
                "X: nul\0",
                "X: bell\7",
                "X: del\u007f",
                "X: bare\nLF",
                "X: bare\rCR",
                "X: two\r\r\nCR"
            })
    void answers400ToABrokenLine(final String line) {
        assertEquals(400, decode(with(line + "\r\n")));
    }

    @Test
    void answers400ToBareLineFeeds() {
        assertEquals(400, decode(GOOD.replace("\r\n", "\n")));
        assertEquals(400, decode("\r\n" + GOOD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Empty:",
                "X-Blank: \t ",
                "X:\tvalue \t",
                "X: caf\u00e9",
                "X-Two: 1\r\nX-Two: 2",
                "!#$%&'*+-.^_`|~: every sign",
                "Origin: null",
                "Content-Length: 0",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
                "Sec-WebSocket-Extensions: a\r\nSec-WebSocket-Extensions: b"
            })
    void acceptsOtherFields(final String line) {
        assertEquals(OK, decode(with(line + "\r\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {HOST, KEY, VERSION, "Origin: a\r\n", "Content-Length: 0\r\n"})
    void answers400ToAFieldThatIsThereTwice(final String field) {
        assertEquals(400, decode(with(field + field)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5", "Transfer-Encoding: chunked"})
    void answers400ToABody(final String field) {
        assertEquals(400, decode(with(field + "\r\n")));
    }

    @Test
    void refusesMoreFieldsThanAllowed() {
        assertEquals(OK, decode(with("X: y\r\n".repeat(14))));
        assertEquals(431, decode(with("X: y\r\n".repeat(15))));
    }

    @Test
    void refusesMoreBytesThanAllowedBeforeTheyCome() {
        final String start = GOOD.substring(0, GOOD.length() - 2) + "X: ";
        final int room = 1024 - start.length() - 4;
        assertEquals(OK, decode(start + "x".repeat(room) + "\r\n\r\n"));
        assertEquals(1024, decoder.length());
        assertEquals(431, decode(start + "x".repeat(room + 1) + "\r\n\r\n"));
        assertEquals(431, wrap(decoder, utf8(start + "x".repeat(room + 4))));
        assertEquals(-1, wrap(decoder, utf8(start + "x".repeat(room + 3))));
        assertEquals(414, wrap(decoder, utf8("GET /" + "a".repeat(1019))));
        assertEquals(-1, wrap(decoder, utf8("GET /" + "a".repeat(1018))));
        assertEquals(414, decode("GET /" + "a".repeat(2000) + " HTTP/1.1\r\n"));
    }

    @Test
    void hasLimitsOfOneOrMore() {
        assertThrows(IllegalArgumentException.class, () -> new UpgradeLimits(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new UpgradeLimits(1, 0));
    }

    @Test
    void leavesOutTheBlanksAroundAValue() {
        assertEquals(OK, decode(GOOD.replace("Version: 13", "Version:\t 13 \t")));
        assertEquals(OK, decode(GOOD.replace("Host: broker", "Host:broker")));
        assertEquals("broker.example", decoder.host().toString());
    }

    // Section 4.2.1

    @Test
    void answersToAMissingField() {
        assertEquals(400, decode(without(HOST)));
        assertEquals(426, decode(without(UPGRADE)));
        assertEquals(400, decode(without(CONNECTION)));
        assertEquals(400, decode(without(KEY)));
        assertEquals(400, decode(without(PROTOCOL))); // [MQTT-6.0.0-3]
        assertEquals(400, decode(without(VERSION)));
        assertEquals(400, decode(GOOD.replace(HOST, "Host:\r\n")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h",
                "127.0.0.1:47939",
                "xn--tr-yka.example:",
                "[::1]",
                "[fe80::1]:8083",
                "a_b~!$&'()*+,;=%20"
            })
    void takesAHostWithOrWithoutPort(final String host) {
        assertEquals(OK, decode(GOOD.replace("broker.example", host)));
        assertEquals(host, decoder.host().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "two hosts",
                "user@h",
                "h/path",
                "h:80:80",
                "h:80a",
                ":80",
                "::1",
                "[]",
                "[::1",
                "[::1]80",
                "a[::1]",
                "h\u00E9",
                "h\t80",
                "a\"b"
            })
    void refusesAHostThatIsNone(final String host) { // RFC 9112 section 3.2
        assertEquals(400, decode(GOOD.replace("broker.example", host)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPGRADE: WebSocket\r\n",
                "upgrade:websocket\r\n",
                "Upgrade: h2c, websocket\r\n",
                "Upgrade: ,, websocket ,\r\n",
                "Upgrade: h2c\r\nUpgrade: websocket\r\n"
            })
    void findsWebsocketInUpgrade(final String field) {
        assertEquals(OK, decode(GOOD.replace(UPGRADE, field)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"websockets", "web socket", "websocket/13", "h2c", "", "\"websocket\""})
    void answers426ToAnotherUpgrade(final String value) {
        assertEquals(426, decode(GOOD.replace(UPGRADE, "Upgrade: " + value + "\r\n")));
    }

    @ParameterizedTest
    @CsvSource({
        "upgrade, 101", "'keep-alive, Upgrade', 101", "'Upgrade ,keep-alive', 101",
        "keep-alive, 400", "upgraded, 400", "'', 400"
    })
    void looksForUpgradeInConnection(final String value, final int status) {
        assertEquals(status, decode(GOOD.replace(CONNECTION, "Connection: " + value + "\r\n")));
    }

    @ParameterizedTest
    @CsvSource({"13, 101", "8, 426", "14, 426", "013, 426", "'13, 8', 426", "'', 426"})
    void answers426ToAnotherWebSocketVersion(final String value, final int status) {
        assertEquals(status, decode(GOOD.replace(": 13", ": " + value)));
    }

    @ParameterizedTest
    @CsvSource({
        "AAAAAAAAAAAAAAAAAAAAAA==, 101",
        "+/0189azAZ+/0189azAZ+A==, 101",
        "AAAAAAAAAAAAAAAAAAAAA===, 400", // 15 bytes and a sign too many
        "AAAAAAAAAAAAAAAAAAAAAAA=, 400", // 17 bytes
        "AAAAAAAAAAAAAAAAAAAAAAAA, 400", // 18 bytes
        "AAAAAAAAAAAAAAAAAAAAAA, 400", // no padding
        "AAAAAAAAAAAAAAAAAAAA, 400",
        "-_AAAAAAAAAAAAAAAAAAAA==, 400", // the other alphabet
        "AAAA AAAAAAAAAAAAAAAAA==, 400",
        "'', 400"
    })
    void takesOnly16BytesInBase64ForAKey(final String key, final int status) {
        assertEquals(status, decode(GOOD.replace("dGhlIHNhbXBsZSBub25jZQ==", key)));
    }

    @ParameterizedTest
    @CsvSource({
        "mqtt, 101", "'amqp, mqtt', 101", "'mqttv3.1,mqtt', 101", "MQTT, 400",
        "mqttv3.1, 400", "amqp, 400", "'', 400", "mqtt5, 400"
    })
    void looksForItsSubprotocol(final String value, final int status) {
        assertEquals(status, decode(GOOD.replace(": mqtt", ": " + value)));
    }

    @Test
    void takesTheSubprotocolsOfSeveralFieldsTogether() {
        final String fields = "Sec-WebSocket-Protocol: amqp\r\nsec-websocket-protocol: mqtt\r\n";
        assertEquals(OK, decode(GOOD.replace(PROTOCOL, fields)));
        assertTrue(decoder.offers(Subprotocol.MQTT));
        assertTrue(decoder.offers(Subprotocol.AMQP));
    }

    @Test
    void looksForAmqpWhereThatIsWanted() {
        final byte[] request = utf8(GOOD.replace(": mqtt", ": amqp"));
        final UnsafeBuffer buffer = new UnsafeBuffer(request);
        assertEquals(OK, decoder.wrap(buffer, 0, request.length, Subprotocol.AMQP));
        assertEquals(400, decoder.wrap(buffer, 0, request.length, Subprotocol.MQTT));
    }

    @Test
    void saysTheSameOfEveryPrefixOfBrokenRequests() {
        final long seed = System.nanoTime();
        System.out.println("UpgradeRequestDecoderTest seed " + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            final StringBuilder request = new StringBuilder(GOOD);
            for (int i = random.nextInt(3); i >= 0; i--) {
                request.setCharAt(random.nextInt(request.length()), (char) random.nextInt(256));
            }
            decode(request.toString());
        }
    }
}
