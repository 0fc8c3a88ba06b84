package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/** All the decoders of frame bodies, chosen by descriptor. */
final class FrameBodies {
    private final OpenDecoder open = new OpenDecoder(TypeLimits.DEFAULT);
    private final BeginDecoder begin = new BeginDecoder(TypeLimits.DEFAULT);
    private final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
    private final FlowDecoder flow = new FlowDecoder(TypeLimits.DEFAULT);
    private final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
    private final DispositionDecoder disposition = new DispositionDecoder(TypeLimits.DEFAULT);
    private final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
    private final CloseDecoder close = new CloseDecoder(TypeLimits.DEFAULT);
    private final SaslDecoder sasl = new SaslDecoder(TypeLimits.DEFAULT);

    AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        return switch (Descriptor.peek(buffer, offset, length)) {
            case OPEN -> open.wrap(buffer, offset, length);
            case BEGIN -> begin.wrap(buffer, offset, length);
            case ATTACH -> attach.wrap(buffer, offset, length);
            case FLOW -> flow.wrap(buffer, offset, length);
            case TRANSFER -> transfer.wrap(buffer, offset, length);
            case DISPOSITION -> disposition.wrap(buffer, offset, length);
            case DETACH -> detach.wrap(buffer, offset, length);
            case END, CLOSE -> close.wrap(buffer, offset, length);
            default -> sasl.wrap(buffer, offset, length);
        };
    }

    OpenDecoder open() {
        return open;
    }

    BeginDecoder begin() {
        return begin;
    }

    AttachDecoder attach() {
        return attach;
    }

    FlowDecoder flow() {
        return flow;
    }

    TransferDecoder transfer() {
        return transfer;
    }

    DispositionDecoder disposition() {
        return disposition;
    }

    DetachDecoder detach() {
        return detach;
    }

    CloseDecoder close() {
        return close;
    }

    SaslDecoder sasl() {
        return sasl;
    }
}
