package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * A flow (AMQP 1.0 part 2 section 2.7.4): the state of a session and, with a handle, of a link; one
 * decoder per loop.
 */
public final class FlowDecoder {
    private final FieldReader fields;
    private final TypedValue propertiesValue = new TypedValue();

    private DirectBuffer buffer;
    private long nextIncomingId;
    private long incomingWindow;
    private long nextOutgoingId;
    private long outgoingWindow;
    private long handle;
    private long deliveryCount;
    private long linkCredit;
    private long available;
    private boolean drain;
    private boolean echo;
    private long properties;

    public FlowDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final FieldReader fields = this.fields;
        final int limit = offset + length;
        this.buffer = buffer;
        fields.begin(buffer, offset, limit, Descriptor.FLOW);
        nextIncomingId = fields.uint();
        incomingWindow = fields.uint();
        fields.require();
        nextOutgoingId = fields.uint();
        fields.require();
        outgoingWindow = fields.uint();
        fields.require();
        handle = fields.uint();
        deliveryCount = fields.uint();
        linkCredit = fields.uint();
        available = fields.uint();
        drain = fields.bool(false);
        if (handle == FieldReader.ABSENT && saysAnythingOfALink()) {
            fields.fail(AmqpError.INVALID_FIELD); // "MUST NOT be set" then, each of the four
        }
        echo = fields.bool(false);
        properties = fields.map(MapRule.FIELDS);
        return fields.finishAt(limit);
    }

    /** An explicit false for drain is its default and says nothing. */
    private boolean saysAnythingOfALink() {
        return deliveryCount != FieldReader.ABSENT
                || linkCredit != FieldReader.ABSENT
                || available != FieldReader.ABSENT
                || drain;
    }

    public boolean hasNextIncomingId() {
        return nextIncomingId != FieldReader.ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int nextIncomingId() {
        assert hasNextIncomingId();
        return (int) nextIncomingId;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public long incomingWindow() {
        return incomingWindow;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int nextOutgoingId() {
        return (int) nextOutgoingId;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public long outgoingWindow() {
        return outgoingWindow;
    }

    /** Whether this speaks of a link too. */
    public boolean hasHandle() {
        return handle != FieldReader.ABSENT;
    }

    /** 0 to 2^32 - 1. */
    public long handle() {
        assert hasHandle();
        return handle;
    }

    public boolean hasDeliveryCount() {
        return deliveryCount != FieldReader.ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int deliveryCount() {
        assert hasDeliveryCount();
        return (int) deliveryCount;
    }

    public boolean hasLinkCredit() {
        return linkCredit != FieldReader.ABSENT;
    }

    /** Deliveries, 0 to 2^32 - 1. */
    public long linkCredit() {
        assert hasLinkCredit();
        return linkCredit;
    }

    public boolean hasAvailable() {
        return available != FieldReader.ABSENT;
    }

    /** Deliveries that wait at the sender, 0 to 2^32 - 1. */
    public long available() {
        assert hasAvailable();
        return available;
    }

    public boolean drain() {
        return drain;
    }

    public boolean echo() {
        return echo;
    }

    /** A map whose keys are symbols, or NULL. */
    public TypedValue properties() {
        return Range.value(propertiesValue, buffer, properties);
    }
}
