package io.sluice.codec.ws;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Builds streams of frames for tests, by hand and not by the encoder, also such as break rules. */
final class Frames {
    static final int FIN = 0x80;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int key;
    private final boolean masked;

    private Frames(final boolean masked, final int key) {
        this.masked = masked;
        this.key = key;
    }

    static Frames fromClient(final int key) {
        return new Frames(true, key);
    }

    static Frames fromServer() {
        return new Frames(false, 0);
    }

    static byte[] hex(final String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }

    static byte[] utf8(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] join(final byte[]... parts) {
        final ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (final byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    /** Bytes that differ from their neighbours. */
    static byte[] pattern(final int length) {
        final byte[] pattern = new byte[length];
        for (int i = 0; i < length; i++) {
            pattern[i] = (byte) (i * 31 + (i >> 8));
        }
        return pattern;
    }

    static byte[] closePayload(final int code, final byte[] reason) {
        return join(new byte[] {(byte) (code >> 8), (byte) code}, reason);
    }

    /** A frame whose first byte is given whole, so that every bit of it can be wrong. */
    Frames frame(final int first, final byte[] payload) {
        final int length = payload.length;
        bytes.write(first);
        final int mask = masked ? 0x80 : 0;
        if (length < 126) {
            bytes.write(mask | length);
        } else if (length < 0x1_0000) {
            bytes.write(mask | 126);
            number(length, 2);
        } else {
            bytes.write(mask | 127);
            number(length, 8);
        }
        if (masked) {
            number(key & 0xFFFF_FFFFL, 4);
        }
        for (int i = 0; i < length; i++) {
            bytes.write(payload[i] ^ key >>> 24 - i % 4 * 8);
        }
        return this;
    }

    /** A whole message in one binary frame. */
    Frames binary(final byte[] payload) {
        return frame(FIN | Opcode.BINARY, payload);
    }

    Frames raw(final byte[] raw) {
        bytes.writeBytes(raw);
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private void number(final long number, final int length) {
        for (int i = length - 1; i >= 0; i--) {
            bytes.write((int) (number >>> 8 * i));
        }
    }
}
