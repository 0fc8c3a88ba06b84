package io.sluice.codec.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Strict UTF-8, beside the strict decoder of the JDK. */
class Utf8Test {
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer characters = CharBuffer.allocate(64);

    private boolean jdkAccepts(final byte[] bytes, final int length) {
        characters.clear();
        decoder.reset();
        return !decoder.decode(ByteBuffer.wrap(bytes, 0, length), characters, true).isError();
    }

    private void assertSameAsJdk(final byte[] bytes, final UnsafeBuffer buffer, final int length) {
        final boolean accepted = jdkAccepts(bytes, length);
        if (accepted != Utf8.isWellFormed(buffer, 0, length)) {
            fail(HexFormat.of().formatHex(bytes, 0, length));
        }
        boolean nul = false;
        for (int i = 0; i < length; i++) {
            nul |= bytes[i] == 0;
        }
        if ((accepted && !nul) != Utf8.isMqttString(buffer, 0, length)) {
            fail(HexFormat.of().formatHex(bytes, 0, length));
        }
    }

    @Test
    void agreesOnEverySequenceOfOneToThreeBytes() {
        final byte[] bytes = new byte[3];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        for (int value = 0; value < 1 << 24; value++) {
            bytes[0] = (byte) (value >> 16);
            bytes[1] = (byte) (value >> 8);
            bytes[2] = (byte) value;
            assertSameAsJdk(bytes, buffer, 3);
            if ((value & 0xFF) == 0) {
                assertSameAsJdk(bytes, buffer, 2);
            }
            if ((value & 0xFFFF) == 0) {
                assertSameAsJdk(bytes, buffer, 1);
            }
        }
    }

    @Test
    void agreesOnFourBytesAtTheirBorders() {
        final byte[] bytes = new byte[4];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final int[] borders = {0x00, 0x41, 0x7F, 0x80, 0x81, 0xBE, 0xBF, 0xC0, 0xC2, 0xFF};
        for (int first = 0xEE; first <= 0xFF; first++) {
            for (int second = 0; second <= 0xFF; second++) {
                for (final int third : borders) {
                    for (final int fourth : borders) {
                        bytes[0] = (byte) first;
                        bytes[1] = (byte) second;
                        bytes[2] = (byte) third;
                        bytes[3] = (byte) fourth;
                        assertSameAsJdk(bytes, buffer, 4);
                    }
                }
            }
        }
    }

    @Test
    void agreesOnEveryCodePoint() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
        for (int codePoint = 1; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                final byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
                buffer.wrap(bytes);
                if (!Utf8.isMqttString(buffer, 0, bytes.length)
                        || Utf8.sequenceLength(buffer, 0, bytes.length) != bytes.length) {
                    fail(Integer.toHexString(codePoint));
                }
            }
        }
    }

    @Test
    void findsOneBadByteAtEveryPlaceOfALongString() {
        for (int length = 1; length < 40; length++) {
            for (int place = 0; place < length; place++) {
                for (final int bad : new int[] {0x00, 0x80, 0xC0, 0xED, 0xF5, 0xFF}) {
                    final byte[] bytes = "abcdefgh".repeat(5).getBytes(StandardCharsets.UTF_8);
                    bytes[place] = (byte) bad;
                    final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
                    assertFalse(Utf8.isMqttString(buffer, 0, length));
                    assertEquals(bad == 0, Utf8.isWellFormed(buffer, 0, length));
                    assertTrue(Utf8.isMqttString(buffer, place + 1, bytes.length - place - 1));
                }
            }
        }
    }

    @Test
    void doesNotReadPastTheEnd() {
        final UnsafeBuffer buffer = new UnsafeBuffer("\u20AC".getBytes(StandardCharsets.UTF_8));
        assertTrue(Utf8.isMqttString(buffer, 0, 3));
        assertFalse(Utf8.isMqttString(buffer, 0, 2));
        assertFalse(Utf8.isMqttString(buffer, 0, 1));
        assertTrue(Utf8.isMqttString(buffer, 0, 0));
        assertTrue(Utf8.isMqttString(buffer, 3, 0));
    }
}
