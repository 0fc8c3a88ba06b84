package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.BeginDecoder;
import io.sluice.codec.amqp.CloseDecoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.OpenDecoder;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The body of an AMQP frame: any of the nine performatives, read and written. */
public final class PerformativeReader implements DescribedReader {
    private final OpenDecoder open;
    private final BeginDecoder begin;
    private final AttachDecoder attach;
    private final FlowDecoder flow;
    private final TransferDecoder transfer;
    private final DispositionDecoder disposition;
    private final DetachDecoder detach;
    private final CloseDecoder close;
    private final PerformativeEcho echo = new PerformativeEcho();
    private final ValueTelling telling = new ValueTelling();

    private Descriptor kind = Descriptor.UNKNOWN;
    private int offset;

    public PerformativeReader(final TypeLimits limits) {
        open = new OpenDecoder(limits);
        begin = new BeginDecoder(limits);
        attach = new AttachDecoder(limits);
        flow = new FlowDecoder(limits);
        transfer = new TransferDecoder(limits);
        disposition = new DispositionDecoder(limits);
        detach = new DetachDecoder(limits);
        close = new CloseDecoder(limits);
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        this.offset = offset;
        kind = Descriptor.peek(buffer, offset, length);
        return wrap(kind, buffer, offset, length).ordinal();
    }

    private AmqpError wrap(
            final Descriptor as, final DirectBuffer buffer, final int offset, final int length) {
        return switch (as) {
            case OPEN -> open.wrap(buffer, offset, length);
            case BEGIN -> begin.wrap(buffer, offset, length);
            case ATTACH -> attach.wrap(buffer, offset, length);
            case FLOW -> flow.wrap(buffer, offset, length);
            case TRANSFER -> transfer.wrap(buffer, offset, length);
            case DISPOSITION -> disposition.wrap(buffer, offset, length);
            case DETACH -> detach.wrap(buffer, offset, length);
            case END, CLOSE -> close.wrap(buffer, offset, length);
            default -> AmqpError.DECODE_ERROR;
        };
    }

    /** No decoder takes the performative of another; this forgets what was read last. */
    void othersRefuse(final DirectBuffer buffer, final int length) {
        final Descriptor own = kind;
        for (int code = Descriptor.OPEN.code(); code <= Descriptor.CLOSE.code(); code++) {
            final Descriptor other = Descriptor.of(code);
            final boolean isSame =
                    other == own || own == Descriptor.END && other == Descriptor.CLOSE;
            final boolean isTwin = own == Descriptor.CLOSE && other == Descriptor.END;
            if (!isSame && !isTwin && wrap(other, buffer, 0, length) == AmqpError.NONE) {
                throw new Finding("the decoder of " + other + " takes " + own);
            }
        }
    }

    /** What was read last. */
    public Descriptor kind() {
        return kind;
    }

    @Override
    public int requiredLength(final int length) {
        return kind == Descriptor.TRANSFER ? transfer.payloadOffset() - offset : length;
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        transcript.number("performative", kind.ordinal());
        if (!accepts(verdict)) {
            return;
        }
        switch (kind) {
            case OPEN -> tellOpen(transcript);
            case BEGIN -> tellBegin(transcript);
            case ATTACH -> tellAttach(transcript);
            case FLOW -> tellFlow(transcript);
            case TRANSFER -> tellTransfer(transcript);
            case DISPOSITION -> tellDisposition(transcript);
            case DETACH -> {
                transcript.number("handle", detach.handle());
                transcript.flag("closed", detach.closed());
                transcript.flag("has error", detach.hasError());
                if (detach.hasError()) {
                    ErrorReader.tell(detach.error(), telling, transcript);
                }
            }
            case END, CLOSE -> {
                transcript.number("end or close", close.performative().ordinal());
                transcript.flag("has error", close.hasError());
                if (close.hasError()) {
                    ErrorReader.tell(close.error(), telling, transcript);
                }
            }
            default -> throw new Finding("took " + kind);
        }
    }

    private void tellOpen(final Transcript transcript) {
        transcript.slice("container id", open.containerId());
        transcript.flag("has hostname", open.hasHostname());
        if (open.hasHostname()) {
            transcript.slice("hostname", open.hostname());
        }
        transcript.number("max frame size", open.maxFrameSize());
        transcript.number("channel max", open.channelMax());
        transcript.flag("has idle time out", open.hasIdleTimeOut());
        if (open.hasIdleTimeOut()) {
            transcript.number("idle time out", open.idleTimeOut());
        }
        telling.tellMultiple("outgoing locales", open.outgoingLocales(), transcript);
        telling.tellMultiple("incoming locales", open.incomingLocales(), transcript);
        telling.tellMultiple("offered", open.offeredCapabilities(), transcript);
        telling.tellMultiple("desired", open.desiredCapabilities(), transcript);
        telling.tell("properties", open.properties(), transcript);
    }

    private void tellBegin(final Transcript transcript) {
        transcript.flag("has remote channel", begin.hasRemoteChannel());
        transcript.number("remote channel", begin.hasRemoteChannel() ? begin.remoteChannel() : 0);
        transcript.number("next outgoing id", begin.nextOutgoingId());
        transcript.number("incoming window", begin.incomingWindow());
        transcript.number("outgoing window", begin.outgoingWindow());
        transcript.number("handle max", begin.handleMax());
        telling.tellMultiple("offered", begin.offeredCapabilities(), transcript);
        telling.tellMultiple("desired", begin.desiredCapabilities(), transcript);
        telling.tell("properties", begin.properties(), transcript);
    }

    private void tellAttach(final Transcript transcript) {
        transcript.slice("name", attach.name());
        transcript.number("handle", attach.handle());
        transcript.number("role", attach.role().ordinal());
        transcript.number("snd settle mode", attach.sndSettleMode().ordinal());
        transcript.number("rcv settle mode", attach.rcvSettleMode().ordinal());
        transcript.flag("has source", attach.hasSource());
        if (attach.hasSource()) {
            TerminusReader.tell(attach.source(), telling, transcript);
        }
        transcript.flag("has target", attach.hasTarget());
        if (attach.hasTarget()) {
            TerminusReader.tell(attach.target(), telling, transcript);
        }
        telling.tell("unsettled", attach.unsettled(), transcript);
        transcript.flag("incomplete unsettled", attach.incompleteUnsettled());
        transcript.flag("has delivery count", attach.hasInitialDeliveryCount());
        if (attach.hasInitialDeliveryCount()) {
            transcript.number("delivery count", attach.initialDeliveryCount());
        }
        transcript.flag("has max message size", attach.hasMaxMessageSize());
        if (attach.hasMaxMessageSize()) {
            transcript.number("max message size", attach.maxMessageSize());
        }
        telling.tellMultiple("offered", attach.offeredCapabilities(), transcript);
        telling.tellMultiple("desired", attach.desiredCapabilities(), transcript);
        telling.tell("properties", attach.properties(), transcript);
    }

    private void tellFlow(final Transcript transcript) {
        transcript.flag("has next incoming id", flow.hasNextIncomingId());
        transcript.number("next incoming id", flow.hasNextIncomingId() ? flow.nextIncomingId() : 0);
        transcript.number("incoming window", flow.incomingWindow());
        transcript.number("next outgoing id", flow.nextOutgoingId());
        transcript.number("outgoing window", flow.outgoingWindow());
        transcript.flag("has handle", flow.hasHandle());
        transcript.number("handle", flow.hasHandle() ? flow.handle() : 0);
        transcript.flag("has delivery count", flow.hasDeliveryCount());
        transcript.number("delivery count", flow.hasDeliveryCount() ? flow.deliveryCount() : 0);
        transcript.flag("has link credit", flow.hasLinkCredit());
        transcript.number("link credit", flow.hasLinkCredit() ? flow.linkCredit() : 0);
        transcript.flag("has available", flow.hasAvailable());
        transcript.number("available", flow.hasAvailable() ? flow.available() : 0);
        transcript.flag("drain", flow.drain());
        transcript.flag("echo", flow.echo());
        telling.tell("properties", flow.properties(), transcript);
    }

    private void tellTransfer(final Transcript transcript) {
        transcript.number("handle", transfer.handle());
        transcript.flag("has delivery id", transfer.hasDeliveryId());
        if (transfer.hasDeliveryId()) {
            transcript.number("delivery id", transfer.deliveryId());
        }
        transcript.flag("has tag", transfer.hasDeliveryTag());
        if (transfer.hasDeliveryTag()) {
            transcript.slice("tag", transfer.deliveryTag());
        }
        transcript.flag("has format", transfer.hasMessageFormat());
        if (transfer.hasMessageFormat()) {
            transcript.number("format", transfer.messageFormat());
        }
        transcript.flag("has settled", transfer.hasSettled());
        transcript.flag("settled", transfer.settled());
        transcript.flag("more", transfer.more());
        transcript.flag("has rcv settle mode", transfer.hasRcvSettleMode());
        if (transfer.hasRcvSettleMode()) {
            transcript.number("rcv settle mode", transfer.rcvSettleMode().ordinal());
        }
        transcript.flag("has state", transfer.hasState());
        if (transfer.hasState()) {
            DeliveryStateReader.tell(transfer.state(), telling, transcript);
        }
        transcript.flag("resume", transfer.resume());
        transcript.flag("aborted", transfer.aborted());
        transcript.flag("batchable", transfer.batchable());
        transcript.position("payload offset", transfer.payloadOffset());
        transcript.number("payload length", transfer.payloadLength());
        transcript.slice("payload", transfer.payload());
    }

    private void tellDisposition(final Transcript transcript) {
        transcript.number("role", disposition.role().ordinal());
        transcript.number("first", disposition.first());
        transcript.number("last", disposition.last());
        transcript.flag("settled", disposition.settled());
        transcript.flag("has state", disposition.hasState());
        if (disposition.hasState()) {
            DeliveryStateReader.tell(disposition.state(), telling, transcript);
        }
        transcript.flag("batchable", disposition.batchable());
    }

    @Override
    public int encodedLength() {
        final boolean canWrite =
                switch (kind) {
                    case OPEN -> echo.open(open);
                    case BEGIN -> echo.begin(begin);
                    case ATTACH -> echo.attach(attach);
                    case FLOW -> echo.flow(flow);
                    case TRANSFER -> echo.transfer(transfer);
                    case DISPOSITION -> echo.disposition(disposition);
                    case DETACH -> echo.detach(detach);
                    case END, CLOSE -> echo.close(close);
                    default -> throw new Finding("took " + kind);
                };
        return canWrite ? echo.frame().bodyLength() : NO_ENCODER;
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        encodedLength();
        return echo.frame().copyBody(buffer, offset);
    }
}
