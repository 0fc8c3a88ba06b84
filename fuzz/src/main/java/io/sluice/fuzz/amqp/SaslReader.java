package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.SaslDecoder;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The body of a SASL frame, read and written. */
public final class SaslReader implements DescribedReader {
    private final SaslDecoder decoder;
    private final SaslEncoder encoder = new SaslEncoder();
    private final EncodedFrame frame = new EncodedFrame();
    private final EncodedFrame.Encoder encoding = encoder::encode;
    private final ValueTelling telling = new ValueTelling();

    public SaslReader(final TypeLimits limits) {
        decoder = new SaslDecoder(limits);
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        return decoder.wrap(buffer, offset, length).ordinal();
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        if (!accepts(verdict)) {
            return;
        }
        transcript.number("kind", decoder.kind().ordinal());
        telling.tellMultiple("mechanisms", decoder.mechanisms(), transcript);
        if (decoder.kind() == Descriptor.SASL_INIT) {
            transcript.slice("mechanism", decoder.mechanism());
        }
        transcript.flag("has hostname", decoder.hasHostname());
        if (decoder.hasHostname()) {
            transcript.slice("hostname", decoder.hostname());
        }
        transcript.flag("has bytes", decoder.hasBytes());
        if (decoder.hasBytes()) {
            transcript.slice("bytes", decoder.bytes());
        }
        if (decoder.kind() == Descriptor.SASL_OUTCOME) {
            transcript.number("code", decoder.code().ordinal());
        }
    }

    private void fill() {
        switch (decoder.kind()) {
            case SASL_MECHANISMS -> encoder.mechanisms(decoder.mechanisms().encoded());
            case SASL_INIT -> {
                encoder.init(decoder.mechanism());
                if (decoder.hasBytes()) {
                    encoder.bytes(decoder.bytes());
                }
                if (decoder.hasHostname()) {
                    encoder.hostname(decoder.hostname());
                }
            }
            case SASL_CHALLENGE -> encoder.challenge(decoder.bytes());
            case SASL_RESPONSE -> encoder.response(decoder.bytes());
            case SASL_OUTCOME -> {
                encoder.outcome(decoder.code());
                if (decoder.hasBytes()) {
                    encoder.bytes(decoder.bytes());
                }
            }
            default -> throw new Finding("took " + decoder.kind() + " for SASL");
        }
    }

    @Override
    public int encodedLength() {
        fill();
        frame.write(encoding, false);
        if (frame.type() != FrameHeader.TYPE_SASL) {
            throw new Finding("wrote a frame of type " + frame.type());
        }
        return frame.bodyLength();
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        encodedLength();
        return frame.copyBody(buffer, offset);
    }
}
