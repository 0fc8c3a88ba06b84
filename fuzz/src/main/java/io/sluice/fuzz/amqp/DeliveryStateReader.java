package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.DeliveryStateDecoder;
import io.sluice.codec.amqp.DeliveryStateEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.ErrorEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A delivery state, read and, as a field of a disposition, written. */
final class DeliveryStateReader implements DescribedReader {
    private static final int BYTES_BEFORE = 4; // role, first, and two nulls

    private final DeliveryStateDecoder decoder;
    private final DispositionEncoder encoder = new DispositionEncoder();
    private final EncodedFrame frame = new EncodedFrame();
    private final EncodedFrame.Encoder encoding = encoder::encode;
    private final ValueTelling telling = new ValueTelling();

    DeliveryStateReader(final TypeLimits limits) {
        decoder = new DeliveryStateDecoder(limits);
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
            final DeliveryStateDecoder state,
            final ValueTelling telling,
            final Transcript transcript) {
        transcript.number("state", state.kind().ordinal());
        transcript.flag("terminal", state.isTerminal());
        transcript.flag("has error", state.hasError());
        if (state.hasError()) {
            ErrorReader.tell(state.error(), telling, transcript);
        }
        if (state.kind() == Descriptor.RECEIVED) {
            transcript.number("section number", state.sectionNumber());
            transcript.number("section offset", state.sectionOffset());
        }
        if (state.kind() == Descriptor.MODIFIED) {
            transcript.flag("delivery failed", state.deliveryFailed());
            transcript.flag("undeliverable here", state.undeliverableHere());
        }
        transcript.flag("has annotations", state.hasMessageAnnotations());
        telling.tell("annotations", state.messageAnnotations(), transcript);
    }

    /** Whether a state is one that was looked into, so that it can be written. */
    static boolean canFill(final DeliveryStateDecoder from) {
        return from.isTerminal() || from.kind() == Descriptor.RECEIVED;
    }

    static void fill(final DeliveryStateDecoder from, final DeliveryStateEncoder to) {
        switch (from.kind()) {
            case RECEIVED -> to.received(from.sectionNumber(), from.sectionOffset());
            case ACCEPTED -> to.accepted();
            case REJECTED -> {
                final ErrorEncoder error = to.rejected();
                if (from.hasError()) {
                    ErrorReader.fill(from.error(), error);
                }
            }
            case RELEASED -> to.released();
            case MODIFIED -> {
                to.modified(from.deliveryFailed(), from.undeliverableHere());
                if (from.hasMessageAnnotations()) {
                    to.messageAnnotations(from.messageAnnotations().encoded());
                }
            }
            default -> throw new AssertionError("not looked into: " + from.kind());
        }
    }

    @Override
    public int encodedLength() {
        if (!canFill(decoder)) {
            return NO_ENCODER;
        }
        fill(decoder, encoder.clear().state());
        frame.write(encoding, false);
        return frame.lastFieldLength(BYTES_BEFORE);
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        encodedLength();
        return frame.copyLastField(buffer, offset, BYTES_BEFORE);
    }
}
