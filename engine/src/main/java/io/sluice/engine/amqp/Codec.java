package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.AttachEncoder;
import io.sluice.codec.amqp.BeginDecoder;
import io.sluice.codec.amqp.BeginEncoder;
import io.sluice.codec.amqp.CloseDecoder;
import io.sluice.codec.amqp.CloseEncoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DetachEncoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FlowEncoder;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.OpenDecoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.SaslDecoder;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeLimits;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Decoders and encoders that the connections of a loop share: each is used up at once. */
final class Codec {
    /** Writes a frame of which all fields are set. */
    @FunctionalInterface
    interface Frame {
        int encode(MutableDirectBuffer buffer, int offset, int limit);
    }

    final AmqpFramer framer;
    final AmqpFramer saslFramer;

    final OpenDecoder open = new OpenDecoder(TypeLimits.DEFAULT);
    final BeginDecoder begin = new BeginDecoder(TypeLimits.DEFAULT);
    final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
    final FlowDecoder flow = new FlowDecoder(TypeLimits.DEFAULT);
    final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
    final DispositionDecoder disposition = new DispositionDecoder(TypeLimits.DEFAULT);
    final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
    final CloseDecoder close = new CloseDecoder(TypeLimits.DEFAULT);
    final SaslDecoder sasl = new SaslDecoder(TypeLimits.DEFAULT);
    final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);

    final OpenEncoder openOut = new OpenEncoder();
    final BeginEncoder beginOut = new BeginEncoder();
    final AttachEncoder attachOut = new AttachEncoder();
    final FlowEncoder flowOut = new FlowEncoder();
    final TransferEncoder transferOut = new TransferEncoder();
    final DispositionEncoder dispositionOut = new DispositionEncoder();
    final DetachEncoder detachOut = new DetachEncoder();
    final CloseEncoder closeOut = new CloseEncoder();
    final SaslEncoder saslOut = new SaslEncoder();

    // Made once: a method reference in passing may be an object each time.
    final Frame openFrame = openOut::encode;
    final Frame beginFrame = beginOut::encode;
    final Frame attachFrame = attachOut::encode;
    final Frame flowFrame = flowOut::encode;
    final Frame dispositionFrame = dispositionOut::encode;
    final Frame detachFrame = detachOut::encode;
    final Frame closeFrame = closeOut::encode;
    final Frame saslFrame = saslOut::encode;

    Codec(final AmqpLimits.Frames limits) {
        framer = new AmqpFramer(limits.maxFrameSize());
        saslFramer = new AmqpFramer(limits.saslFrameMax());
    }

    /** Lets the performative's decoder check the body of a frame. */
    AmqpError wrap(
            final Descriptor performative,
            final DirectBuffer buffer,
            final int offset,
            final int length) {
        return switch (performative) {
            case OPEN -> open.wrap(buffer, offset, length);
            case BEGIN -> begin.wrap(buffer, offset, length);
            case ATTACH -> attach.wrap(buffer, offset, length);
            case FLOW -> flow.wrap(buffer, offset, length);
            case TRANSFER -> transfer.wrap(buffer, offset, length);
            case DISPOSITION -> disposition.wrap(buffer, offset, length);
            case DETACH -> detach.wrap(buffer, offset, length);
            case END, CLOSE -> close.wrap(buffer, offset, length);
            default -> AmqpError.DECODE_ERROR; // no performative of a connection
        };
    }
}
