package io.sluice.codec.amqp;

import org.agrona.MutableDirectBuffer;

/**
 * Writes a close or an end frame (AMQP 1.0 part 2 sections 2.7.8 and 2.7.9): one shape; one encoder
 * per loop.
 */
public final class CloseEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final ErrorEncoder error = new ErrorEncoder();

    private Descriptor performative = Descriptor.CLOSE;
    private int channel;

    /** The end of the connection, without an error. */
    public CloseEncoder close() {
        performative = Descriptor.CLOSE;
        channel = 0;
        error.clear();
        return this;
    }

    /** The end of the session on this channel, without an error. */
    public CloseEncoder end(final int channel) {
        performative = Descriptor.END;
        this.channel = channel;
        error.clear();
        return this;
    }

    /** No error until it has a condition. */
    public ErrorEncoder error() {
        return error;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginFrame(buffer, offset, limit, channel, performative);
        error.write(fields);
        return fields.end();
    }
}
