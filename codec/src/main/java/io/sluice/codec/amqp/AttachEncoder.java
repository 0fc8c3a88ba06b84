package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/** Writes an attach frame (AMQP 1.0 part 2 section 2.7.3); one encoder per loop. */
public final class AttachEncoder {
    private static final Slice EMPTY = new Slice();

    private final FieldWriter fields = new FieldWriter();
    private final BytesField name = new BytesField();
    private final TerminusEncoder source = new TerminusEncoder(Archetype.SOURCE);
    private final TerminusEncoder target = new TerminusEncoder(Archetype.TARGET);
    private final BytesField unsettled = new BytesField();
    private final BytesField offeredCapabilities = new BytesField();
    private final BytesField desiredCapabilities = new BytesField();
    private final BytesField properties = new BytesField();

    private int channel;
    private long handle;
    private Role role = Role.SENDER;
    private int sndSettleMode;
    private int rcvSettleMode;
    private boolean incompleteUnsettled;
    private long initialDeliveryCount;
    private long maxMessageSize;

    public AttachEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public AttachEncoder clear() {
        channel = 0;
        name.set(EMPTY);
        handle = 0;
        role = Role.SENDER;
        sndSettleMode = FieldReader.ABSENT;
        rcvSettleMode = FieldReader.ABSENT;
        source.clear();
        target.clear();
        unsettled.clear();
        incompleteUnsettled = false;
        initialDeliveryCount = FieldReader.ABSENT;
        maxMessageSize = 0;
        offeredCapabilities.clear();
        desiredCapabilities.clear();
        properties.clear();
        return this;
    }

    public AttachEncoder channel(final int value) {
        channel = value;
        return this;
    }

    public AttachEncoder name(final Slice value) {
        name.set(value);
        return this;
    }

    /** 0 to 2^32 - 1. */
    public AttachEncoder handle(final long value) {
        handle = value;
        return this;
    }

    public AttachEncoder role(final Role value) {
        role = value;
        return this;
    }

    /** MIXED, the default, is left out. */
    public AttachEncoder sndSettleMode(final SenderSettleMode value) {
        sndSettleMode = value == SenderSettleMode.MIXED ? FieldReader.ABSENT : value.ordinal();
        return this;
    }

    /** FIRST, the default, is left out. */
    public AttachEncoder rcvSettleMode(final ReceiverSettleMode value) {
        rcvSettleMode = value == ReceiverSettleMode.FIRST ? FieldReader.ABSENT : value.ordinal();
        return this;
    }

    /** No source until it has a kind. */
    public TerminusEncoder source() {
        return source;
    }

    /** No target until it has a kind. */
    public TerminusEncoder target() {
        return target;
    }

    /** An encoded map from delivery-tags to states. */
    public AttachEncoder unsettled(final Slice encoded) {
        unsettled.setEncoded(AmqpType.MAP, encoded);
        return this;
    }

    public AttachEncoder incompleteUnsettled(final boolean value) {
        incompleteUnsettled = value;
        return this;
    }

    /** A serial number, which a sender's attach must have. */
    public AttachEncoder initialDeliveryCount(final int value) {
        initialDeliveryCount = Integer.toUnsignedLong(value);
        return this;
    }

    /** Bytes, all 64 bits; 0, no limit, is left out. */
    public AttachEncoder maxMessageSize(final long value) {
        maxMessageSize = value;
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public AttachEncoder offeredCapabilities(final Slice encoded) {
        offeredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public AttachEncoder desiredCapabilities(final Slice encoded) {
        desiredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded map whose keys are symbols. */
    public AttachEncoder properties(final Slice encoded) {
        properties.setEncoded(AmqpType.MAP, encoded);
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        assert role != Role.SENDER || initialDeliveryCount != FieldReader.ABSENT;
        assert source.isLegal(role == Role.RECEIVER);
        assert target.isLegal(role == Role.SENDER);
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.ATTACH)
                .string(name)
                .mandatoryUint(handle)
                .mandatory(role == Role.RECEIVER)
                .ubyte(sndSettleMode)
                .ubyte(rcvSettleMode);
        source.write(fields);
        target.write(fields);
        fields.encoded(unsettled)
                .flag(incompleteUnsettled)
                .uint(initialDeliveryCount)
                .ulong(maxMessageSize != 0, maxMessageSize)
                .encoded(offeredCapabilities)
                .encoded(desiredCapabilities)
                .encoded(properties);
        return fields.end();
    }
}
