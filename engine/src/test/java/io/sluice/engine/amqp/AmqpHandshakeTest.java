package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.observe.Counter;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers, SASL, open and close, and who is silent for too long. */
class AmqpHandshakeTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void expectClosed(final String... lines) {
        peer.expect(lines);
        assertTrue(peer.wire.closed);
    }

    private void plain(final String response) {
        peer.header(ProtocolHeader.SASL).expect("header 3", "SASL_MECHANISMS");
        peer.send(
                new SaslEncoder().init(FakePeer.text("PLAIN")).bytes(Slice.of(bytes(response)))
                        ::encode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1", "AMQP\0\0\t\1", "AMQP\0\2\0\0", "AMQP\2\1\0\0"})
    void answersForeignHeaders(final String header) {
        peer.send(bytes(header));
        expectClosed("header 0");
    }

    @Test
    void answersBareHeadersWithSaslWhereNobodyIsAnonymous() {
        loop.anonymous = false;
        peer.header(ProtocolHeader.AMQP);
        expectClosed("header 3");
    }

    @Test
    void refusesAnonymousWhereNobodyIs() {
        loop.anonymous = false;
        peer.header(ProtocolHeader.SASL).expect("header 3", "SASL_MECHANISMS");
        peer.send(new SaslEncoder().init(FakePeer.text("ANONYMOUS"))::encode);
        expectClosed("outcome AUTH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0ann\0ann", "ann\0ann\0ann"})
    void takesPlain(final String response) {
        loop.anonymous = false;
        plain(response);
        peer.expect("outcome OK");
        peer.header(ProtocolHeader.AMQP).expect("header 0");
        assertFalse(peer.wire.closed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\0",
                "\0\0",
                "ann",
                "\0ann",
                "\0ann\0",
                "\0\0ann",
                "\0ann\0bob",
                "bob\0ann\0ann",
                "\0ann\0ann\0",
                "\0\0\0"
            })
    void refusesPlain(final String response) {
        plain(response);
        expectClosed("outcome AUTH");
    }

    @Test
    void refusesMechanismsThatItDoesNotHave() {
        peer.header(ProtocolHeader.SASL).read();
        peer.send(new SaslEncoder().init(FakePeer.text("EXTERNAL"))::encode);
        expectClosed("outcome AUTH");
    }

    @Test
    void endsWithWhoSpeaksNoSaslInsideOfIt() {
        peer.header(ProtocolHeader.SASL).read();
        peer.header(ProtocolHeader.SASL);
        expectClosed("");
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, 1);
    }

    @Test
    void endsWithAmqpFramesInsideSasl() {
        peer.header(ProtocolHeader.SASL).read();
        peer.send(peer.open.containerId(FakePeer.text("c"))::encode);
        expectClosed("");
    }

    @Test
    void endsWithServersFramesInsideSasl() {
        peer.header(ProtocolHeader.SASL).read();
        peer.send(new SaslEncoder().response(FakePeer.text("x"))::encode);
        expectClosed("");
    }

    @Test
    void endsWithSaslFramesThatAreTooLarge() {
        peer.header(ProtocolHeader.SASL).read();
        peer.send(
                new SaslEncoder().init(FakePeer.text("PLAIN")).bytes(Slice.of(new byte[2_100]))
                        ::encode);
        expectClosed("");
    }

    @Test
    void takesSaslAndOpenInOneWrite() {
        final UnsafeBuffer all = new UnsafeBuffer(new byte[512]);
        int at = ProtocolHeader.encode(all, 0, ProtocolHeader.SASL);
        at += new SaslEncoder().init(FakePeer.text("ANONYMOUS")).encode(all, at, 512);
        at += ProtocolHeader.encode(all, at, ProtocolHeader.AMQP);
        at += peer.open.containerId(FakePeer.text("c")).encode(all, at, 512);
        at += peer.begin.incomingWindow(1).outgoingWindow(1).encode(all, at, 512);
        final byte[] bytes = new byte[at];
        all.getBytes(0, bytes);
        peer.send(bytes)
                .expect("header 3", "SASL_MECHANISMS", "outcome OK", "header 0", "open", "begin 0");
    }

    @Test
    void waitsForAnOpenOnlySoLong() {
        peer.header(ProtocolHeader.AMQP).expect("header 0");
        loop.passSeconds(9.9);
        peer.send((byte) 0);
        assertFalse(peer.wire.closed);
        loop.passSeconds(0.2);
        expectClosed("");
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
    }

    @Test
    void tellsItsHeaderToWhoIsSilent() {
        peer.send(bytes("AMQP\0\1\0"));
        loop.passSeconds(10);
        expectClosed("header 0");
    }

    @Test
    void wantsOpenFirst() {
        peer.header(ProtocolHeader.AMQP);
        peer.send(peer.begin.incomingWindow(1).outgoingWindow(1)::encode);
        expectClosed("header 0", "open", "close amqp:illegal-state");
    }

    @Test
    void wantsOneOpen() {
        peer.session().send(peer.open::encode);
        expectClosed("close amqp:illegal-state");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\0\0\0\7\2\0\0\0", "\0\0\0\u0010\1", "\0\0\0\u0010\5", "\0\0\0\u0010\2\7"})
    void refusesFrames(final String frame) {
        peer.session().send(bytes(frame));
        expectClosed("close amqp:connection:framing-error");
    }

    @Test
    void refusesSizes() {
        peer.session().send(bytes("\u00ff\u00ff\u00ff\u00ff"));
        expectClosed("close amqp:connection:framing-error");
    }

    @Test
    void takesFramesOfTheLargestSizeAndNoMore() {
        peer.session().sender(0, "x", SenderSettleMode.MIXED).read();
        final TransferEncoder transfer = peer.first(0, 0, new byte[5_000]);
        peer.send((buffer, at, limit) -> transfer.encode(buffer, at, at + (4 << 10))).expect("");
        peer.send(bytes("\0\0\20\1\2\0\0\0"));
        expectClosed("close amqp:connection:framing-error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0S\u0099E", "E", "\0S\24"})
    void refusesBodies(final String body) {
        peer.session();
        final byte[] bytes = bytes("\0\0\0\0\2\0\0\0" + body);
        bytes[3] = (byte) bytes.length;
        peer.send(bytes);
        expectClosed("close amqp:decode-error");
    }

    @Test
    void closesForAnInvalidOpen() {
        peer.header(ProtocolHeader.AMQP);
        peer.send(bytes("\0\0\0\16\2\0\0\0\0S\20\u00c0\1\0"));
        expectClosed("header 0", "open", "close amqp:invalid-field");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256, 511})
    void closesForTooSmallFrames(final int size) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[64]);
        final int length =
                peer.open.containerId(FakePeer.text("c")).maxFrameSize(0x1122).encode(frame, 0, 64);
        for (int i = 0; i < length; i++) {
            if (frame.getShort(i, ByteOrder.BIG_ENDIAN) == 0x1122) {
                frame.putShort(i, (short) size, ByteOrder.BIG_ENDIAN);
            }
        }
        final byte[] bytes = new byte[length];
        frame.getBytes(0, bytes);
        peer.header(ProtocolHeader.AMQP).send(bytes);
        expectClosed("header 0", "open", "close amqp:invalid-field");
    }

    @Test
    void refusesChannelsWithoutSession() {
        peer.session().send(peer.flow.channel(1).incomingWindow(1).outgoingWindow(1)::encode);
        expectClosed("close amqp:connection:framing-error");
    }

    @Test
    void refusesChannelsAboveTheHighest() {
        peer.session().send(peer.begin.channel(8).incomingWindow(1).outgoingWindow(1)::encode);
        expectClosed("close amqp:connection:framing-error");
    }

    @Test
    void answersCloseOnceAndReadsNoMore() {
        peer.session().send(peer.close.close()::encode);
        expectClosed("close");
        peer.send(bytes("whatever")).expect("");
    }

    @Test
    void tellsAllThatTheDaemonEnds() {
        peer.session();
        loop.peer();
        loop.server.shutDown();
        expectClosed("close amqp:connection:forced");
        loop.expects(Counter.CONNECTIONS_PROTOCOL_ERROR, 0);
    }

    @Test
    void endsWithWhoIsSilent() {
        peer.session();
        final UnsafeBuffer empty = new UnsafeBuffer(new byte[FrameHeader.LENGTH]);
        FrameHeader.encodeEmpty(empty, 0);
        for (int i = 0; i < 10; i++) {
            loop.passSeconds(60);
            peer.send(empty.byteArray());
        }
        assertFalse(peer.wire.closed);
        loop.passSeconds(119);
        peer.expect("");
        loop.passSeconds(2);
        expectClosed("close amqp:resource-limit-exceeded");
        loop.expects(Counter.CONNECTIONS_TIMED_OUT, 1);
    }
}
