package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.loop.Wire;
import org.agrona.MutableDirectBuffer;

/** Writes the frames of one connection, none larger than its peer takes. */
final class FrameWriter {
    /** Of most frames that carry no message. */
    private static final int USUAL_MAX = FrameHeader.MIN_MAX_FRAME_SIZE;

    /** Of a transfer, besides its payload. */
    private static final int TRANSFER_HEAD_MAX = 64;

    private final Wire wire;
    private final Codec codec;

    /** Until the peer's open says more (section 2.4.1). */
    private int maxFrameSize = FrameHeader.MIN_MAX_FRAME_SIZE;

    private long framesWritten;

    FrameWriter(final Wire wire, final Codec codec) {
        this.wire = wire;
        this.codec = codec;
    }

    void maxFrameSize(final int newMaxFrameSize) {
        maxFrameSize = newMaxFrameSize;
    }

    int maxFrameSize() {
        return maxFrameSize;
    }

    /** How many frames were written, to see whether there was one. */
    long framesWritten() {
        return framesWritten;
    }

    boolean isCongested() {
        return wire.isCongested();
    }

    /** Since when the peer is read, as far as that is up to us. */
    long readsSinceNs(final long nowNs) {
        return wire.readsSinceNs(nowNs);
    }

    void header(final int protocol) {
        final MutableDirectBuffer buffer = wire.claim(ProtocolHeader.LENGTH);
        wire.commit(ProtocolHeader.encode(buffer, wire.claimOffset(), protocol));
    }

    void empty() {
        final MutableDirectBuffer buffer = wire.claim(FrameHeader.LENGTH);
        commit(FrameHeader.encodeEmpty(buffer, wire.claimOffset()));
    }

    /** Writes a frame; false if the peer's max-frame-size is too small for it. */
    boolean frame(final Codec.Frame frame) {
        return frame(frame, Math.min(USUAL_MAX, maxFrameSize))
                || maxFrameSize > USUAL_MAX && frame(frame, maxFrameSize);
    }

    private boolean frame(final Codec.Frame frame, final int room) {
        final MutableDirectBuffer buffer = wire.claim(room);
        final int offset = wire.claimOffset();
        final int length = frame.encode(buffer, offset, offset + room);
        if (length == TypeWriter.NO_ROOM) {
            wire.commit(0);
            return false;
        }
        commit(length);
        return true;
    }

    private void commit(final int length) {
        wire.commit(length);
        framesWritten++;
    }

    /** A transfer frame with as much of the payload as goes into one; bytes of it. */
    int transfer(final Slice payload) {
        final int room = Math.min(maxFrameSize, payload.length() + TRANSFER_HEAD_MAX);
        final MutableDirectBuffer buffer = wire.claim(room);
        final int offset = wire.claimOffset();
        final int length = codec.transferOut.payload(payload).encode(buffer, offset, offset + room);
        assert length != TypeWriter.NO_ROOM : "512 bytes are room for any head of ours";
        commit(length);
        return codec.transferOut.payloadWritten();
    }

    /** The end of the connection. */
    void close(final AmqpError error, final Slice description) {
        codec.closeOut.close();
        closing(error, description);
    }

    /** The end of a session. */
    void end(final int channel, final AmqpError error, final Slice description) {
        codec.closeOut.end(channel);
        closing(error, description);
    }

    private void closing(final AmqpError error, final Slice description) {
        if (error != AmqpError.NONE) {
            codec.closeOut.error().condition(error).description(description);
        }
        frame(codec.closeFrame);
    }

    /**
     * The end of a link.
     *
     * @param info of the error, an encoded map or empty
     */
    void detach(
            final int channel,
            final long handle,
            final boolean closed,
            final AmqpError error,
            final Slice description,
            final Slice info) {
        codec.detachOut.clear().channel(channel).handle(handle).closed(closed);
        if (error != AmqpError.NONE) {
            codec.detachOut.error().condition(error).description(description);
            if (!info.isEmpty()) {
                codec.detachOut.error().info(info);
            }
        }
        frame(codec.detachFrame);
    }
}
