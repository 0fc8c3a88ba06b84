package io.sluice.codec.amqp;

import org.agrona.MutableDirectBuffer;

/** Writes a detach frame (AMQP 1.0 part 2 section 2.7.7); one encoder per loop. */
public final class DetachEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final ErrorEncoder error = new ErrorEncoder();

    private int channel;
    private long handle;
    private boolean closed;

    public DetachEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public DetachEncoder clear() {
        channel = 0;
        handle = 0;
        closed = false;
        error.clear();
        return this;
    }

    public DetachEncoder channel(final int value) {
        channel = value;
        return this;
    }

    /** 0 to 2^32 - 1. */
    public DetachEncoder handle(final long value) {
        handle = value;
        return this;
    }

    public DetachEncoder closed(final boolean value) {
        closed = value;
        return this;
    }

    /** No error until it has a condition. */
    public ErrorEncoder error() {
        return error;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.DETACH)
                .mandatoryUint(handle)
                .flag(closed);
        error.write(fields);
        return fields.end();
    }
}
