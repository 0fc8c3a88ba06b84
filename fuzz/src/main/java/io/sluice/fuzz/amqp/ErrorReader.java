package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.ErrorDecoder;
import io.sluice.codec.amqp.ErrorEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** An error, read and, as the first field of a close, written. */
final class ErrorReader implements DescribedReader {
    private final ErrorDecoder decoder;
    private final CloseEncoder encoder = new CloseEncoder();
    private final EncodedFrame frame = new EncodedFrame();
    private final EncodedFrame.Encoder encoding = encoder::encode;
    private final ValueTelling telling = new ValueTelling();

    ErrorReader(final TypeLimits limits) {
        decoder = new ErrorDecoder(limits);
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        return decoder.wrap(buffer, offset, length).ordinal();
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        if (accepts(verdict)) {
            tell(decoder, telling, transcript);
        }
    }

    static void tell(
            final ErrorDecoder error, final ValueTelling telling, final Transcript transcript) {
        transcript.slice("condition", error.condition());
        transcript.flag("has description", error.hasDescription());
        if (error.hasDescription()) {
            transcript.slice("description", error.description());
        }
        transcript.flag("has info", error.hasInfo());
        telling.tell("info", error.info(), transcript);
    }

    static void fill(final ErrorDecoder from, final ErrorEncoder to) {
        to.condition(from.condition());
        if (from.hasDescription()) {
            to.description(from.description());
        }
        if (from.hasInfo()) {
            to.info(from.info().encoded());
        }
    }

    @Override
    public int encodedLength() {
        fill(decoder, encoder.close().error());
        frame.write(encoding, false);
        return frame.lastFieldLength(0);
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        encodedLength();
        return frame.copyLastField(buffer, offset, 0);
    }
}
