package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/** Writes a begin frame (AMQP 1.0 part 2 section 2.7.2); one encoder per loop. */
public final class BeginEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final BytesField offeredCapabilities = new BytesField();
    private final BytesField desiredCapabilities = new BytesField();
    private final BytesField properties = new BytesField();

    private int channel;
    private int remoteChannel;
    private long nextOutgoingId;
    private long incomingWindow;
    private long outgoingWindow;
    private long handleMax;

    public BeginEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public BeginEncoder clear() {
        channel = 0;
        remoteChannel = FieldReader.ABSENT;
        nextOutgoingId = 0;
        incomingWindow = 0;
        outgoingWindow = 0;
        handleMax = FieldReader.UINT_MAX;
        offeredCapabilities.clear();
        desiredCapabilities.clear();
        properties.clear();
        return this;
    }

    public BeginEncoder channel(final int value) {
        channel = value;
        return this;
    }

    /** The channel of the begin that this answers. */
    public BeginEncoder remoteChannel(final int value) {
        remoteChannel = value;
        return this;
    }

    /** A serial number. */
    public BeginEncoder nextOutgoingId(final int value) {
        nextOutgoingId = Integer.toUnsignedLong(value);
        return this;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public BeginEncoder incomingWindow(final long value) {
        incomingWindow = value;
        return this;
    }

    /** Transfer frames, 0 to 2^32 - 1. */
    public BeginEncoder outgoingWindow(final long value) {
        outgoingWindow = value;
        return this;
    }

    /** 0 to 2^32 - 1, the default. */
    public BeginEncoder handleMax(final long value) {
        handleMax = value;
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public BeginEncoder offeredCapabilities(final Slice encoded) {
        offeredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public BeginEncoder desiredCapabilities(final Slice encoded) {
        desiredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded map whose keys are symbols. */
    public BeginEncoder properties(final Slice encoded) {
        properties.setEncoded(AmqpType.MAP, encoded);
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.BEGIN)
                .ushort(remoteChannel)
                .mandatoryUint(nextOutgoingId)
                .mandatoryUint(incomingWindow)
                .mandatoryUint(outgoingWindow)
                .uint(handleMax, FieldReader.UINT_MAX)
                .encoded(offeredCapabilities)
                .encoded(desiredCapabilities)
                .encoded(properties);
        return fields.end();
    }
}
