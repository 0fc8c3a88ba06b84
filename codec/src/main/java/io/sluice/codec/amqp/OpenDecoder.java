package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * An open (AMQP 1.0 part 2 section 2.7.1): what one peer says of the connection; one decoder per
 * loop.
 */
public final class OpenDecoder {
    private final FieldReader fields;
    private final Slice containerIdView = new Slice();
    private final Slice hostnameView = new Slice();
    private final TypedValue outgoingLocalesValue = new TypedValue();
    private final TypedValue incomingLocalesValue = new TypedValue();
    private final TypedValue offeredCapabilitiesValue = new TypedValue();
    private final TypedValue desiredCapabilitiesValue = new TypedValue();
    private final TypedValue propertiesValue = new TypedValue();

    private DirectBuffer buffer;
    private long containerId;
    private long hostname;
    private long maxFrameSize;
    private int channelMax;
    private long idleTimeOut;
    private long outgoingLocales;
    private long incomingLocales;
    private long offeredCapabilities;
    private long desiredCapabilities;
    private long properties;

    public OpenDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        this.buffer = buffer;
        fields.begin(buffer, offset, limit, Descriptor.OPEN);
        containerId = fields.string();
        fields.require();
        hostname = fields.string();
        maxFrameSize = fields.uint();
        if (maxFrameSize == FieldReader.ABSENT) {
            maxFrameSize = FieldReader.UINT_MAX;
        } else if (maxFrameSize < FrameHeader.MIN_MAX_FRAME_SIZE) {
            fields.fail(AmqpError.INVALID_FIELD); // nobody may take less (section 2.8.19)
        }
        channelMax = fields.ushort();
        if (channelMax == FieldReader.ABSENT) {
            channelMax = FrameHeader.CHANNEL_MAX;
        }
        idleTimeOut = fields.uint();
        outgoingLocales = fields.symbols();
        incomingLocales = fields.symbols();
        offeredCapabilities = fields.symbols();
        desiredCapabilities = fields.symbols();
        properties = fields.map(MapRule.FIELDS);
        return fields.finishAt(limit);
    }

    public Slice containerId() {
        return Range.view(containerIdView, buffer, containerId);
    }

    public boolean hasHostname() {
        return hostname != Range.NONE;
    }

    public Slice hostname() {
        assert hasHostname();
        return Range.view(hostnameView, buffer, hostname);
    }

    /** 512 to 2^32 - 1 bytes, the default. */
    public long maxFrameSize() {
        return maxFrameSize;
    }

    /** The highest channel number, 0 to 65,535, the default. */
    public int channelMax() {
        return channelMax;
    }

    public boolean hasIdleTimeOut() {
        return idleTimeOut != FieldReader.ABSENT;
    }

    /**
     * Milliseconds without a frame after which the sender of this gives up; 0, the default: never.
     */
    public long idleTimeOut() {
        return hasIdleTimeOut() ? idleTimeOut : 0;
    }

    /** A symbol, an array of them, or NULL. */
    public TypedValue outgoingLocales() {
        return Range.value(outgoingLocalesValue, buffer, outgoingLocales);
    }

    /** A symbol, an array of them, or NULL. */
    public TypedValue incomingLocales() {
        return Range.value(incomingLocalesValue, buffer, incomingLocales);
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
