package io.sluice.codec.ws;

import static io.sluice.codec.ws.Frames.pattern;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Eight bytes at a time mask as one byte at a time does (section 5.3). */
class MaskingKeyTest {
    private static final int KEY = 0x01F2_83C4;

    private static byte[] maskedOneByOne(final byte[] payload) {
        final byte[] masked = payload.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= (byte) (KEY >>> 24 - i % 4 * 8);
        }
        return masked;
    }

    @Test
    void masksEveryLengthAtEveryAlignment() {
        final MutableDirectBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
        for (int offset = 0; offset < 9; offset++) {
            for (int length = 0; length < 40; length++) {
                final byte[] payload = pattern(length);
                buffer.putBytes(offset, payload);
                MaskingKey.apply(buffer, offset, length, KEY);
                buffer.getBytes(offset, payload);
                assertArrayEquals(maskedOneByOne(pattern(length)), payload);
            }
        }
    }

    @Test
    void goesOnWithTheKeyOfThePartBefore() {
        final byte[] expected = maskedOneByOne(pattern(40));
        for (int split = 0; split <= 40; split++) {
            final byte[] payload = pattern(40);
            final MutableDirectBuffer buffer = new UnsafeBuffer(payload);
            final int rest = MaskingKey.apply(buffer, 0, split, KEY);
            MaskingKey.apply(buffer, split, 40 - split, rest);
            assertArrayEquals(expected, payload, "at " + split);
        }
    }

    @Test
    void movesBytesForwardOverThemselves() {
        for (int distance = 0; distance < 20; distance++) {
            final byte[] bytes = new byte[60];
            final MutableDirectBuffer buffer = new UnsafeBuffer(bytes);
            buffer.putBytes(distance, pattern(40));
            final int rest = MaskingKey.apply(buffer, 0, buffer, distance, 40, KEY);
            final byte[] moved = new byte[40];
            buffer.getBytes(0, moved);
            assertArrayEquals(maskedOneByOne(pattern(40)), moved, "by " + distance);
            assertEquals(KEY, rest);
        }
    }
}
