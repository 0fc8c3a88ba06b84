package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/** Writes a flow frame (AMQP 1.0 part 2 section 2.7.4); one encoder per loop. */
public final class FlowEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final BytesField properties = new BytesField();

    private int channel;
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

    public FlowEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public FlowEncoder clear() {
        channel = 0;
        nextIncomingId = FieldReader.ABSENT;
        incomingWindow = 0;
        nextOutgoingId = 0;
        outgoingWindow = 0;
        handle = FieldReader.ABSENT;
        deliveryCount = FieldReader.ABSENT;
        linkCredit = FieldReader.ABSENT;
        available = FieldReader.ABSENT;
        drain = false;
        echo = false;
        properties.clear();
        return this;
    }

    public FlowEncoder channel(final int value) {
        channel = value;
        return this;
    }

    /** A serial number; absent until the peer's begin is there. */
    public FlowEncoder nextIncomingId(final int value) {
        nextIncomingId = Integer.toUnsignedLong(value);
        return this;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public FlowEncoder incomingWindow(final long value) {
        incomingWindow = value;
        return this;
    }

    /** A serial number. */
    public FlowEncoder nextOutgoingId(final int value) {
        nextOutgoingId = Integer.toUnsignedLong(value);
        return this;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public FlowEncoder outgoingWindow(final long value) {
        outgoingWindow = value;
        return this;
    }

    /** 0 to 2^32 - 1; makes this speak of a link. */
    public FlowEncoder handle(final long value) {
        handle = value;
        return this;
    }

    /** Of a link: a serial number. */
    public FlowEncoder deliveryCount(final int value) {
        deliveryCount = Integer.toUnsignedLong(value);
        return this;
    }

    /** Of a link: deliveries, 0 to 2^32 - 1. */
    public FlowEncoder linkCredit(final long value) {
        linkCredit = value;
        return this;
    }

    /** Of a link: deliveries, 0 to 2^32 - 1. */
    public FlowEncoder available(final long value) {
        available = value;
        return this;
    }

    /** Of a link: whether the credit is to be used up at once. */
    public FlowEncoder drain(final boolean value) {
        drain = value;
        return this;
    }

    public FlowEncoder echo(final boolean value) {
        echo = value;
        return this;
    }

    /** An encoded map whose keys are symbols. */
    public FlowEncoder properties(final Slice encoded) {
        properties.setEncoded(AmqpType.MAP, encoded);
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        assert handle != FieldReader.ABSENT || !saysAnythingOfALink();
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.FLOW)
                .uint(nextIncomingId)
                .mandatoryUint(incomingWindow)
                .mandatoryUint(nextOutgoingId)
                .mandatoryUint(outgoingWindow)
                .uint(handle)
                .uint(deliveryCount)
                .uint(linkCredit)
                .uint(available)
                .flag(drain)
                .flag(echo)
                .encoded(properties);
        return fields.end();
    }

    private boolean saysAnythingOfALink() {
        return deliveryCount != FieldReader.ABSENT
                || linkCredit != FieldReader.ABSENT
                || available != FieldReader.ABSENT
                || drain;
    }
}
