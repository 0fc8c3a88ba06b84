package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** MQTT's length encoding, at its edges. */
class VariableByteIntegerTest {
    private static long decode(final String transcript) {
        final UnsafeBuffer buffer = Wire.buffer(transcript);
        return VariableByteInteger.decode(buffer, 0, buffer.capacity());
    }

    private static void assertEncodes(final int value, final String transcript) {
        final byte[] bytes = Wire.bytes(transcript);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
        assertEquals(bytes.length, VariableByteInteger.encodedLength(value));
        assertEquals(bytes.length, VariableByteInteger.encode(buffer, 0, value));
        assertArrayEquals(bytes, Arrays.copyOf(buffer.byteArray(), bytes.length));
        final long decoded = decode(transcript);
        assertEquals(value, VariableByteInteger.value(decoded));
        assertEquals(bytes.length, VariableByteInteger.length(decoded));
    }

    @Test
    void takesAsFewBytesAsTheValueNeeds() {
        assertEncodes(0, "00");
        assertEncodes(1, "01");
        assertEncodes(127, "7F");
        assertEncodes(128, "80 01");
        assertEncodes(16_383, "FF 7F");
        assertEncodes(16_384, "80 80 01");
        assertEncodes(2_097_151, "FF FF 7F");
        assertEncodes(2_097_152, "80 80 80 01");
        assertEncodes(VariableByteInteger.MAX, "FF FF FF 7F");
    }

    @Test
    void readsBackWhatItWrote() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4]);
        for (int value = 0; value <= VariableByteInteger.MAX; value += 1 + (value >> 12)) {
            final int length = VariableByteInteger.encode(buffer, 0, value);
            assertEquals(
                    (long) length << 32 | value, VariableByteInteger.decode(buffer, 0, length));
        }
    }

    @Test
    void asksForMoreOnlyWhileMoreCanHelp() {
        assertEquals(VariableByteInteger.INCOMPLETE, decode(""));
        assertEquals(VariableByteInteger.INCOMPLETE, decode("80"));
        assertEquals(VariableByteInteger.INCOMPLETE, decode("FF FF"));
        assertEquals(VariableByteInteger.INCOMPLETE, decode("80 80 80"));
        assertEquals(VariableByteInteger.MALFORMED, decode("80 80 80 80"));
        assertEquals(VariableByteInteger.MALFORMED, decode("FF FF FF FF 7F"));
    }

    @Test
    void refusesMoreBytesThanTheValueNeeds() {
        assertEquals(VariableByteInteger.MALFORMED, decode("80 00"));
        assertEquals(VariableByteInteger.MALFORMED, decode("81 00"));
        assertEquals(VariableByteInteger.MALFORMED, decode("FF 80 00"));
        assertEquals(VariableByteInteger.MALFORMED, decode("FF FF FF 00"));
    }

    @Test
    void looksAtNothingPastItsLastByte() {
        assertEquals(1L << 32 | 5, decode("05 FF FF FF FF"));
        final UnsafeBuffer buffer = Wire.buffer("80 80 01");
        assertEquals(VariableByteInteger.INCOMPLETE, VariableByteInteger.decode(buffer, 0, 2));
        assertEquals(2L << 32 | 128, VariableByteInteger.decode(buffer, 1, 3));
    }
}
