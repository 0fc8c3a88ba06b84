package io.sluice.engine.mapping;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * An AMQP message without its payload, as the value of a user property; with the payload it is that
 * very message again, bit for bit. What changes at every hop, the header's other fields and the
 * delivery-annotations, is not in it. Base64url of:
 *
 * <pre>
 * +---------+----------+------------+------------------+-----------+--------+--------
 * | version | priority | length u32 | sections in front| pieces u16| pieces | footer
 * +---------+----------+------------+------------------+-----------+--------+--------
 *                                     of the body
 *
 * piece: | bytes of the payload u32 | length u8 | what stands in front of them |
 * </pre>
 *
 * <p>One piece for each section of a body of data, and for a value that is a string or binary; one
 * with nothing in front for a body that is its own payload.
 */
final class AmqpMark {
    private static final byte VERSION = 1;
    private static final int PRIORITY = 1;
    private static final int PREFIX_LENGTH = 2;
    private static final int PREFIX = PREFIX_LENGTH + Integer.BYTES;
    private static final int PIECE = Integer.BYTES + 1;
    private static final int HEAD_MAX = 0xFF;

    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private final MutableDirectBuffer text = new ExpandableArrayBuffer();
    private final Slice value = new Slice();
    private final MessageCursor restored = new MessageCursor(TypeLimits.DEFAULT);

    // Of the mark that is read.
    private int length;
    private int firstPiece;
    private int pieces;
    private int footer;
    private int payloadLength;

    /** The value of the mark of a message whose payload is as told; null if it is too long. */
    Slice of(
            final MessageCursor message,
            final DirectBuffer buffer,
            final PayloadForm form,
            final int textMax) {
        final int bytesMax = textMax / 4 * 3;
        bytes.putByte(0, VERSION);
        bytes.putByte(PRIORITY, (byte) message.header().priority());
        int at = PREFIX;
        int count = -1;
        int countAt = 0;
        message.rewind();
        while (message.next()) {
            final Descriptor section = message.section();
            if (section == Descriptor.HEADER || section == Descriptor.DELIVERY_ANNOTATIONS) {
                continue;
            }
            final boolean isBody = isBody(section);
            if (count < 0 && (isBody || section == Descriptor.FOOTER)) {
                countAt = endPrefix(at);
                at = countAt + Short.BYTES;
                count = 0;
            }
            if (!isBody) {
                if (message.sectionLength() > bytesMax - at) {
                    return null;
                }
                bytes.putBytes(at, buffer, message.sectionOffset(), message.sectionLength());
                at += message.sectionLength();
            } else if (form != PayloadForm.SECTIONS || count == 0) {
                at = putPiece(at, message, buffer, form);
                count++;
            }
            if (at > bytesMax || count > 0xFFFF) {
                return null;
            }
        }
        if (count < 0) {
            countAt = endPrefix(at);
            at = countAt + Short.BYTES;
            count = 0;
        }
        bytes.putShort(countAt, (short) count, BIG_ENDIAN);
        return at > bytesMax ? null : value.wrap(text, 0, Base64Url.encode(bytes, 0, at, text));
    }

    private static boolean isBody(final Descriptor section) {
        return section == Descriptor.DATA
                || section == Descriptor.AMQP_SEQUENCE
                || section == Descriptor.AMQP_VALUE;
    }

    /** The sections in front of the body are there; where the number of pieces goes. */
    private int endPrefix(final int end) {
        bytes.putInt(PREFIX_LENGTH, end - PREFIX, BIG_ENDIAN);
        return end;
    }

    private int putPiece(
            final int at,
            final MessageCursor message,
            final DirectBuffer buffer,
            final PayloadForm form) {
        if (form == PayloadForm.SECTIONS) {
            bytes.putInt(at, message.bodyLength(), BIG_ENDIAN);
            bytes.putByte(at + Integer.BYTES, (byte) 0);
            return at + PIECE;
        }
        final TypedValue content = message.value();
        final Slice payload = content.bytes();
        final int head = payload.offset() - message.sectionOffset();
        assert head <= HEAD_MAX : "a descriptor of the standard is short";
        bytes.putInt(at, payload.length(), BIG_ENDIAN);
        bytes.putByte(at + Integer.BYTES, (byte) head);
        bytes.putBytes(at + PIECE, buffer, message.sectionOffset(), head);
        return at + PIECE + head;
    }

    /** Reads a mark's value; false if it is none, or none of this payload. */
    boolean wrap(final Slice mark, final int newPayloadLength) {
        length = Base64Url.decode(mark, bytes);
        payloadLength = newPayloadLength;
        if (length < PREFIX + Short.BYTES || bytes.getByte(0) != VERSION) {
            return false;
        }
        final int prefix = bytes.getInt(PREFIX_LENGTH, BIG_ENDIAN);
        if (prefix < 0 || prefix > length - PREFIX - Short.BYTES) {
            return false;
        }
        pieces = bytes.getShort(PREFIX + prefix, BIG_ENDIAN) & 0xFFFF;
        firstPiece = PREFIX + prefix + Short.BYTES;
        int at = firstPiece;
        int rest = payloadLength;
        for (int i = 0; i < pieces; i++) {
            if (length - at < PIECE) {
                return false;
            }
            final int part = bytes.getInt(at, BIG_ENDIAN);
            at = head(at) + headLength(at);
            if (part < 0 || part > rest || at > length) {
                return false;
            }
            rest -= part;
        }
        footer = at;
        return rest == 0;
    }

    private static int head(final int piece) {
        return piece + PIECE;
    }

    private int headLength(final int piece) {
        return bytes.getByte(piece + Integer.BYTES) & 0xFF;
    }

    /** The priority of the mark that was read. */
    int priority() {
        return bytes.getByte(PRIORITY) & 0xFF;
    }

    /**
     * Writes the sections of the mark that was read, with this payload, behind the header that
     * stands in the target already. The length of all, or NONE if they make no message.
     */
    int restore(
            final Slice payload,
            final MutableDirectBuffer target,
            final int targetOffset,
            final int headerLength) {
        assert payload.length() == payloadLength;
        int at = targetOffset + headerLength;
        target.checkLimit(at + length + payloadLength);
        at = put(PREFIX, firstPiece - Short.BYTES - PREFIX, target, at);
        int piece = firstPiece;
        int from = payload.offset();
        for (int i = 0; i < pieces; i++) {
            final int part = bytes.getInt(piece, BIG_ENDIAN);
            at = put(head(piece), headLength(piece), target, at);
            target.putBytes(at, payload.buffer(), from, part);
            at += part;
            from += part;
            piece = head(piece) + headLength(piece);
        }
        at = put(footer, length - footer, target, at);
        final int all = at - targetOffset;
        return restored.wrap(target, targetOffset, all) == AmqpError.NONE ? all : Mapping.NONE;
    }

    private int put(
            final int from, final int count, final MutableDirectBuffer target, final int at) {
        target.putBytes(at, bytes, from, count);
        return at + count;
    }
}
