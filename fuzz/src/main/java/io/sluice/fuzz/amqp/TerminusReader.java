package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.TerminusDecoder;
import io.sluice.codec.amqp.TerminusEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A source, target or coordinator, read and, as a field of an attach, written. */
final class TerminusReader implements DescribedReader {
    private static final int BEFORE_SOURCE = 6; // an empty name, handle, role, and two nulls
    private static final int BEFORE_TARGET = BEFORE_SOURCE + 1;
    private static final int BEHIND_SOURCE = 4; // three nulls, and a sender's delivery count

    private final TerminusDecoder decoder;
    private final AttachEncoder encoder = new AttachEncoder();
    private final EncodedFrame frame = new EncodedFrame();
    private final EncodedFrame.Encoder encoding = encoder::encode;
    private final ValueTelling telling = new ValueTelling();

    TerminusReader(final TypeLimits limits) {
        decoder = new TerminusDecoder(limits);
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
            final TerminusDecoder terminus,
            final ValueTelling telling,
            final Transcript transcript) {
        transcript.number("terminus", terminus.kind().ordinal());
        transcript.flag("has address", terminus.hasAddress());
        if (terminus.hasAddress()) {
            transcript.slice("address", terminus.address());
        }
        transcript.number("durable", terminus.durable().ordinal());
        transcript.number("expiry policy", terminus.expiryPolicy().ordinal());
        transcript.number("timeout", terminus.timeout());
        transcript.flag("dynamic", terminus.dynamic());
        telling.tell("node properties", terminus.dynamicNodeProperties(), transcript);
        transcript.flag("has distribution mode", terminus.hasDistributionMode());
        if (terminus.hasDistributionMode()) {
            transcript.slice("distribution mode", terminus.distributionMode());
        }
        telling.tell("filter", terminus.filter(), transcript);
        transcript.flag("has default outcome", terminus.hasDefaultOutcome());
        if (terminus.hasDefaultOutcome()) {
            DeliveryStateReader.tell(terminus.defaultOutcome(), telling, transcript);
        }
        telling.tellMultiple("outcomes", terminus.outcomes(), transcript);
        telling.tellMultiple("capabilities", terminus.capabilities(), transcript);
    }

    /** Whether a terminus is one that was looked into, so that it can be written. */
    static boolean canFill(final TerminusDecoder from) {
        return switch (from.kind()) {
            case SOURCE ->
                    !from.hasDefaultOutcome() || DeliveryStateReader.canFill(from.defaultOutcome());
            case TARGET, COORDINATOR -> true;
            default -> false;
        };
    }

    static void fill(final TerminusDecoder from, final TerminusEncoder to) {
        to.kind(from.kind())
                .durable(from.durable())
                .expiryPolicy(from.expiryPolicy())
                .timeout(from.timeout())
                .dynamic(from.dynamic());
        if (from.hasAddress()) {
            to.address(from.address());
        }
        if (!from.dynamicNodeProperties().isNull()) {
            to.dynamicNodeProperties(from.dynamicNodeProperties().encoded());
        }
        if (from.kind() == Descriptor.SOURCE) {
            fillDistribution(from, to);
        }
        if (!from.capabilities().isNull()) {
            to.capabilities(from.capabilities().encoded());
        }
    }

    private static void fillDistribution(final TerminusDecoder from, final TerminusEncoder to) {
        if (from.hasDistributionMode()) {
            to.distributionMode(from.distributionMode());
        }
        if (!from.filter().isNull()) {
            to.filter(from.filter().encoded());
        }
        if (from.hasDefaultOutcome()) {
            DeliveryStateReader.fill(from.defaultOutcome(), to.defaultOutcome());
        }
        if (!from.outcomes().isNull()) {
            to.outcomes(from.outcomes().encoded());
        }
    }

    /** Writes an attach of who may say it: a receiver does not say which source it asks for. */
    @Override
    public int encodedLength() {
        if (!canFill(decoder)) {
            return NO_ENCODER;
        }
        encoder.clear().role(Role.RECEIVER);
        if (decoder.kind() != Descriptor.SOURCE) {
            fill(decoder, encoder.target());
            frame.write(encoding, false);
            return frame.lastFieldLength(BEFORE_TARGET);
        }
        fill(decoder, encoder.source());
        final boolean isAnswer = decoder.dynamic() && decoder.hasAddress();
        if (isAnswer) {
            encoder.role(Role.SENDER).initialDeliveryCount(0);
        }
        frame.write(encoding, false);
        return frame.lastFieldLength(BEFORE_SOURCE) - (isAnswer ? BEHIND_SOURCE : 0);
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        final int length = encodedLength();
        final boolean isSource = decoder.kind() == Descriptor.SOURCE;
        return frame.copyField(buffer, offset, isSource ? BEFORE_SOURCE : BEFORE_TARGET, length);
    }
}
