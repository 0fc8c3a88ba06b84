package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * A disposition (AMQP 1.0 part 2 section 2.7.6): the state of a range of deliveries; one decoder
 * per loop.
 */
public final class DispositionDecoder {
    private final FieldReader fields;
    private final DeliveryStateDecoder state;

    private boolean isReceiver;
    private long first;
    private long last;
    private boolean settled;
    private long stateRange;
    private boolean batchable;

    public DispositionDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
        state = new DeliveryStateDecoder(fields);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final FieldReader fields = this.fields;
        final int limit = offset + length;
        fields.begin(buffer, offset, limit, Descriptor.DISPOSITION);
        isReceiver = fields.bool(false);
        fields.require();
        first = fields.uint();
        fields.require();
        last = fields.uint();
        if (last == FieldReader.ABSENT) {
            last = first;
        }
        settled = fields.bool(false);
        stateRange = fields.described();
        batchable = fields.bool(false);
        final AmqpError error = fields.finishAt(limit);
        return error != AmqpError.NONE || stateRange == Range.NONE
                ? error
                : state.wrapWithin(
                        buffer,
                        Range.offset(stateRange),
                        Range.length(stateRange),
                        Archetype.DELIVERY_STATE);
    }

    /** Which end of the links, and so of the deliveries, speaks. */
    public Role role() {
        return Role.of(isReceiver);
    }

    /** The first delivery-id of the range, a serial number. */
    public int first() {
        return (int) first;
    }

    /** The last delivery-id of the range, a serial number; the first if absent. */
    public int last() {
        return (int) last;
    }

    public boolean settled() {
        return settled;
    }

    public boolean hasState() {
        return stateRange != Range.NONE;
    }

    public DeliveryStateDecoder state() {
        assert hasState();
        return state;
    }

    public boolean batchable() {
        return batchable;
    }
}
