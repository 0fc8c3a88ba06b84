package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * A detach (AMQP 1.0 part 2 section 2.7.7): the end of a link, or of its attachment; one decoder
 * per loop.
 */
public final class DetachDecoder {
    private final FieldReader fields;
    private final ErrorDecoder error;

    private long handle;
    private boolean closed;
    private long errorRange;

    public DetachDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
        error = new ErrorDecoder(fields);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        fields.begin(buffer, offset, limit, Descriptor.DETACH);
        handle = fields.uint();
        fields.require();
        closed = fields.bool(false);
        errorRange = fields.described();
        final AmqpError fault = fields.finishAt(limit);
        return fault != AmqpError.NONE || errorRange == Range.NONE
                ? fault
                : error.wrapWithin(buffer, Range.offset(errorRange), Range.length(errorRange));
    }

    /** 0 to 2^32 - 1. */
    public long handle() {
        return handle;
    }

    /** Whether the link is gone, not only its attachment. */
    public boolean closed() {
        return closed;
    }

    public boolean hasError() {
        return errorRange != Range.NONE;
    }

    public ErrorDecoder error() {
        assert hasError();
        return error;
    }
}
