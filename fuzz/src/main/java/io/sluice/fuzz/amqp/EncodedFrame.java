package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.FormatCode;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.fuzz.law.Finding;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The frame that an encoder writes, checked as a frame, of which the body or one field of it is
 * what a reader has read. Owned by one reader.
 */
final class EncodedFrame {
    /** The {@code encode} of every encoder of frames. */
    interface Encoder {
        int encode(MutableDirectBuffer buffer, int offset, int limit);
    }

    private static final int AT = 64;
    private static final int SCRATCH = 65_536;
    private static final byte GUARD = (byte) 0xA5;
    private static final int LIST = AT + FrameHeader.LENGTH + 3; // behind header and descriptor

    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[SCRATCH]);
    private final AmqpFramer framer = new AmqpFramer(SCRATCH);
    private int limit;

    /** Writes the frame with more room than it needs, then with just enough, then with less. */
    void write(final Encoder encoder, final boolean fillsItsRoom) {
        final int length = encoder.encode(scratch, AT, SCRATCH);
        if (length == TypeWriter.NO_ROOM) {
            throw new Finding("no room");
        }
        limit = AT + length;
        scratch.putByte(limit, GUARD);
        scratch.putByte(AT - 1, GUARD);
        if (encoder.encode(scratch, AT, limit) != length) {
            throw new Finding("needs more room than it takes");
        }
        if (scratch.getByte(limit) != GUARD || scratch.getByte(AT - 1) != GUARD) {
            throw new Finding("wrote outside of its room");
        }
        if (!fillsItsRoom) {
            scratch.putByte(limit - 1, GUARD);
            final int shorter = encoder.encode(scratch, AT, limit - 1);
            if (shorter != TypeWriter.NO_ROOM || scratch.getByte(limit - 1) != GUARD) {
                throw new Finding("fits where a byte is missing");
            }
            encoder.encode(scratch, AT, limit);
        }
        if (framer.next(scratch, AT, limit) != AmqpError.NONE
                || framer.frameLength() != length
                || framer.bodyOffset() != AT + FrameHeader.LENGTH) {
            throw new Finding("wrote no frame");
        }
    }

    int bodyLength() {
        return framer.bodyLength();
    }

    int type() {
        return framer.type();
    }

    int channel() {
        return framer.channel();
    }

    int copyBody(final MutableDirectBuffer target, final int offset) {
        target.putBytes(offset, scratch, framer.bodyOffset(), framer.bodyLength());
        return framer.bodyLength();
    }

    /** Bytes of the last field of the performative, before which there are so many bytes. */
    int lastFieldLength(final int bytesBefore) {
        return limit - fieldOffset(bytesBefore);
    }

    int copyLastField(final MutableDirectBuffer target, final int offset, final int bytesBefore) {
        return copyField(target, offset, bytesBefore, lastFieldLength(bytesBefore));
    }

    /** Copies so many bytes, a field, before which there are so many in the performative. */
    int copyField(
            final MutableDirectBuffer target,
            final int offset,
            final int bytesBefore,
            final int length) {
        target.putBytes(offset, scratch, fieldOffset(bytesBefore), length);
        return length;
    }

    private int fieldOffset(final int bytesBefore) {
        final boolean isSmall = (scratch.getByte(LIST) & 0xFF) == FormatCode.LIST8;
        return LIST + (isSmall ? 3 : 9) + bytesBefore;
    }
}
