package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.FIN;
import static io.sluice.codec.ws.Frames.closePayload;
import static io.sluice.codec.ws.Frames.hex;
import static io.sluice.codec.ws.Frames.join;
import static io.sluice.codec.ws.Frames.pattern;
import static io.sluice.codec.ws.Frames.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each frame means, and every rule broken once, with the close code it earns. */
class InboundFramesTest {
    private static final int KEY = 0x37FA213D;
    private static final byte[] NOTHING = {};

    private static InboundStream client() {
        return InboundStream.from(Endpoint.CLIENT);
    }

    private static InboundStream server() {
        return InboundStream.from(Endpoint.SERVER);
    }

    private static void refuses(final int closeCode, final String hex) {
        final InboundStream whole = client().feed(hex(hex));
        assertEquals(closeCode, whole.failure(), hex);
        assertEquals(0, whole.stream().length, hex);
        assertEquals(closeCode, client().feedBy(1, hex(hex)).failure(), hex);
    }

    // The examples of section 5.7, as binary where they are text.

    @Test
    void readsTheUnmaskedExample() {
        assertArrayEquals(utf8("Hello"), server().feed(hex("82 05 48656c6c6f")).stream());
    }

    @Test
    void readsTheMaskedExample() {
        assertArrayEquals(utf8("Hello"), client().feed(hex("82 85 37fa213d 7f9f4d5158")).stream());
    }

    @Test
    void readsTheFragmentedExample() {
        assertArrayEquals(utf8("Hello"), server().feed(hex("02 03 48656c  80 02 6c6f")).stream());
    }

    @Test
    void readsThePingAndPongExample() {
        assertEquals(List.of("PING 48656c6c6f"), server().feed(hex("89 05 48656c6c6f")).events());
        assertEquals(
                List.of("PONG 48656c6c6f"),
                client().feed(hex("8a 85 37fa213d 7f9f4d5158")).events());
    }

    @Test
    void readsTheExamplesOf256BytesAnd64KiB() {
        final byte[] small = pattern(256);
        assertArrayEquals(small, server().feed(join(hex("82 7e 0100"), small)).stream());
        final byte[] large = pattern(0x1_0000);
        assertArrayEquals(
                large, server().feed(join(hex("82 7f 0000000000010000"), large)).stream());
    }

    @Test
    void refusesTheTextExamples() { // [MQTT-6.0.0-1]
        assertEquals(1003, server().feed(hex("81 05 48656c6c6f")).failure());
        assertEquals(1003, client().feed(hex("81 85 37fa213d 7f9f4d5158")).failure());
        assertEquals(1003, server().feed(hex("01 03 48656c  80 02 6c6f")).failure());
    }

    // Messages

    @Test
    void joinsMessagesAndFragmentsAndLeavesOutWhatLiesBetween() {
        final InboundStream inbound =
                client().feed(
                                Frames.fromClient(KEY)
                                        .binary(utf8("one"))
                                        .frame(Opcode.BINARY, utf8("two"))
                                        .frame(FIN | Opcode.PING, utf8("p"))
                                        .frame(Opcode.CONTINUATION, NOTHING)
                                        .frame(Opcode.CONTINUATION, utf8("three"))
                                        .frame(FIN | Opcode.PONG, NOTHING)
                                        .frame(FIN, utf8("four"))
                                        .binary(NOTHING)
                                        .binary(utf8("five"))
                                        .bytes());
        assertArrayEquals(utf8("onetwothreefourfive"), inbound.stream());
        assertEquals(List.of("PING 70", "PONG "), inbound.events());
    }

    @Test
    void readsControlPayloadsUpTo125Bytes() {
        final byte[] payload = pattern(125);
        final InboundFrames frames = new InboundFrames(Endpoint.CLIENT, 1, 1);
        final InboundStream inbound = new InboundStream(frames);
        inbound.feed(Frames.fromClient(KEY).frame(FIN | Opcode.PING, payload).bytes());
        assertEquals(1, inbound.events().size());
        assertArrayEquals(payload, frames.controlPayload().toByteArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 125, 126, 127, 128, 65535, 65536, 65537})
    void readsEveryFormOfLength(final int length) {
        final byte[] payload = pattern(length);
        final byte[] next = utf8("next");
        assertArrayEquals(
                join(payload, next),
                client()
                        .feed(Frames.fromClient(KEY).binary(payload).binary(next).bytes())
                        .stream());
        assertArrayEquals(
                join(payload, next),
                server().feed(Frames.fromServer().binary(payload).binary(next).bytes()).stream());
    }

    // Headers: sections 5.1, 5.2, 5.4, 5.5

    @ParameterizedTest
    @ValueSource(strings = {"c2", "a2", "92", "f2", "c9"})
    void refusesReservedBits(final String first) {
        refuses(1002, first + "80 00000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"83", "84", "85", "86", "87", "8b", "8c", "8d", "8e", "8f"})
    void refusesReservedOpcodes(final String first) {
        refuses(1002, first + "80 00000000");
    }

    @Test
    void refusesAnUnmaskedFrameOfAClient() {
        refuses(1002, "82 05 48656c6c6f");
        refuses(1002, "89 00");
    }

    @Test
    void refusesAMaskedFrameOfAServer() {
        assertEquals(1002, server().feed(hex("82 85 37fa213d 7f9f4d5158")).failure());
        assertEquals(1002, server().feed(hex("89 80 37fa213d")).failure());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "82 fe 0000", "82 fe 007d", // two bytes, one would do
                "82 ff 0000000000000000", "82 ff 000000000000ffff", // eight, two would do
                "82 ff 8000000000000000", "82 ff ffffffffffffffff" // bit 63
            })
    void refusesALengthThatIsNotMinimalOrNegative(final String header) {
        refuses(1002, header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"08", "09", "0a"})
    void refusesAFragmentedControlFrame(final String first) {
        refuses(1002, first + "80 00000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"88 fe", "89 fe", "8a fe", "89 ff"})
    void refusesAControlFrameOfMoreThan125Bytes(final String header) {
        refuses(1002, header);
    }

    @Test
    void refusesAContinuationOfNothing() {
        refuses(1002, "80 80 00000000");
        refuses(1002, "00 80 00000000");
        refuses(1002, "82 80 00000000  80 80 00000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"82", "02", "81", "01"})
    void refusesANewMessageInsideAFragmentedOne(final String first) {
        refuses(1002, "02 80 00000000  " + first + "80 00000000");
    }

    @Test
    void deliversWhatCameBeforeABrokenRule() {
        final InboundStream inbound =
                client().feed(
                                Frames.fromClient(KEY)
                                        .binary(utf8("good"))
                                        .frame(FIN | Opcode.TEXT, utf8("bad"))
                                        .binary(utf8("ignored"))
                                        .bytes());
        assertArrayEquals(utf8("good"), inbound.stream());
        assertEquals(1003, inbound.failure());
        inbound.feed(Frames.fromClient(KEY).binary(utf8("ignored")).bytes());
        assertArrayEquals(utf8("good"), inbound.stream());
        assertEquals(1003, inbound.failure());
    }

    // Size

    @Test
    void refusesAFrameAboveTheLimitOnItsLength() {
        final InboundFrames frames = new InboundFrames(Endpoint.CLIENT, 200, 1000);
        final InboundStream inbound = new InboundStream(frames);
        inbound.feed(Frames.fromClient(KEY).binary(pattern(200)).bytes());
        assertEquals(0, inbound.failure());
        inbound.feed(hex("82 fe 00c9")); // 201, and neither key nor payload
        assertEquals(1009, inbound.failure());
        assertEquals(200, inbound.stream().length);
    }

    @Test
    void refusesAHugeFrameOnItsLength() {
        final InboundStream inbound =
                new InboundStream(new InboundFrames(Endpoint.CLIENT, 1 << 20, 1 << 20));
        assertEquals(1009, inbound.feed(hex("82 ff 7fffffffffffffff")).failure());
        assertEquals(0, client().feed(hex("82 ff 7fffffffffffffff 00000000 00")).failure());
    }

    @Test
    void refusesAMessageAboveTheLimitOnTheLengthOfTheFrameThatBreaksIt() {
        final InboundStream inbound =
                new InboundStream(new InboundFrames(Endpoint.CLIENT, 60, 100));
        final Frames frames = Frames.fromClient(KEY);
        for (int i = 0; i < 3; i++) { // each message begins anew
            frames.frame(Opcode.BINARY, pattern(60)).frame(FIN, pattern(40)).binary(pattern(60));
        }
        inbound.feed(frames.frame(Opcode.BINARY, pattern(60)).bytes());
        assertEquals(0, inbound.failure());
        inbound.feed(hex("80 a9")); // 41 more
        assertEquals(1009, inbound.failure());
        assertEquals(3 * 160 + 60, inbound.stream().length);
    }

    @Test
    void doesNotOverflowTheSizeOfAMessage() {
        final InboundFrames frames =
                new InboundFrames(Endpoint.SERVER, Long.MAX_VALUE, Long.MAX_VALUE - 1);
        final InboundStream inbound = new InboundStream(frames);
        assertEquals(0, inbound.feed(hex("02 01 00")).failure());
        assertEquals(1009, inbound.feed(hex("00 7f 7fffffffffffffff")).failure());
    }

    @Test
    void countsNoControlFrameToAMessage() {
        final InboundStream inbound = new InboundStream(new InboundFrames(Endpoint.CLIENT, 4, 4));
        inbound.feed(
                Frames.fromClient(KEY)
                        .frame(Opcode.BINARY, utf8("ab"))
                        .frame(FIN | Opcode.PING, pattern(100))
                        .frame(FIN, utf8("cd"))
                        .bytes());
        assertEquals(0, inbound.failure());
        assertArrayEquals(utf8("abcd"), inbound.stream());
    }

    @Test
    void hasLimitsOfOneOrMore() {
        assertThrows(
                IllegalArgumentException.class, () -> new InboundFrames(Endpoint.CLIENT, 0, 1));
        assertThrows(
                IllegalArgumentException.class, () -> new InboundFrames(Endpoint.CLIENT, 1, 0));
    }

    // Close: sections 5.5.1 and 7.4

    private static InboundStream close(final byte[] payload) {
        return client().feed(
                        Frames.fromClient(KEY)
                                .frame(FIN | Opcode.CLOSE, payload)
                                .binary(utf8("after"))
                                .bytes());
    }

    @Test
    void readsACloseAndNothingAfterIt() {
        final InboundStream inbound = close(closePayload(1001, utf8("tschüß")));
        assertEquals(List.of("CLOSE 1001 tschüß"), inbound.events());
        assertEquals(0, inbound.stream().length);
        inbound.feed(hex("81 00 ff"));
        assertEquals(0, inbound.failure());
        assertEquals(List.of("CLOSE 1001 tschüß"), inbound.events());
    }

    @Test
    void readsACloseWithoutACode() {
        assertEquals(List.of("CLOSE 1005 "), close(NOTHING).events());
    }

    @Test
    void readsACloseInsideAFragmentedMessage() {
        final InboundStream inbound =
                client().feed(
                                Frames.fromClient(KEY)
                                        .frame(Opcode.BINARY, utf8("half"))
                                        .frame(FIN | Opcode.CLOSE, NOTHING)
                                        .bytes());
        assertArrayEquals(utf8("half"), inbound.stream());
        assertEquals(List.of("CLOSE 1005 "), inbound.events());
    }

    @Test
    void refusesACloseOfOneByte() {
        assertEquals(1002, close(new byte[] {3}).failure());
        final byte[] normal = closePayload(1000, NOTHING); // must not be read with the next frame
        final InboundStream inbound =
                client().feed(
                                Frames.fromClient(KEY)
                                        .frame(FIN | Opcode.PING, normal)
                                        .frame(FIN | Opcode.CLOSE, new byte[] {3})
                                        .bytes());
        assertEquals(List.of("PING 03e8"), inbound.events());
        assertEquals(1002, inbound.failure());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 999, false",
        "1000, 1003, true",
        "1004, 1006, false",
        "1007, 1014, true",
        "1015, 2999, false",
        "3000, 4999, true",
        "5000, 65535, false"
    })
    void knowsEveryCodeThatMayBeOnTheWire(final int first, final int last, final boolean sendable) {
        for (int code = first; code <= last; code++) {
            assertEquals(sendable, CloseCode.isSendable(code), Integer.toString(code));
            final InboundStream inbound = close(closePayload(code, NOTHING));
            assertEquals(sendable ? 0 : 1002, inbound.failure(), Integer.toString(code));
            assertEquals(sendable ? List.of("CLOSE " + code + ' ') : List.of(), inbound.events());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3", "ff", "c080", "eda080", "f4908080", "6162e282", "80"})
    void refusesAReasonThatIsNotUtf8(final String reason) {
        assertEquals(1007, close(closePayload(1000, hex(reason))).failure());
    }

    @Test
    void namesItsCodes() {
        assertEquals("Protocol error", CloseCode.name(CloseCode.PROTOCOL_ERROR));
        assertEquals("Message Too Big", CloseCode.name(1009));
        assertEquals("4321", CloseCode.name(4321));
    }
}
