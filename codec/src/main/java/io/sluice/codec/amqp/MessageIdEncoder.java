package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/**
 * A message-id to write: one of four types (AMQP 1.0 part 3 sections 3.2.11 to 3.2.14), or null;
 * owned by the {@link PropertiesEncoder}.
 */
public final class MessageIdEncoder {
    private final BytesField bytes = new BytesField();

    private AmqpType type = AmqpType.NULL;
    private long high;
    private long low;

    MessageIdEncoder() {}

    /** No id. */
    public void clear() {
        type = AmqpType.NULL;
        bytes.clear();
    }

    public void string(final Slice utf8) {
        type = AmqpType.STRING;
        bytes.set(utf8);
    }

    public void binary(final Slice value) {
        type = AmqpType.BINARY;
        bytes.set(value);
    }

    public void uuid(final long highBits, final long lowBits) {
        type = AmqpType.UUID;
        high = highBits;
        low = lowBits;
    }

    /** All 64 bits. */
    public void ulong(final long value) {
        type = AmqpType.ULONG;
        low = value;
    }

    /** The id of a message that was read, or none if it is NULL. */
    public void set(final TypedValue id) {
        switch (id.type()) {
            case STRING -> string(id.bytes());
            case BINARY -> binary(id.bytes());
            case UUID -> uuid(id.uuidHigh(), id.uuidLow());
            case ULONG -> ulong(id.integer());
            default -> clear();
        }
    }

    void write(final FieldWriter fields) {
        switch (type) {
            case STRING -> fields.string(bytes);
            case BINARY -> fields.binary(bytes);
            case UUID -> fields.types().putUuid(high, low);
            case ULONG -> fields.types().putUlong(low);
            default -> fields.skip();
        }
    }
}
