package io.sluice.codec.ws;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** What HTTP is written in: tokens, lists of them, letters of either case. Stateless. */
final class Ascii {
    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
    private static final String HOST_SIGNS = "-._~!$&'()*+,;=%";

    private Ascii() {}

    static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes the bytes and returns where they end. */
    static int put(final MutableDirectBuffer buffer, final int offset, final byte[] bytes) {
        buffer.putBytes(offset, bytes);
        return offset + bytes.length;
    }

    static boolean isDigit(final byte c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(final byte c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    /** A character of a token (RFC 9110 section 5.6.2). */
    static boolean isTokenChar(final byte c) {
        return isLetter(c) || isDigit(c) || TOKEN_SIGNS.indexOf(c) >= 0;
    }

    /** A character one can see, which a request-target is made of (RFC 5234 VCHAR). */
    static boolean isVisible(final byte c) {
        return c > ' ' && c < 0x7F;
    }

    /** Whether this is uri-host [":" port] with a host that is not empty (RFC 9110 section 7.2). */
    static boolean isHost(final DirectBuffer buffer, final int offset, final int limit) {
        final boolean literal = offset < limit && buffer.getByte(offset) == '[';
        final int begin = literal ? offset + 1 : offset;
        int at = begin;
        while (at < limit && isHostChar(buffer.getByte(at), literal)) {
            at++;
        }
        if (at == begin || literal && (at == limit || buffer.getByte(at++) != ']')) {
            return false;
        }
        if (at < limit && buffer.getByte(at++) != ':') {
            return false;
        }
        while (at < limit && isDigit(buffer.getByte(at))) {
            at++;
        }
        return at == limit;
    }

    /** A character of a name, or of an address between brackets (RFC 3986 section 3.2.2). */
    private static boolean isHostChar(final byte c, final boolean literal) {
        return isLetter(c) || isDigit(c) || HOST_SIGNS.indexOf(c) >= 0 || literal && c == ':';
    }

    static boolean isBlank(final byte c) {
        return c == ' ' || c == '\t';
    }

    /** Whether the range holds just these bytes. */
    static boolean equal(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] text) {
        return limit - offset == text.length && startsWith(buffer, offset, limit, text);
    }

    static boolean startsWith(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] text) {
        if (limit - offset < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (buffer.getByte(offset + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the range holds this lower-case text in letters of either case. */
    static boolean equalIgnoringCase(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] lower) {
        return limit - offset == lower.length
                && startsWithIgnoringCase(buffer, offset, limit, lower);
    }

    static boolean startsWithIgnoringCase(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] lower) {
        if (limit - offset < lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            final byte c = buffer.getByte(offset + i);
            if ((isLetter(c) ? c | 0x20 : c) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** Where the element of a comma-separated list that begins here ends. */
    static int elementEnd(final DirectBuffer buffer, final int offset, final int limit) {
        int position = offset;
        while (position < limit && buffer.getByte(position) != ',') {
            position++;
        }
        return position;
    }

    /** The first place from here on that is not blank. */
    static int skipBlanks(final DirectBuffer buffer, final int offset, final int limit) {
        int position = offset;
        while (position < limit && isBlank(buffer.getByte(position))) {
            position++;
        }
        return position;
    }

    /** The limit of this range without the blanks at its end. */
    static int trimBlanks(final DirectBuffer buffer, final int offset, final int limit) {
        int end = limit;
        while (end > offset && isBlank(buffer.getByte(end - 1))) {
            end--;
        }
        return end;
    }

    /** Whether a comma-separated list has this lower-case element, in letters of either case. */
    static boolean listHasIgnoringCase(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] lower) {
        int position = offset;
        while (position < limit) {
            final int end = elementEnd(buffer, position, limit);
            final int begin = skipBlanks(buffer, position, end);
            if (equalIgnoringCase(buffer, begin, trimBlanks(buffer, begin, end), lower)) {
                return true;
            }
            position = end + 1;
        }
        return false;
    }

    /** As {@link #listHasIgnoringCase}, but to the letter. */
    static boolean listHas(
            final DirectBuffer buffer, final int offset, final int limit, final byte[] text) {
        int position = offset;
        while (position < limit) {
            final int end = elementEnd(buffer, position, limit);
            final int begin = skipBlanks(buffer, position, end);
            if (equal(buffer, begin, trimBlanks(buffer, begin, end), text)) {
                return true;
            }
            position = end + 1;
        }
        return false;
    }
}
