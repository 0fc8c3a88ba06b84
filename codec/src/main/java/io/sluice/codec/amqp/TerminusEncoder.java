package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/**
 * A source, target or coordinator to write as a field of an attach (AMQP 1.0 part 3 sections 3.5.3
 * and 3.5.4, part 4 section 4.5.1); owned by the {@link AttachEncoder}. Fields that the kind lacks
 * are not written.
 */
public final class TerminusEncoder {
    private final DeliveryStateEncoder defaultOutcome = new DeliveryStateEncoder(Archetype.OUTCOME);
    private final BytesField address = new BytesField();
    private final BytesField expiryPolicy = new BytesField();
    private final BytesField dynamicNodeProperties = new BytesField();
    private final BytesField distributionMode = new BytesField();
    private final BytesField filter = new BytesField();
    private final BytesField outcomes = new BytesField();
    private final BytesField capabilities = new BytesField();

    private final Archetype end;

    private Descriptor kind = Descriptor.UNKNOWN;
    private TerminusDurability durable = TerminusDurability.NONE;
    private long timeout;
    private boolean dynamic;

    TerminusEncoder(final Archetype end) {
        this.end = end;
    }

    /** No terminus. */
    public TerminusEncoder clear() {
        return begin(Descriptor.UNKNOWN);
    }

    /** A terminus without any field: a SOURCE; of a target, a TARGET or COORDINATOR. */
    public TerminusEncoder kind(final Descriptor value) {
        assert value != Descriptor.UNKNOWN && end.takes(value);
        return begin(value);
    }

    private TerminusEncoder begin(final Descriptor value) {
        kind = value;
        address.clear();
        durable = TerminusDurability.NONE;
        expiryPolicy.clear();
        timeout = 0;
        dynamic = false;
        dynamicNodeProperties.clear();
        distributionMode.clear();
        filter.clear();
        defaultOutcome.clear();
        outcomes.clear();
        capabilities.clear();
        return this;
    }

    public TerminusEncoder address(final Slice value) {
        address.set(value);
        return this;
    }

    public TerminusEncoder durable(final TerminusDurability value) {
        durable = value;
        return this;
    }

    public TerminusEncoder expiryPolicy(final TerminusExpiryPolicy value) {
        if (value == TerminusExpiryPolicy.SESSION_END) {
            expiryPolicy.clear(); // the default
        } else {
            expiryPolicy.set(value.symbol());
        }
        return this;
    }

    /** Seconds, 0 to 2^32 - 1. */
    public TerminusEncoder timeout(final long seconds) {
        timeout = seconds;
        return this;
    }

    /** Asks the peer for a node, without an address, or tells it the address of its own. */
    public TerminusEncoder dynamic(final boolean value) {
        dynamic = value;
        return this;
    }

    /** Of a dynamic node: an encoded map whose keys are symbols. */
    public TerminusEncoder dynamicNodeProperties(final Slice encodedMap) {
        dynamicNodeProperties.setEncoded(AmqpType.MAP, encodedMap);
        return this;
    }

    /** A symbol, as "move" or "copy". */
    public TerminusEncoder distributionMode(final Slice symbol) {
        distributionMode.set(symbol);
        return this;
    }

    /** An encoded map from symbols to filters, described values or null. */
    public TerminusEncoder filter(final Slice encodedMap) {
        filter.setEncoded(AmqpType.MAP, encodedMap);
        return this;
    }

    public DeliveryStateEncoder defaultOutcome() {
        return defaultOutcome;
    }

    /** An encoded symbol or array of symbols. */
    public TerminusEncoder outcomes(final Slice encodedSymbols) {
        outcomes.setSymbols(encodedSymbols);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public TerminusEncoder capabilities(final Slice encodedSymbols) {
        capabilities.setSymbols(encodedSymbols);
        return this;
    }

    /** Whether decoders take it, of an attach whose sender asks for this end if it is dynamic. */
    boolean isLegal(final boolean isAsking) {
        return dynamic ? !isAsking || !address.isPresent() : !dynamicNodeProperties.isPresent();
    }

    /** Writes the terminus as the next field, null if there is none. */
    void write(final FieldWriter fields) {
        if (kind == Descriptor.UNKNOWN) {
            fields.skip();
            return;
        }
        fields.begin(kind);
        if (kind != Descriptor.COORDINATOR) {
            fields.string(address)
                    .uint(durable.ordinal(), 0)
                    .symbol(expiryPolicy)
                    .uint(timeout, 0)
                    .flag(dynamic)
                    .encoded(dynamicNodeProperties);
        }
        if (kind == Descriptor.SOURCE) {
            fields.symbol(distributionMode).encoded(filter);
            defaultOutcome.write(fields);
            fields.encoded(outcomes);
        }
        fields.encoded(capabilities);
        fields.types().endList();
    }
}
