package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * One end of a link: a source, a target or a coordinator (AMQP 1.0 part 3 sections 3.5.3 and 3.5.4,
 * part 4 section 4.5.1); owned by the {@link AttachDecoder}, one for each end. A target is a source
 * without its four middle fields, a coordinator has capabilities alone; fields that a kind lacks
 * read as absent. A terminus of an unknown descriptor is told by {@link #kind} and not looked into.
 */
public final class TerminusDecoder {
    private final FieldReader fields;
    private final DeliveryStateDecoder defaultOutcome;
    private final Slice addressView = new Slice();
    private final Slice distributionModeView = new Slice();
    private final Slice expiryPolicyView = new Slice();
    private final TypedValue dynamicNodePropertiesValue = new TypedValue();
    private final TypedValue filterValue = new TypedValue();
    private final TypedValue outcomesValue = new TypedValue();
    private final TypedValue capabilitiesValue = new TypedValue();

    private DirectBuffer buffer;
    private Descriptor kind = Descriptor.UNKNOWN;
    private long address;
    private int durable;
    private int expiryPolicy;
    private long timeout;
    private boolean dynamic;
    private long dynamicNodeProperties;
    private long distributionMode;
    private long filter;
    private long defaultOutcomeRange;
    private long outcomes;
    private long capabilities;

    public TerminusDecoder(final TypeLimits limits) {
        this(new FieldReader(limits));
    }

    TerminusDecoder(final FieldReader fields) {
        this.fields = fields;
        defaultOutcome = new DeliveryStateDecoder(fields);
    }

    /**
     * Checks the described value in this range, of either end. Whether a dynamic one may have an
     * address depends on who speaks, which the {@link AttachDecoder} judges.
     */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        fields.types().begin(buffer);
        final Archetype end =
                Descriptor.peek(buffer, offset, length) == Descriptor.SOURCE
                        ? Archetype.SOURCE
                        : Archetype.TARGET;
        return wrapWithin(buffer, offset, length, end);
    }

    /** As {@link #wrap}, of this end, within the budget of the composite around this one. */
    AmqpError wrapWithin(
            final DirectBuffer buffer, final int offset, final int length, final Archetype end) {
        final int limit = offset + length;
        this.buffer = buffer;
        kind = Descriptor.peek(buffer, offset, length);
        clear();
        if (!end.takes(kind)) {
            return AmqpError.DECODE_ERROR;
        }
        if (kind == Descriptor.UNKNOWN) {
            return fields.types().checkDescribed(offset, limit);
        }
        fields.beginWithin(buffer, offset, limit, kind);
        if (kind != Descriptor.COORDINATOR) {
            readNode();
        }
        if (kind == Descriptor.SOURCE) {
            readDistribution();
        }
        capabilities = fields.symbols();
        final AmqpError error = fields.finishAt(limit);
        return error != AmqpError.NONE || defaultOutcomeRange == Range.NONE
                ? error
                : defaultOutcome.wrapWithin(
                        buffer,
                        Range.offset(defaultOutcomeRange),
                        Range.length(defaultOutcomeRange),
                        Archetype.OUTCOME);
    }

    /** SOURCE, TARGET, COORDINATOR, or UNKNOWN for a descriptor that is not the standard's. */
    public Descriptor kind() {
        return kind;
    }

    public boolean hasAddress() {
        return address != Range.NONE;
    }

    public Slice address() {
        assert hasAddress();
        return Range.view(addressView, buffer, address);
    }

    public TerminusDurability durable() {
        return TerminusDurability.of(durable);
    }

    public TerminusExpiryPolicy expiryPolicy() {
        return TerminusExpiryPolicy.of(expiryPolicy);
    }

    /** Seconds from expiry's start to expiry, 0 to 2^32 - 1. */
    public long timeout() {
        return timeout;
    }

    /**
     * Whether the node is made for the link: asked of the peer, without an address, or done for the
     * peer, whose answer has one.
     */
    public boolean dynamic() {
        return dynamic;
    }

    /** Of a dynamic node: a map whose keys are symbols, or NULL. */
    public TypedValue dynamicNodeProperties() {
        return Range.value(dynamicNodePropertiesValue, buffer, dynamicNodeProperties);
    }

    public boolean hasDistributionMode() {
        return distributionMode != Range.NONE;
    }

    /** Of a source: "move", "copy" or someone's own symbol. */
    public Slice distributionMode() {
        assert hasDistributionMode();
        return Range.view(distributionModeView, buffer, distributionMode);
    }

    /** Of a source: a map from symbols to filters, described values or null, or NULL. */
    public TypedValue filter() {
        return Range.value(filterValue, buffer, filter);
    }

    public boolean hasDefaultOutcome() {
        return defaultOutcomeRange != Range.NONE;
    }

    /** Of a source: what settling without an outcome means. */
    public DeliveryStateDecoder defaultOutcome() {
        assert hasDefaultOutcome();
        return defaultOutcome;
    }

    /** Of a source: a symbol, an array of them, or NULL. */
    public TypedValue outcomes() {
        return Range.value(outcomesValue, buffer, outcomes);
    }

    /** A symbol, an array of them, or NULL. */
    public TypedValue capabilities() {
        return Range.value(capabilitiesValue, buffer, capabilities);
    }

    private void clear() {
        address = Range.NONE;
        durable = 0;
        expiryPolicy = TerminusExpiryPolicy.SESSION_END.ordinal();
        timeout = 0;
        dynamic = false;
        dynamicNodeProperties = Range.NONE;
        distributionMode = Range.NONE;
        filter = Range.NONE;
        defaultOutcomeRange = Range.NONE;
        outcomes = Range.NONE;
        capabilities = Range.NONE;
    }

    private void readNode() {
        address = fields.string();
        final long durability = fields.uint();
        if (durability > TerminusDurability.UNSETTLED_STATE.ordinal()) {
            fields.fail(AmqpError.INVALID_FIELD);
        } else if (durability != FieldReader.ABSENT) {
            durable = (int) durability;
        }
        final long policy = fields.symbol();
        if (policy != Range.NONE) {
            final int index =
                    TerminusExpiryPolicy.indexOf(Range.view(expiryPolicyView, buffer, policy));
            if (index < 0) {
                fields.fail(AmqpError.INVALID_FIELD);
            } else {
                expiryPolicy = index;
            }
        }
        final long seconds = fields.uint();
        timeout = seconds == FieldReader.ABSENT ? 0 : seconds;
        dynamic = fields.bool(false);
        dynamicNodeProperties = fields.map(MapRule.FIELDS);
        if (dynamicNodeProperties != Range.NONE && !dynamic) {
            fields.fail(AmqpError.INVALID_FIELD); // "MUST be left unset" then
        }
    }

    private void readDistribution() {
        distributionMode = fields.symbol();
        filter = fields.map(MapRule.FILTERS);
        defaultOutcomeRange = fields.described();
        outcomes = fields.symbols();
    }
}
