package io.sluice.codec.mqtt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads transcripts: packets written down by hand, a line or two a field.
 *
 * <pre>
 *   3F       a byte
 *   'text'   a field: two bytes of length, then the text
 *   `text`   the text alone
 *   ( )      a property list: its length, then what is between
 *   ..       the remaining length, of all that follows
 *   |        the rest of the line is a comment
 * </pre>
 */
public final class Wire {
    private final Deque<ByteArrayOutputStream> groups = new ArrayDeque<>();
    private boolean counted;

    private Wire() {
        groups.push(new ByteArrayOutputStream());
    }

    /** The bytes of a transcript. */
    public static byte[] bytes(final String transcript) {
        final Wire wire = new Wire();
        transcript.lines().forEach(wire::line);
        if (wire.counted) {
            wire.closeGroup();
        }
        if (wire.groups.size() != 1) {
            throw new IllegalArgumentException("an open list in: " + transcript);
        }
        return wire.groups.pop().toByteArray();
    }

    /** The bytes of a transcript, in a buffer of their own. */
    static UnsafeBuffer buffer(final String transcript) {
        return new UnsafeBuffer(bytes(transcript));
    }

    private void line(final String line) {
        int at = 0;
        while (at < line.length()) {
            final char character = line.charAt(at);
            if (character == '|') {
                return;
            }
            at = character == ' ' ? at + 1 : token(line, at);
        }
    }

    /** Reads the token at this index and returns where it ends. */
    private int token(final String line, final int at) {
        switch (line.charAt(at)) {
            case '\'', '`' -> {
                final int end = line.indexOf(line.charAt(at), at + 1);
                text(line.substring(at + 1, end), line.charAt(at) == '\'');
                return end + 1;
            }
            case '(' -> groups.push(new ByteArrayOutputStream());
            case ')' -> closeGroup();
            case '.' -> {
                counted = true;
                groups.push(new ByteArrayOutputStream());
                return at + 2;
            }
            default -> {
                groups.peek().write(Integer.parseInt(line.substring(at, at + 2), 16));
                return at + 2;
            }
        }
        return at + 1;
    }

    private void text(final String text, final boolean withLength) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (withLength) {
            groups.peek().write(bytes.length >> 8);
            groups.peek().write(bytes.length);
        }
        groups.peek().writeBytes(bytes);
    }

    private void closeGroup() {
        final byte[] content = groups.pop().toByteArray();
        int rest = content.length;
        do { // on purpose not the encoder under test
            groups.peek().write(rest > 127 ? rest % 128 + 128 : rest);
            rest /= 128;
        } while (rest > 0);
        groups.peek().writeBytes(content);
    }
}
