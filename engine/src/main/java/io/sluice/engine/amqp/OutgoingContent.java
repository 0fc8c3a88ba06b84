package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A record as the sections that leave; one per loop. The bare message is what came (part 3 section
 * 3.2); the header is written anew if somebody may have seen the message before.
 */
final class OutgoingContent {
    private static final int HEADER_FIELDS = 5;
    private static final int TRUE = 0x41;
    private static final int FALSE = 0x42;
    private static final int UBYTE = 0x50;
    private static final int UINT = 0x70;
    private static final int NULL = 0x40;
    private static final long UINT_MAX = 0xFFFF_FFFFL;

    private final Mapping mapping;
    private final MessageCursor cursor;
    private final MutableDirectBuffer mapped = new ExpandableArrayBuffer();
    private final MutableDirectBuffer rewritten = new ExpandableArrayBuffer();
    private final Slice content = new Slice();

    OutgoingContent(final Mapping mapping, final MessageCursor cursor) {
        this.mapping = mapping;
        this.cursor = cursor;
    }

    /** Makes {@link #content()}; false if it is another protocol's and cannot be a message. */
    boolean wrap(final Outgoing message) {
        final DirectBuffer buffer = message.buffer();
        final int record = message.offset();
        if (Record.format(buffer, record) == Record.FORMAT_AMQP) {
            content.wrap(
                    buffer,
                    Record.contentOffset(buffer, record),
                    Record.contentLength(buffer, record));
        } else {
            final int length = mapping.toAmqp(buffer, record, mapped, 0);
            if (length == Mapping.NONE) {
                return false;
            }
            content.wrap(mapped, 0, length);
        }
        if (message.isRedelivered() || message.deliveryCount() > 0) {
            rewrite(message.deliveryCount());
        }
        return true;
    }

    /** The sections; until the next {@link #wrap}, or until the message is written. */
    Slice content() {
        return content;
    }

    private void rewrite(final int deliveryCount) {
        if (cursor.wrap(content.buffer(), content.offset(), content.length()) != AmqpError.NONE) {
            return; // ours that do not read are sent as they are: the consumer judges
        }
        int skipped = 0;
        if (cursor.hasHeader() && cursor.next()) {
            skipped = cursor.sectionOffset() + cursor.sectionLength() - content.offset();
        }
        final int rest = content.length() - skipped;
        final int head = writeHeader(cursor.header(), deliveryCount);
        rewritten.putBytes(head, content.buffer(), content.offset() + skipped, rest);
        content.wrap(rewritten, 0, head + rest);
    }

    /** Part 3 section 3.2.1; bytes of the section. */
    private int writeHeader(final HeaderSection header, final int deliveryCount) {
        final long count = Math.min(header.deliveryCount() + deliveryCount, UINT_MAX);
        int at = 0;
        rewritten.putByte(at++, (byte) 0);
        rewritten.putByte(at++, (byte) 0x53);
        rewritten.putByte(at++, (byte) 0x70);
        rewritten.putByte(at++, (byte) 0xC0);
        final int lengthAt = at++;
        rewritten.putByte(at++, (byte) HEADER_FIELDS);
        rewritten.putByte(at++, (byte) (header.durable() ? TRUE : FALSE));
        rewritten.putByte(at++, (byte) UBYTE);
        rewritten.putByte(at++, (byte) header.priority());
        at = putTtl(header, at);
        rewritten.putByte(at++, (byte) FALSE); // not the first acquirer
        rewritten.putByte(at++, (byte) UINT);
        rewritten.putInt(at, (int) count, ByteOrder.BIG_ENDIAN);
        at += Integer.BYTES;
        rewritten.putByte(lengthAt, (byte) (at - lengthAt - 1));
        return at;
    }

    private int putTtl(final HeaderSection header, final int offset) {
        if (!header.hasTtl()) {
            rewritten.putByte(offset, (byte) NULL);
            return offset + 1;
        }
        rewritten.putByte(offset, (byte) UINT);
        rewritten.putInt(offset + 1, (int) header.ttl(), ByteOrder.BIG_ENDIAN);
        return offset + 1 + Integer.BYTES;
    }
}
