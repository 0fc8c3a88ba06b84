package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * An error (AMQP 1.0 part 2 section 2.8.14): a condition, perhaps a description and more; owned by
 * the decoder of what it is a field of.
 */
public final class ErrorDecoder {
    private final FieldReader fields;
    private final Slice conditionView = new Slice();
    private final Slice descriptionView = new Slice();
    private final TypedValue infoValue = new TypedValue();

    private DirectBuffer buffer;
    private long condition;
    private long description;
    private long info;

    public ErrorDecoder(final TypeLimits limits) {
        this(new FieldReader(limits));
    }

    ErrorDecoder(final FieldReader fields) {
        this.fields = fields;
    }

    /** Checks the described list in this range. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        fields.types().begin(buffer);
        return wrapWithin(buffer, offset, length);
    }

    /** As {@link #wrap}, within the budget of the composite around this one. */
    AmqpError wrapWithin(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        this.buffer = buffer;
        fields.beginWithin(buffer, offset, limit, Descriptor.ERROR);
        condition = fields.symbol();
        fields.require();
        description = fields.string();
        info = fields.map(MapRule.INFO);
        return fields.finishAt(limit);
    }

    /** The symbol, which may be none of the standard's: see {@link AmqpError#of}. */
    public Slice condition() {
        return Range.view(conditionView, buffer, condition);
    }

    public boolean hasDescription() {
        return description != Range.NONE;
    }

    /** Text for people. */
    public Slice description() {
        assert hasDescription();
        return Range.view(descriptionView, buffer, description);
    }

    public boolean hasInfo() {
        return info != Range.NONE;
    }

    /**
     * What the peer adds to the condition: a map whose keys are symbols (or strings, from a peer
     * that errs); NULL if absent.
     */
    public TypedValue info() {
        return Range.value(infoValue, buffer, info);
    }
}
