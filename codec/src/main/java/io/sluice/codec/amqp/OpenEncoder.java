package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes an open frame (AMQP 1.0 part 2 section 2.7.1), always on channel 0; one encoder per loop.
 */
public final class OpenEncoder {
    private static final Slice EMPTY = new Slice();

    private final FieldWriter fields = new FieldWriter();
    private final BytesField containerId = new BytesField();
    private final BytesField hostname = new BytesField();
    private final BytesField outgoingLocales = new BytesField();
    private final BytesField incomingLocales = new BytesField();
    private final BytesField offeredCapabilities = new BytesField();
    private final BytesField desiredCapabilities = new BytesField();
    private final BytesField properties = new BytesField();

    private long maxFrameSize;
    private int channelMax;
    private long idleTimeOut;

    public OpenEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public OpenEncoder clear() {
        containerId.set(EMPTY);
        hostname.clear();
        maxFrameSize = FieldReader.UINT_MAX;
        channelMax = FieldReader.ABSENT;
        idleTimeOut = FieldReader.ABSENT;
        outgoingLocales.clear();
        incomingLocales.clear();
        offeredCapabilities.clear();
        desiredCapabilities.clear();
        properties.clear();
        return this;
    }

    public OpenEncoder containerId(final Slice value) {
        containerId.set(value);
        return this;
    }

    public OpenEncoder hostname(final Slice value) {
        hostname.set(value);
        return this;
    }

    /** Bytes, 512 to 2^32 - 1, the default. */
    public OpenEncoder maxFrameSize(final long value) {
        assert value >= FrameHeader.MIN_MAX_FRAME_SIZE;
        maxFrameSize = value;
        return this;
    }

    /** 0 to 65,535, the default. */
    public OpenEncoder channelMax(final int value) {
        channelMax = value == FrameHeader.CHANNEL_MAX ? FieldReader.ABSENT : value;
        return this;
    }

    /** Milliseconds. */
    public OpenEncoder idleTimeOut(final long value) {
        idleTimeOut = value;
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public OpenEncoder outgoingLocales(final Slice encoded) {
        outgoingLocales.setSymbols(encoded);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public OpenEncoder incomingLocales(final Slice encoded) {
        incomingLocales.setSymbols(encoded);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public OpenEncoder offeredCapabilities(final Slice encoded) {
        offeredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded symbol or array of symbols. */
    public OpenEncoder desiredCapabilities(final Slice encoded) {
        desiredCapabilities.setSymbols(encoded);
        return this;
    }

    /** An encoded map whose keys are symbols. */
    public OpenEncoder properties(final Slice encoded) {
        properties.setEncoded(AmqpType.MAP, encoded);
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginFrame(buffer, offset, limit, 0, Descriptor.OPEN)
                .string(containerId)
                .string(hostname)
                .uint(maxFrameSize, FieldReader.UINT_MAX)
                .ushort(channelMax)
                .uint(idleTimeOut)
                .encoded(outgoingLocales)
                .encoded(incomingLocales)
                .encoded(offeredCapabilities)
                .encoded(desiredCapabilities)
                .encoded(properties);
        return fields.end();
    }
}
