package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * A begin (AMQP 1.0 part 2 section 2.7.2): what one peer says of a session; one decoder per loop.
 */
public final class BeginDecoder {
    private final FieldReader fields;
    private final TypedValue offeredCapabilitiesValue = new TypedValue();
    private final TypedValue desiredCapabilitiesValue = new TypedValue();
    private final TypedValue propertiesValue = new TypedValue();

    private DirectBuffer buffer;
    private int remoteChannel;
    private long nextOutgoingId;
    private long incomingWindow;
    private long outgoingWindow;
    private long handleMax;
    private long offeredCapabilities;
    private long desiredCapabilities;
    private long properties;

    public BeginDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        this.buffer = buffer;
        fields.begin(buffer, offset, limit, Descriptor.BEGIN);
        remoteChannel = fields.ushort();
        nextOutgoingId = fields.uint();
        fields.require();
        incomingWindow = fields.uint();
        fields.require();
        outgoingWindow = fields.uint();
        fields.require();
        handleMax = fields.uint();
        if (handleMax == FieldReader.ABSENT) {
            handleMax = FieldReader.UINT_MAX;
        }
        offeredCapabilities = fields.symbols();
        desiredCapabilities = fields.symbols();
        properties = fields.map(MapRule.FIELDS);
        return fields.finishAt(limit);
    }

    /** Whether this answers a begin of ours. */
    public boolean hasRemoteChannel() {
        return remoteChannel != FieldReader.ABSENT;
    }

    /** The channel of the begin that this answers, 0 to 65,535. */
    public int remoteChannel() {
        assert hasRemoteChannel();
        return remoteChannel;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int nextOutgoingId() {
        return (int) nextOutgoingId;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public long incomingWindow() {
        return incomingWindow;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public long outgoingWindow() {
        return outgoingWindow;
    }

    /** The highest handle, 0 to 2^32 - 1, the default. */
    public long handleMax() {
        return handleMax;
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
}
