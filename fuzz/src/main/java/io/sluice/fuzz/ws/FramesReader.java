package io.sluice.fuzz.ws;

import io.sluice.codec.ws.CloseCode;
import io.sluice.codec.ws.Endpoint;
import io.sluice.codec.ws.InboundFrames;
import io.sluice.codec.ws.Opcode;
import io.sluice.fuzz.law.InPlaceReader;
import io.sluice.fuzz.law.Transcript;
import org.agrona.MutableDirectBuffer;

/** The frames of one endpoint, for the laws. A stream is a connection. */
final class FramesReader implements InPlaceReader {
    private final Endpoint sender;
    private final long maxFramePayload;
    private final long maxMessagePayload;
    private InboundFrames frames;

    FramesReader(final Endpoint sender, final long maxFramePayload, final long maxMessagePayload) {
        this.sender = sender;
        this.maxFramePayload = maxFramePayload;
        this.maxMessagePayload = maxMessagePayload;
    }

    @Override
    public void begin() {
        frames = new InboundFrames(sender, maxFramePayload, maxMessagePayload);
    }

    @Override
    public void wrap(final MutableDirectBuffer buffer, final int offset, final int limit) {
        frames.wrap(buffer, offset, limit);
    }

    @Override
    public int next() {
        return frames.next();
    }

    @Override
    public boolean isConsumed(final int verdict) {
        return verdict == InboundFrames.CONSUMED;
    }

    @Override
    public boolean isEvent(final int verdict) {
        return verdict > 0 && verdict < CloseCode.NORMAL_CLOSURE;
    }

    @Override
    public int payloadOffset() {
        return frames.payloadOffset();
    }

    @Override
    public int payloadLength() {
        return frames.payloadLength();
    }

    @Override
    public void tell(final int event, final Transcript transcript) {
        transcript.slice(PlainFrames.PAYLOAD, frames.controlPayload());
        if (event == Opcode.CLOSE) {
            transcript.number(PlainFrames.CLOSE_CODE, frames.closeCode());
            transcript.slice(PlainFrames.CLOSE_REASON, frames.closeReason());
        }
    }
}
