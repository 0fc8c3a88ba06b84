package io.sluice.engine.mapping;

import io.sluice.codec.wire.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Base64url without padding (RFC 4648 section 5), from buffer to buffer. Stateless. */
final class Base64Url {
    /** What {@link #decode} answers for anything else. */
    static final int INVALID = -1;

    private static final byte[] DIGITS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUES = new byte[256];

    static {
        Arrays.fill(VALUES, (byte) INVALID);
        for (int i = 0; i < DIGITS.length; i++) {
            VALUES[DIGITS[i]] = (byte) i;
        }
    }

    private Base64Url() {}

    /** Bytes of the text of so many bytes. */
    static int encodedLength(final int length) {
        return length / 3 * 4 + (length % 3 == 0 ? 0 : length % 3 + 1);
    }

    /** Writes the text and returns its length. */
    static int encode(
            final DirectBuffer source,
            final int offset,
            final int length,
            final MutableDirectBuffer target) {
        int at = 0;
        int bits = 0;
        int held = 0;
        for (int i = 0; i < length; i++) {
            held = held << 8 | source.getByte(offset + i) & 0xFF;
            bits += 8;
            while (bits >= 6) {
                bits -= 6;
                target.putByte(at++, DIGITS[held >>> bits & 0x3F]);
            }
        }
        if (bits > 0) {
            target.putByte(at++, DIGITS[held << 6 - bits & 0x3F]);
        }
        return at;
    }

    /** Writes the bytes and returns how many, or {@link #INVALID}. */
    static int decode(final Slice text, final MutableDirectBuffer target) {
        if (text.length() % 4 == 1) {
            return INVALID;
        }
        int at = 0;
        int bits = 0;
        int held = 0;
        for (int i = 0; i < text.length(); i++) {
            final int value = VALUES[text.byteAt(i) & 0xFF];
            if (value == INVALID) {
                return INVALID;
            }
            held = held << 6 | value;
            bits += 6;
            if (bits >= 8) {
                bits -= 8;
                target.putByte(at++, (byte) (held >>> bits));
            }
        }
        return at;
    }
}
