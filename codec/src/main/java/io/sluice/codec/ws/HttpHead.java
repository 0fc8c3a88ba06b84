package io.sluice.codec.ws;

import org.agrona.DirectBuffer;

/**
 * Walks the head of an HTTP/1.1 message line by line (RFC 9112 sections 2 to 5), up to the empty
 * line or its limits. Strict: a line ends with CR LF, is never folded, has no blank before the
 * colon. Keeps nothing from one message to the next.
 */
final class HttpHead {
    /** What a step has found. */
    enum Step {
        LINE,
        /** The empty line. */
        END,
        INCOMPLETE,
        MALFORMED,
        /** More bytes or fields than allowed. */
        TOO_LARGE
    }

    private static final byte CR = '\r';
    private static final byte LF = '\n';

    private final UpgradeLimits limits;

    private DirectBuffer buffer;
    private int position;
    private int limit;
    private boolean full;

    private int lineOffset;
    private int lineLimit;
    private HttpField field = HttpField.OTHER;
    private int valueOffset;
    private int valueLimit;

    private int fields;
    private int seen;
    private int seenTwice;

    HttpHead(final UpgradeLimits limits) {
        this.limits = limits;
    }

    void wrap(final DirectBuffer buffer, final int offset, final int limit) {
        this.buffer = buffer;
        full = limit - offset >= limits.headBytesMax();
        this.limit = full ? offset + limits.headBytesMax() : limit;
        position = offset;
        fields = 0;
        seen = 0;
        seenTwice = 0;
    }

    /**
     * Finds the next line. Its bytes are looked at before its end is there, so that a peer that
     * speaks something else is not waited for.
     */
    Step nextLine() {
        for (int at = position; at < limit; at++) {
            final byte c = buffer.getByte(at);
            if (c == CR) {
                if (at + 1 == limit) {
                    break;
                }
                if (buffer.getByte(at + 1) != LF) {
                    return Step.MALFORMED; // RFC 9112 section 2.2
                }
                lineOffset = position;
                lineLimit = at;
                position = at + 2;
                return Step.LINE;
            }
            if (c >= 0 && c < ' ' && c != '\t' || c == 0x7F) {
                return Step.MALFORMED; // RFC 9110 section 5.5, and section 2.2 for a bare LF
            }
        }
        return full ? Step.TOO_LARGE : Step.INCOMPLETE;
    }

    /**
     * Finds the next header field and takes name and value apart. One that must not be there a
     * second time is malformed then.
     */
    Step nextField() {
        final Step step = nextLine();
        if (step != Step.LINE) {
            return step;
        }
        if (lineOffset == lineLimit) {
            return Step.END;
        }
        if (++fields > limits.fieldsMax()) {
            return Step.TOO_LARGE;
        }
        int at = lineOffset;
        while (at < lineLimit && Ascii.isTokenChar(buffer.getByte(at))) {
            at++;
        }
        if (at == lineOffset || at == lineLimit || buffer.getByte(at) != ':') {
            return Step.MALFORMED; // RFC 9112 sections 5.1 and 5.2: no folding either
        }
        final int nameLimit = at;
        valueOffset = Ascii.skipBlanks(buffer, at + 1, lineLimit);
        valueLimit = Ascii.trimBlanks(buffer, valueOffset, lineLimit);
        field = HttpField.of(buffer, lineOffset, nameLimit);
        seenTwice |= seen & field.bit();
        seen |= field.bit();
        return field.once && hasTwice(field) ? Step.MALFORMED : Step.LINE;
    }

    /** The field last found. */
    HttpField field() {
        return field;
    }

    /** Whether the field was among those found so far. */
    boolean has(final HttpField field) {
        return (seen & field.bit()) != 0;
    }

    /** Whether it was there more than once, which is allowed for lists. */
    boolean hasTwice(final HttpField field) {
        return (seenTwice & field.bit()) != 0;
    }

    int lineOffset() {
        return lineOffset;
    }

    int lineLimit() {
        return lineLimit;
    }

    int valueOffset() {
        return valueOffset;
    }

    int valueLimit() {
        return valueLimit;
    }

    /** Where the lines walked over end. */
    int position() {
        return position;
    }
}
