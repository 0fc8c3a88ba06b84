package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * An attach (AMQP 1.0 part 2 section 2.7.3), by which one end of a link takes a handle; one decoder
 * per loop.
 */
public final class AttachDecoder {
    private final FieldReader fields;
    private final TerminusDecoder source;
    private final TerminusDecoder target;
    private final Slice nameView = new Slice();
    private final TypedValue unsettledValue = new TypedValue();
    private final TypedValue offeredCapabilitiesValue = new TypedValue();
    private final TypedValue desiredCapabilitiesValue = new TypedValue();
    private final TypedValue propertiesValue = new TypedValue();

    private DirectBuffer buffer;
    private long name;
    private long handle;
    private Role role = Role.SENDER;
    private int sndSettleMode;
    private int rcvSettleMode;
    private long sourceRange;
    private long targetRange;
    private long unsettled;
    private boolean incompleteUnsettled;
    private long initialDeliveryCount;
    private boolean hasMaxMessageSize;
    private long maxMessageSize;
    private long offeredCapabilities;
    private long desiredCapabilities;
    private long properties;

    public AttachDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
        source = new TerminusDecoder(fields);
        target = new TerminusDecoder(fields);
    }

    /** Checks the performative that fills this frame body, and both ends in it. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        this.buffer = buffer;
        fields.begin(buffer, offset, limit, Descriptor.ATTACH);
        name = fields.string();
        fields.require();
        handle = fields.uint();
        fields.require();
        role = Role.of(fields.bool(false));
        fields.require();
        sndSettleMode = fields.ubyteChoice(SenderSettleMode.MIXED.ordinal());
        rcvSettleMode = fields.ubyteChoice(ReceiverSettleMode.SECOND.ordinal());
        sourceRange = fields.described();
        targetRange = fields.described();
        unsettled = fields.map(MapRule.UNSETTLED);
        incompleteUnsettled = fields.bool(false);
        initialDeliveryCount = fields.uint();
        if (role == Role.SENDER) {
            fields.require(); // "MUST NOT be null if role is sender"
        }
        maxMessageSize = fields.ulong();
        hasMaxMessageSize = fields.wasPresent();
        offeredCapabilities = fields.symbols();
        desiredCapabilities = fields.symbols();
        properties = fields.map(MapRule.FIELDS);
        final AmqpError error = fields.finishAt(limit);
        return error == AmqpError.NONE ? wrapEnds() : error;
    }

    public Slice name() {
        return Range.view(nameView, buffer, name);
    }

    /** 0 to 2^32 - 1. */
    public long handle() {
        return handle;
    }

    /** Which end speaks. */
    public Role role() {
        return role;
    }

    /** MIXED if absent. */
    public SenderSettleMode sndSettleMode() {
        return sndSettleMode == FieldReader.ABSENT
                ? SenderSettleMode.MIXED
                : SenderSettleMode.of(sndSettleMode);
    }

    /** FIRST if absent. */
    public ReceiverSettleMode rcvSettleMode() {
        return rcvSettleMode == FieldReader.ABSENT
                ? ReceiverSettleMode.FIRST
                : ReceiverSettleMode.of(rcvSettleMode);
    }

    /** A refused or unknown source is null (section 2.6.3). */
    public boolean hasSource() {
        return sourceRange != Range.NONE;
    }

    public TerminusDecoder source() {
        assert hasSource();
        return source;
    }

    /** A refused or unknown target is null (section 2.6.3). */
    public boolean hasTarget() {
        return targetRange != Range.NONE;
    }

    /** A target or a coordinator: see {@link TerminusDecoder#kind}. */
    public TerminusDecoder target() {
        assert hasTarget();
        return target;
    }

    /** A map from delivery-tags to delivery states or null, or NULL. */
    public TypedValue unsettled() {
        return Range.value(unsettledValue, buffer, unsettled);
    }

    public boolean incompleteUnsettled() {
        return incompleteUnsettled;
    }

    /** Always of a sender's attach. */
    public boolean hasInitialDeliveryCount() {
        return initialDeliveryCount != FieldReader.ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int initialDeliveryCount() {
        assert hasInitialDeliveryCount();
        return (int) initialDeliveryCount;
    }

    /** Whether messages are limited; a limit of 0 is none. */
    public boolean hasMaxMessageSize() {
        return hasMaxMessageSize && maxMessageSize != 0;
    }

    /** Bytes, all 64 bits; 0 is no limit, and what is absent. */
    public long maxMessageSize() {
        return maxMessageSize;
    }

    /** A symbol, an array of them, or NULL. */
    public TypedValue offeredCapabilities() {
        return Range.value(offeredCapabilitiesValue, buffer, offeredCapabilities);
    }

    /** A symbol, an array of them, or NULL. */
    public TypedValue desiredCapabilities() {
        return Range.value(desiredCapabilitiesValue, buffer, desiredCapabilities);
    }

    /** A map whose keys are symbols, or NULL. */
    public TypedValue properties() {
        return Range.value(propertiesValue, buffer, properties);
    }

    /**
     * Checks both ends. Who receives asks for a dynamic source and who sends for a dynamic target,
     * to which the address MUST NOT be set; the other answers with it (part 3 sections 3.5.3 and
     * 3.5.4).
     */
    private AmqpError wrapEnds() {
        if (hasSource()) {
            final AmqpError error =
                    source.wrapWithin(
                            buffer,
                            Range.offset(sourceRange),
                            Range.length(sourceRange),
                            Archetype.SOURCE);
            if (error != AmqpError.NONE) {
                return error;
            }
        }
        if (hasTarget()) {
            final AmqpError error =
                    target.wrapWithin(
                            buffer,
                            Range.offset(targetRange),
                            Range.length(targetRange),
                            Archetype.TARGET);
            if (error != AmqpError.NONE) {
                return error;
            }
        }
        final TerminusDecoder asked = role == Role.RECEIVER ? source : target;
        final boolean isAsked = role == Role.RECEIVER ? hasSource() : hasTarget();
        return isAsked && asked.dynamic() && asked.hasAddress()
                ? AmqpError.INVALID_FIELD
                : AmqpError.NONE;
    }
}
