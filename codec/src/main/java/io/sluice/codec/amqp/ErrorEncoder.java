package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/**
 * An error to write as a field of something else (AMQP 1.0 part 2 section 2.8.14); owned by that
 * encoder.
 */
public final class ErrorEncoder {
    private final BytesField condition = new BytesField();
    private final BytesField description = new BytesField();
    private final BytesField info = new BytesField();

    ErrorEncoder() {}

    /** No error. */
    public ErrorEncoder clear() {
        condition.clear();
        description.clear();
        info.clear();
        return this;
    }

    /** An error of the standard, without a description. */
    public ErrorEncoder condition(final AmqpError error) {
        assert error.ordinal() > AmqpError.INCOMPLETE.ordinal();
        return condition(error.condition());
    }

    /** An error with this symbol, without a description. */
    public ErrorEncoder condition(final Slice symbol) {
        clear();
        condition.set(symbol);
        return this;
    }

    /** Text for people; after the condition. */
    public ErrorEncoder description(final Slice text) {
        assert isPresent() : "an error has a condition";
        description.set(text);
        return this;
    }

    /** An encoded map whose keys are symbols; after the condition. */
    public ErrorEncoder info(final Slice encodedMap) {
        assert isPresent() : "an error has a condition";
        info.setEncoded(AmqpType.MAP, encodedMap);
        return this;
    }

    boolean isPresent() {
        return condition.isPresent();
    }

    /** Writes the error as the next field, null if there is none. */
    void write(final FieldWriter fields) {
        if (!isPresent()) {
            fields.skip();
            return;
        }
        fields.begin(Descriptor.ERROR).symbol(condition).string(description).encoded(info);
        fields.types().endList();
    }
}
