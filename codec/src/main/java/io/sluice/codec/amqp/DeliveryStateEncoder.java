package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/**
 * A delivery state to write as a field of something else (AMQP 1.0 part 3 section 3.4); owned by
 * that encoder.
 */
public final class DeliveryStateEncoder {
    private final ErrorEncoder error = new ErrorEncoder();
    private final BytesField annotations = new BytesField();
    private final BytesField other = new BytesField();

    private final Archetype asked;

    private Descriptor kind = Descriptor.UNKNOWN;
    private long sectionNumber;
    private long sectionOffset;
    private boolean deliveryFailed;
    private boolean undeliverableHere;

    DeliveryStateEncoder(final Archetype asked) {
        this.asked = asked;
    }

    /** No state. */
    public DeliveryStateEncoder clear() {
        kind = Descriptor.UNKNOWN;
        other.clear();
        return this;
    }

    /** The receiver has a message up to here: section, 0 to 2^32 - 1, and bytes of it. */
    public DeliveryStateEncoder received(final long sectionNumber, final long sectionOffset) {
        this.sectionNumber = sectionNumber;
        this.sectionOffset = sectionOffset;
        return kind(Descriptor.RECEIVED);
    }

    public DeliveryStateEncoder accepted() {
        return kind(Descriptor.ACCEPTED);
    }

    /** The error may be left as it is returned: absent. */
    public ErrorEncoder rejected() {
        kind(Descriptor.REJECTED);
        return error.clear();
    }

    public DeliveryStateEncoder released() {
        return kind(Descriptor.RELEASED);
    }

    public DeliveryStateEncoder modified(
            final boolean deliveryFailed, final boolean undeliverableHere) {
        this.deliveryFailed = deliveryFailed;
        this.undeliverableHere = undeliverableHere;
        annotations.clear();
        return kind(Descriptor.MODIFIED);
    }

    /** Of modified: an encoded map to merge into the message's annotations. */
    public DeliveryStateEncoder messageAnnotations(final Slice encodedMap) {
        assert kind == Descriptor.MODIFIED;
        annotations.setEncoded(AmqpType.MAP, encodedMap);
        return this;
    }

    /** A state that is encoded already: someone else's, or a transactional one. */
    public DeliveryStateEncoder encoded(final Slice state) {
        assert asked.takes(Descriptor.peek(state.buffer(), state.offset(), state.length()));
        kind(Descriptor.UNKNOWN);
        other.setEncoded(AmqpType.DESCRIBED, state);
        return this;
    }

    private DeliveryStateEncoder kind(final Descriptor value) {
        assert asked.takes(value);
        other.clear();
        kind = value;
        return this;
    }

    /** Writes the state as the next field, null if there is none. */
    void write(final FieldWriter fields) {
        switch (kind) {
            case RECEIVED ->
                    fields.begin(kind).mandatoryUint(sectionNumber).ulong(true, sectionOffset);
            case ACCEPTED, RELEASED -> fields.begin(kind);
            case REJECTED -> error.write(fields.begin(kind));
            case MODIFIED ->
                    fields.begin(kind)
                            .flag(deliveryFailed)
                            .flag(undeliverableHere)
                            .encoded(annotations);
            default -> {
                fields.encoded(other);
                return;
            }
        }
        fields.types().endList();
    }
}
