package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The five SASL frames (AMQP 1.0 part 5 section 5.3.3). */
class SaslTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1_024]);
    private final AmqpFramer framer = new AmqpFramer(512);
    private final SaslEncoder encoder = new SaslEncoder();
    private final SaslDecoder sasl = new SaslDecoder(TypeLimits.DEFAULT);

    @Test
    void writesAndReadsMechanisms() {
        final Slice both = Slice.of(Transcript.bytes("e0 0e 02 a3 05 504c41494e 05 4f54484552"));
        expect(
                encoder.mechanisms(both),
                "0000001e 02 01 0000 00 53 40 c0 11 01 e0 0e 02 a3 05 504c41494e 05 4f54484552");
        assertEquals(Descriptor.SASL_MECHANISMS, sasl.kind());
        final ElementCursor mechanisms = new ElementCursor().wrap(sasl.mechanisms());
        assertTrue(mechanisms.next());
        assertEquals("PLAIN", mechanisms.value().bytes().toString());
        assertEquals(1, mechanisms.remaining());
        assertFalse(sasl.hasBytes());
        assertEquals(NONE, wrap("005340 c0 04 01 a30161"), "one alone");
        assertTrue(new ElementCursor().wrap(sasl.mechanisms()).next());
    }

    @Test
    void writesAndReadsInit() {
        final Slice secret = Slice.of((byte) 0, (byte) 'u', (byte) 0, (byte) 'p');
        expect(
                encoder.init(ascii("PLAIN")).bytes(secret).hostname(ascii("h")),
                """
                0000001e 02 01 0000
                00 53 41 c0 11 03 a3 05 504c41494e a0 04 00750070 a1 01 68
                """);
        assertEquals(Descriptor.SASL_INIT, sasl.kind());
        assertEquals("PLAIN", sasl.mechanism().toString());
        assertTrue(sasl.hasBytes());
        assertTrue(sasl.bytes().contentEquals(secret));
        assertTrue(sasl.hasHostname());
        assertEquals("h", sasl.hostname().toString());
        expect(encoder.init(ascii("X")), "00000011 02 01 0000 00 53 41 c0 04 01 a3 01 58");
        assertFalse(sasl.hasBytes());
        assertThrows(AssertionError.class, sasl::bytes);
        assertFalse(sasl.hasHostname());
        assertThrows(AssertionError.class, sasl::hostname);
    }

    @Test
    void writesAndReadsChallengeAndResponse() {
        expect(
                encoder.challenge(Slice.of((byte) 1)),
                "00000011 02 01 0000 00 53 42 c0 04 01 a0 01 01");
        assertEquals(Descriptor.SASL_CHALLENGE, sasl.kind());
        expect(encoder.response(new Slice()), "00000010 02 01 0000 00 53 43 c0 03 01 a0 00");
        assertEquals(Descriptor.SASL_RESPONSE, sasl.kind());
        assertTrue(sasl.hasBytes());
        assertTrue(sasl.bytes().isEmpty());
    }

    @Test
    void writesAndReadsOutcome() {
        expect(encoder.outcome(SaslCode.AUTH), "00000010 02 01 0000 00 53 44 c0 03 01 50 01");
        assertEquals(SaslCode.AUTH, sasl.code());
        assertThrows(AssertionError.class, sasl::mechanism);
        assertFalse(sasl.hasBytes());
        expect(
                encoder.outcome(SaslCode.OK).bytes(Slice.of((byte) 7)),
                "00000013 02 01 0000 00 53 44 c0 06 02 50 00 a0 01 07");
        assertEquals(SaslCode.OK, sasl.code());
        assertEquals(1, sasl.bytes().length());
    }

    @Test
    void toldWhatDecodersRefuseItIsOurFault() {
        final Slice none = Slice.of(Transcript.bytes("e0 02 00 a3"));
        assertThrows(AssertionError.class, () -> encoder.mechanisms(none));
        assertThrows(AssertionError.class, () -> encoder.init(ascii("X")).mechanisms(new Slice()));
        assertThrows(AssertionError.class, () -> encoder.outcome(SaslCode.OK).hostname(ascii("h")));
    }

    @Test
    void refusesWhatIsNoSaslFrame() {
        assertEquals(INVALID_FIELD, wrap("005340 c0 05 01 e0 02 00 a3"), "no mechanism at all");
        assertEquals(DECODE_ERROR, wrap("005340 c0 05 01 e0 02 00 70"), "no uint at all");
        assertEquals(INVALID_FIELD, wrap("005340 45"));
        assertEquals(DECODE_ERROR, wrap("005340 c0 07 01 e0 04 01 a1 0161"), "strings");
        assertEquals(INVALID_FIELD, wrap("005344 c0 03 01 5005"), "no code of the standard");
        assertEquals(DECODE_ERROR, wrap("005345 45"));
        assertEquals(DECODE_ERROR, wrap("005310 c0 04 01 a10161"), "an open");
        assertEquals(DECODE_ERROR, wrap(""), "an empty frame");
        assertEquals(DECODE_ERROR, wrap("005344 c0 03 01 5000 00"), "a byte too many");
    }

    private void expect(final SaslEncoder frame, final String transcript) {
        final int length = frame.encode(buffer, 0, 512);
        assertEquals(Transcript.digits(transcript), Transcript.hex(buffer, 0, length));
        assertEquals(NONE, framer.next(buffer, 0, length));
        assertEquals(FrameHeader.TYPE_SASL, framer.type());
        assertEquals(NONE, sasl.wrap(buffer, framer.bodyOffset(), framer.bodyLength()));
    }

    private AmqpError wrap(final String body) {
        final byte[] bytes = Transcript.bytes(body);
        return sasl.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private static Slice ascii(final String text) {
        return Transcript.ascii(text);
    }
}
