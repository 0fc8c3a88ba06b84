package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.fuzz.law.Framing;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;

/** One framer, as a reader of the first frame and as the framing of a stream. */
final class Frames implements Reader, Framing {
    private final AmqpFramer framer;

    Frames(final int maxFrameSize) {
        framer = new AmqpFramer(maxFrameSize);
    }

    AmqpFramer framer() {
        return framer;
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        return next(buffer, offset, offset + length);
    }

    @Override
    public int next(final DirectBuffer buffer, final int offset, final int limit) {
        return framer.next(buffer, offset, limit).ordinal();
    }

    @Override
    public boolean isIncomplete(final int verdict) {
        return verdict == AmqpError.INCOMPLETE.ordinal();
    }

    @Override
    public boolean isWhole(final int verdict) {
        return verdict == AmqpError.NONE.ordinal();
    }

    @Override
    public int length() {
        return framer.frameLength();
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        transcript.number("frame length", framer.frameLength());
        if (isWhole(verdict)) {
            transcript.number("body length", framer.bodyLength());
            transcript.number("type", framer.type());
            transcript.number("channel", framer.channel());
        }
    }
}
