package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes as written in a test, and buffers that hold them among bytes that must not be read. */
final class Transcript {
    private static final int BEFORE = 7;
    private static final int AFTER = 64;

    /** What surrounds a sample: values without end, huge sizes, descriptors, true. */
    private static final byte[] HOSTILE = {0x00, 0x40, 0x41, 0x45, (byte) 0xFF, (byte) 0xD0};

    private Transcript() {}

    /** What is done with a sample in a buffer. */
    interface Reading {
        void read(DirectBuffer buffer, int offset, int length);
    }

    /** Hexadecimal, spaces at will; from a number sign to the end of the line is a comment. */
    static byte[] bytes(final String text) {
        final StringBuilder digits = new StringBuilder();
        for (final String line : text.split("\n")) {
            digits.append(line.replaceFirst("#.*", "").replaceAll("\\s", ""));
        }
        return HexFormat.of().parseHex(digits);
    }

    static String hex(final byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static String hex(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return hex(bytes);
    }

    /** The digits of a transcript alone. */
    static String digits(final String text) {
        return hex(bytes(text));
    }

    static Slice ascii(final String text) {
        return Slice.ofUtf8(text);
    }

    /** Reads the sample in heap and direct buffers, each time among other hostile bytes. */
    static void inEveryBuffer(final byte[] sample, final Reading reading) {
        for (final byte filler : HOSTILE) {
            reading.read(surrounded(sample, filler, false), BEFORE, sample.length);
            reading.read(surrounded(sample, filler, true), BEFORE, sample.length);
        }
        reading.read(new UnsafeBuffer(sample.clone()), 0, sample.length);
    }

    static byte[] concat(final byte[]... parts) {
        int length = 0;
        for (final byte[] part : parts) {
            length += part.length;
        }
        final byte[] whole = new byte[length];
        int at = 0;
        for (final byte[] part : parts) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }

    private static UnsafeBuffer surrounded(
            final byte[] sample, final byte filler, final boolean isDirect) {
        final byte[] bytes = new byte[BEFORE + sample.length + AFTER];
        Arrays.fill(bytes, filler);
        System.arraycopy(sample, 0, bytes, BEFORE, sample.length);
        if (!isDirect) {
            return new UnsafeBuffer(bytes);
        }
        final ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
        direct.put(0, bytes);
        return new UnsafeBuffer(direct);
    }
}
