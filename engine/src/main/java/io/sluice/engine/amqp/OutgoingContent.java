package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A record as the sections that leave; one per loop. The bare message is what came (part 3 section
 * 3.2). The header is written anew if somebody may have seen the message before or if its time
 * runs, the delivery-annotations if there is something to tell.
 */
final class OutgoingContent {
    private static final int HEADER_FIELDS = 5;
    private static final int HEADER_LENGTH_MAX = 32;
    private static final int ANNOTATIONS_HEAD_MAX = 16;
    private static final int TRUE = 0x41;
    private static final int FALSE = 0x42;
    private static final int UBYTE = 0x50;
    private static final int UINT = 0x70;
    private static final int NULL = 0x40;
    private static final long NO_TTL = -1;
    private static final long UINT_MAX = 0xFFFF_FFFFL;

    private final LongSupplier nowMs;
    private final Mapping mapping;
    private final MessageCursor cursor;
    private final MutableDirectBuffer mapped = new ExpandableArrayBuffer();
    private final MutableDirectBuffer rewritten = new ExpandableArrayBuffer();
    private final MapCursor pairs = new MapCursor();
    private final TypeWriter annotations = new TypeWriter();
    private final Slice content = new Slice();
    private boolean tellsLost;

    OutgoingContent(final LongSupplier nowMs, final Mapping mapping, final MessageCursor cursor) {
        this.nowMs = nowMs;
        this.mapping = mapping;
        this.cursor = cursor;
    }

    /**
     * Makes {@link #content()}; false if it is another protocol's and cannot be a message.
     *
     * @param lost what the consumer is to be told with it, or null
     */
    boolean wrap(final Outgoing message, final LostEvents lost) {
        final DirectBuffer buffer = message.buffer();
        final int record = message.offset();
        final boolean isMapped = Record.format(buffer, record) != Record.FORMAT_AMQP;
        tellsLost = false;
        if (isMapped) {
            final int length = mapping.toAmqp(buffer, record, mapped, 0);
            if (length == Mapping.NONE) {
                return false;
            }
            content.wrap(mapped, 0, length);
        } else {
            content.wrap(
                    buffer,
                    Record.contentOffset(buffer, record),
                    Record.contentLength(buffer, record));
        }
        final boolean isAgain = message.isRedelivered() || message.deliveryCount() > 0;
        // What was mapped says already how long it lives from now on.
        final boolean mayAge = !isMapped && Record.expiresAtMs(buffer, record) != 0;
        if (isAgain || mayAge || lost != null) {
            rewrite(message, mayAge, lost);
        }
        return true;
    }

    /** The sections; until the next {@link #wrap}, or until the message is written. */
    Slice content() {
        return content;
    }

    /** Whether it says what was lost. */
    boolean tellsLost() {
        return tellsLost;
    }

    private void rewrite(final Outgoing message, final boolean mayAge, final LostEvents lost) {
        if (cursor.wrap(content.buffer(), content.offset(), content.length()) != AmqpError.NONE) {
            return; // ours that do not read are sent as they are: the consumer judges
        }
        final HeaderSection header = cursor.header();
        final boolean isAgain = message.isRedelivered() || message.deliveryCount() > 0;
        final boolean ages = mayAge && header.hasTtl();
        int read = content.offset();
        int at = 0;
        if (cursor.hasHeader() && cursor.next()) {
            read = cursor.sectionOffset() + cursor.sectionLength();
        }
        if (isAgain || ages) {
            final long ttl = header.hasTtl() ? ttl(message, header.ttl(), ages) : NO_TTL;
            final boolean isFirst = !isAgain && header.firstAcquirer();
            final long count = header.deliveryCount() + message.deliveryCount();
            at = writeHeader(header, ttl, isFirst, Math.min(count, UINT_MAX));
        } else {
            at = read - content.offset();
            rewritten.putBytes(0, content.buffer(), content.offset(), at);
        }
        if (lost != null) {
            at += writeAnnotations(at, lost);
            if (!cursor.deliveryAnnotations().isNull() && cursor.next()) {
                read = cursor.sectionOffset() + cursor.sectionLength();
            }
            tellsLost = true;
        }
        final int rest = content.offset() + content.length() - read;
        rewritten.putBytes(at, content.buffer(), read, rest);
        content.wrap(rewritten, 0, at + rest);
    }

    /**
     * Part 3 section 3.2.1: less by what the message has spent here, so that it ends at last if it
     * goes round. Not 0, which some take for ever.
     */
    private long ttl(final Outgoing message, final long ttl, final boolean ages) {
        if (!ages) {
            return ttl;
        }
        final long arrivedAtMs = Record.arrivedAtMs(message.buffer(), message.offset());
        final long spentMs = nowMs.getAsLong() - arrivedAtMs;
        return Math.max(Math.min(1, ttl), ttl - Math.max(0, spentMs));
    }

    /** What the sender told by its own annotations stays; bytes of the section. */
    private int writeAnnotations(final int offset, final LostEvents lost) {
        final TypedValue before = cursor.deliveryAnnotations();
        final int room =
                ANNOTATIONS_HEAD_MAX
                        + LostEvents.PAIR_LENGTH_MAX
                        + (before.isNull() ? 0 : before.encoded().length());
        rewritten.checkLimit(offset + room);
        annotations
                .wrap(rewritten, offset, offset + room)
                .putDescriptor(Descriptor.DELIVERY_ANNOTATIONS)
                .beginMap();
        pairs.wrap(before);
        while (pairs.next()) {
            final TypedValue key = pairs.key();
            if (key.type() != AmqpType.SYMBOL || !key.bytes().contentEquals(LostEvents.KEY)) {
                annotations.putEncoded(key.encoded());
                annotations.putEncoded(pairs.value().encoded());
            }
        }
        lost.write(annotations);
        return annotations.endMap().end();
    }

    /** Part 3 section 3.2.1; bytes of the section. */
    private int writeHeader(
            final HeaderSection header, final long ttl, final boolean isFirst, final long count) {
        int at = 0;
        rewritten.checkLimit(HEADER_LENGTH_MAX);
        rewritten.putByte(at++, (byte) 0);
        rewritten.putByte(at++, (byte) 0x53);
        rewritten.putByte(at++, (byte) 0x70);
        rewritten.putByte(at++, (byte) 0xC0);
        final int lengthAt = at++;
        rewritten.putByte(at++, (byte) HEADER_FIELDS);
        rewritten.putByte(at++, (byte) (header.durable() ? TRUE : FALSE));
        rewritten.putByte(at++, (byte) UBYTE);
        rewritten.putByte(at++, (byte) header.priority());
        at = ttl == NO_TTL ? putNull(at) : putUint(at, ttl);
        rewritten.putByte(at++, (byte) (isFirst ? TRUE : FALSE));
        at = putUint(at, count);
        rewritten.putByte(lengthAt, (byte) (at - lengthAt - 1));
        return at;
    }

    private int putNull(final int offset) {
        rewritten.putByte(offset, (byte) NULL);
        return offset + 1;
    }

    private int putUint(final int offset, final long value) {
        rewritten.putByte(offset, (byte) UINT);
        rewritten.putInt(offset + 1, (int) value, ByteOrder.BIG_ENDIAN);
        return offset + 1 + Integer.BYTES;
    }
}
