package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Protocol headers, whole and byte by byte. */
class ProtocolHeaderTest {
    private static final String AMQP = "414d5150 00 01 00 00";
    private static final String TLS = "414d5150 02 01 00 00";
    private static final String SASL = "414d5150 03 01 00 00";

    @Test
    void knowsTheThreeProtocols() {
        assertEquals(ProtocolHeader.AMQP, match(AMQP));
        assertEquals(ProtocolHeader.TLS, match(TLS));
        assertEquals(ProtocolHeader.SASL, match(SASL));
        assertEquals(ProtocolHeader.SASL, match(SASL + AMQP), "another behind it");
    }

    @Test
    void waitsForEveryByteOfAHeader() {
        for (final String header : new String[] {AMQP, TLS, SASL}) {
            final byte[] bytes = Transcript.bytes(header);
            for (int length = 0; length < bytes.length; length++) {
                assertEquals(
                        ProtocolHeader.INCOMPLETE,
                        ProtocolHeader.match(new UnsafeBuffer(bytes), 0, length));
            }
        }
    }

    @Test
    void refusesAtTheFirstWrongByte() {
        assertEquals(ProtocolHeader.MISMATCH, match("47"), "GET /");
        assertEquals(ProtocolHeader.MISMATCH, match("414d515001"), "protocol id 1");
        assertEquals(ProtocolHeader.MISMATCH, match("414d51500000"), "major 0");
        assertEquals(ProtocolHeader.MISMATCH, match("414d5150000009"), "0-9-1");
        assertEquals(ProtocolHeader.MISMATCH, match("414d51500001000a"), "revision 10");
        assertEquals(ProtocolHeader.MISMATCH, match("00000000"));
    }

    @Test
    void writesWhatItKnows() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        for (final int id : new int[] {0, 2, 3}) {
            assertEquals(8, ProtocolHeader.encode(buffer, 3, id));
            assertEquals(id, ProtocolHeader.match(buffer, 3, 11));
        }
    }

    private static int match(final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return ProtocolHeader.match(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
