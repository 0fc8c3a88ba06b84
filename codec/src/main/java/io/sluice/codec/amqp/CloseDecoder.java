package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * A close or an end (AMQP 1.0 part 2 sections 2.7.8 and 2.7.9): perhaps with an error, one shape
 * and one decoder per loop.
 */
public final class CloseDecoder {
    private final FieldReader fields;
    private final ErrorDecoder error;

    private Descriptor performative = Descriptor.CLOSE;
    private long errorRange;

    public CloseDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
        error = new ErrorDecoder(fields);
    }

    /** Checks the performative that fills this frame body: an end or a close. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        performative =
                Descriptor.peek(buffer, offset, length) == Descriptor.END
                        ? Descriptor.END
                        : Descriptor.CLOSE;
        fields.begin(buffer, offset, limit, performative);
        errorRange = fields.described();
        final AmqpError fault = fields.finishAt(limit);
        return fault != AmqpError.NONE || errorRange == Range.NONE
                ? fault
                : error.wrapWithin(buffer, Range.offset(errorRange), Range.length(errorRange));
    }

    /** END or CLOSE. */
    public Descriptor performative() {
        return performative;
    }

    public boolean hasError() {
        return errorRange != Range.NONE;
    }

    public ErrorDecoder error() {
        assert hasError();
        return error;
    }
}
