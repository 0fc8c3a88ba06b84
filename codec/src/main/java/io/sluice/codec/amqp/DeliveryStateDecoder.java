package io.sluice.codec.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * A delivery state (AMQP 1.0 part 3 section 3.4): received, accepted, rejected, released or
 * modified; owned by the decoder of what it is a field of. A state of another standard descriptor
 * (declared, transactional-state) or of an unknown one is told by {@link #kind} and not looked
 * into.
 */
public final class DeliveryStateDecoder {
    private static final int ACCEPTED_LENGTH = 4;
    private static final int ACCEPTED = 0x0053_2445; // described, smallulong 0x24, list0

    private final FieldReader fields;
    private final ErrorDecoder error;
    private final TypedValue annotationsValue = new TypedValue();

    private Descriptor kind = Descriptor.UNKNOWN;
    private DirectBuffer buffer;
    private long sectionNumber;
    private long sectionOffset;
    private long errorRange;
    private boolean deliveryFailed;
    private boolean undeliverableHere;
    private long messageAnnotations;

    public DeliveryStateDecoder(final TypeLimits limits) {
        this(new FieldReader(limits));
    }

    DeliveryStateDecoder(final FieldReader fields) {
        this.fields = fields;
        error = new ErrorDecoder(fields);
    }

    /** Checks the described value in this range. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        fields.types().begin(buffer);
        return wrapWithin(buffer, offset, length, Archetype.DELIVERY_STATE);
    }

    /** As {@link #wrap}, within the budget of the composite around this one. */
    AmqpError wrapWithin(
            final DirectBuffer buffer, final int offset, final int length, final Archetype asked) {
        if (length == ACCEPTED_LENGTH && buffer.getInt(offset, BIG_ENDIAN) == ACCEPTED) {
            // A reference is stored only if it changes: the collector's barrier is dear.
            if (kind != Descriptor.ACCEPTED) {
                kind = Descriptor.ACCEPTED;
            }
            return AmqpError.NONE;
        }
        this.buffer = buffer;
        kind = Descriptor.peek(buffer, offset, length);
        final int limit = offset + length;
        if (!asked.takes(kind)) {
            return AmqpError.DECODE_ERROR;
        }
        return switch (kind) {
            case RECEIVED -> wrapReceived(offset, limit);
            case ACCEPTED, RELEASED -> wrapEmpty(offset, limit);
            case REJECTED -> wrapRejected(offset, limit);
            case MODIFIED -> wrapModified(offset, limit);
            default -> fields.types().checkDescribed(offset, limit);
        };
    }

    /**
     * RECEIVED, ACCEPTED, REJECTED, RELEASED, MODIFIED, DECLARED, TRANSACTIONAL_STATE; or UNKNOWN
     * for a descriptor that is not the standard's.
     */
    public Descriptor kind() {
        return kind;
    }

    /** Whether the state is an outcome of section 3.4, after which a delivery is done. */
    public boolean isTerminal() {
        return switch (kind) {
            case ACCEPTED, REJECTED, RELEASED, MODIFIED -> true;
            default -> false;
        };
    }

    /** Of RECEIVED: the section up to which the receiver has the message, 0 to 2^32 - 1. */
    public long sectionNumber() {
        assert kind == Descriptor.RECEIVED;
        return sectionNumber;
    }

    /** Of RECEIVED: bytes of that section that the receiver has, all 64 bits. */
    public long sectionOffset() {
        assert kind == Descriptor.RECEIVED;
        return sectionOffset;
    }

    /** Of REJECTED: whether it says why. */
    public boolean hasError() {
        return kind == Descriptor.REJECTED && errorRange != Range.NONE;
    }

    public ErrorDecoder error() {
        assert hasError();
        return error;
    }

    /** Of MODIFIED: whether the transfer counts as an unsuccessful attempt. */
    public boolean deliveryFailed() {
        assert kind == Descriptor.MODIFIED;
        return deliveryFailed;
    }

    /** Of MODIFIED: whether the message is not to come here again. */
    public boolean undeliverableHere() {
        assert kind == Descriptor.MODIFIED;
        return undeliverableHere;
    }

    /** Of MODIFIED: whether there are annotations to merge into the message's. */
    public boolean hasMessageAnnotations() {
        return kind == Descriptor.MODIFIED && messageAnnotations != Range.NONE;
    }

    /** Of MODIFIED: a map whose keys are symbols or ulongs; NULL if absent. */
    public TypedValue messageAnnotations() {
        return Range.value(
                annotationsValue,
                buffer,
                kind == Descriptor.MODIFIED ? messageAnnotations : Range.NONE);
    }

    private AmqpError wrapReceived(final int offset, final int limit) {
        fields.beginWithin(buffer, offset, limit, Descriptor.RECEIVED);
        sectionNumber = fields.uint();
        fields.require();
        sectionOffset = fields.ulong();
        fields.require();
        return fields.finishAt(limit);
    }

    private AmqpError wrapEmpty(final int offset, final int limit) {
        fields.beginWithin(buffer, offset, limit, kind);
        return fields.finishAt(limit);
    }

    private AmqpError wrapRejected(final int offset, final int limit) {
        fields.beginWithin(buffer, offset, limit, Descriptor.REJECTED);
        errorRange = fields.described();
        final AmqpError fault = fields.finishAt(limit);
        return fault != AmqpError.NONE || errorRange == Range.NONE
                ? fault
                : error.wrapWithin(buffer, Range.offset(errorRange), Range.length(errorRange));
    }

    private AmqpError wrapModified(final int offset, final int limit) {
        fields.beginWithin(buffer, offset, limit, Descriptor.MODIFIED);
        deliveryFailed = fields.bool(false);
        undeliverableHere = fields.bool(false);
        // Written as fields, used as annotations: both kinds of key are let through.
        messageAnnotations = fields.map(MapRule.ANNOTATIONS);
        return fields.finishAt(limit);
    }
}
