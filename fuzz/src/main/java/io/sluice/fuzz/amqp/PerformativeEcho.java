package io.sluice.fuzz.amqp;

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
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.OpenDecoder;
import io.sluice.codec.amqp.OpenEncoder;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.fuzz.law.Finding;

/**
 * Writes performatives that were read, each field by field. The methods answer whether it can be
 * written: a state or a terminus that no decoder has looked into cannot.
 */
final class PerformativeEcho {
    private static final int CHANNEL = 0x1234;

    private final OpenEncoder open = new OpenEncoder();
    private final BeginEncoder begin = new BeginEncoder();
    private final AttachEncoder attach = new AttachEncoder();
    private final FlowEncoder flow = new FlowEncoder();
    private final TransferEncoder transfer = new TransferEncoder();
    private final DispositionEncoder disposition = new DispositionEncoder();
    private final DetachEncoder detach = new DetachEncoder();
    private final CloseEncoder close = new CloseEncoder();
    private final EncodedFrame frame = new EncodedFrame();

    private final EncodedFrame.Encoder openFrame = open::encode;
    private final EncodedFrame.Encoder beginFrame = begin::encode;
    private final EncodedFrame.Encoder attachFrame = attach::encode;
    private final EncodedFrame.Encoder flowFrame = flow::encode;
    private final EncodedFrame.Encoder transferFrame = transfer::encode;
    private final EncodedFrame.Encoder dispositionFrame = disposition::encode;
    private final EncodedFrame.Encoder detachFrame = detach::encode;
    private final EncodedFrame.Encoder closeFrame = close::encode;

    /** What was written last. */
    EncodedFrame frame() {
        return frame;
    }

    private boolean write(final EncodedFrame.Encoder encoder, final int channel) {
        frame.write(encoder, encoder == transferFrame);
        if (frame.type() != FrameHeader.TYPE_AMQP || frame.channel() != channel) {
            throw new Finding("type " + frame.type() + ", channel " + frame.channel());
        }
        return true;
    }

    boolean open(final OpenDecoder from) {
        open.clear()
                .containerId(from.containerId())
                .maxFrameSize(from.maxFrameSize())
                .channelMax(from.channelMax());
        if (from.hasHostname()) {
            open.hostname(from.hostname());
        }
        if (from.hasIdleTimeOut()) {
            open.idleTimeOut(from.idleTimeOut());
        }
        if (!from.outgoingLocales().isNull()) {
            open.outgoingLocales(from.outgoingLocales().encoded());
        }
        if (!from.incomingLocales().isNull()) {
            open.incomingLocales(from.incomingLocales().encoded());
        }
        if (!from.offeredCapabilities().isNull()) {
            open.offeredCapabilities(from.offeredCapabilities().encoded());
        }
        if (!from.desiredCapabilities().isNull()) {
            open.desiredCapabilities(from.desiredCapabilities().encoded());
        }
        if (!from.properties().isNull()) {
            open.properties(from.properties().encoded());
        }
        return write(openFrame, 0);
    }

    boolean begin(final BeginDecoder from) {
        begin.clear()
                .channel(CHANNEL)
                .nextOutgoingId(from.nextOutgoingId())
                .incomingWindow(from.incomingWindow())
                .outgoingWindow(from.outgoingWindow())
                .handleMax(from.handleMax());
        if (from.hasRemoteChannel()) {
            begin.remoteChannel(from.remoteChannel());
        }
        if (!from.offeredCapabilities().isNull()) {
            begin.offeredCapabilities(from.offeredCapabilities().encoded());
        }
        if (!from.desiredCapabilities().isNull()) {
            begin.desiredCapabilities(from.desiredCapabilities().encoded());
        }
        if (!from.properties().isNull()) {
            begin.properties(from.properties().encoded());
        }
        return write(beginFrame, CHANNEL);
    }

    boolean attach(final AttachDecoder from) {
        attach.clear()
                .channel(CHANNEL)
                .name(from.name())
                .handle(from.handle())
                .role(from.role())
                .sndSettleMode(from.sndSettleMode())
                .rcvSettleMode(from.rcvSettleMode())
                .incompleteUnsettled(from.incompleteUnsettled())
                .maxMessageSize(from.maxMessageSize());
        if (from.hasSource()) {
            if (!TerminusReader.canFill(from.source())) {
                return false;
            }
            TerminusReader.fill(from.source(), attach.source());
        }
        if (from.hasTarget()) {
            if (!TerminusReader.canFill(from.target())) {
                return false;
            }
            TerminusReader.fill(from.target(), attach.target());
        }
        if (!from.unsettled().isNull()) {
            attach.unsettled(from.unsettled().encoded());
        }
        if (from.hasInitialDeliveryCount()) {
            attach.initialDeliveryCount(from.initialDeliveryCount());
        }
        if (!from.offeredCapabilities().isNull()) {
            attach.offeredCapabilities(from.offeredCapabilities().encoded());
        }
        if (!from.desiredCapabilities().isNull()) {
            attach.desiredCapabilities(from.desiredCapabilities().encoded());
        }
        if (!from.properties().isNull()) {
            attach.properties(from.properties().encoded());
        }
        return write(attachFrame, CHANNEL);
    }

    boolean flow(final FlowDecoder from) {
        flow.clear()
                .channel(CHANNEL)
                .incomingWindow(from.incomingWindow())
                .nextOutgoingId(from.nextOutgoingId())
                .outgoingWindow(from.outgoingWindow())
                .drain(from.drain())
                .echo(from.echo());
        if (from.hasNextIncomingId()) {
            flow.nextIncomingId(from.nextIncomingId());
        }
        if (from.hasHandle()) {
            flow.handle(from.handle());
        }
        if (from.hasDeliveryCount()) {
            flow.deliveryCount(from.deliveryCount());
        }
        if (from.hasLinkCredit()) {
            flow.linkCredit(from.linkCredit());
        }
        if (from.hasAvailable()) {
            flow.available(from.available());
        }
        if (!from.properties().isNull()) {
            flow.properties(from.properties().encoded());
        }
        return write(flowFrame, CHANNEL);
    }

    boolean transfer(final TransferDecoder from) {
        transfer.clear()
                .channel(CHANNEL)
                .handle(from.handle())
                .more(from.more())
                .resume(from.resume())
                .aborted(from.aborted())
                .batchable(from.batchable())
                .payload(from.payload());
        if (from.hasDeliveryId()) {
            transfer.deliveryId(from.deliveryId());
        }
        if (from.hasDeliveryTag()) {
            transfer.deliveryTag(from.deliveryTag());
        }
        if (from.hasMessageFormat()) {
            transfer.messageFormat(from.messageFormat());
        }
        if (from.hasSettled()) {
            transfer.settled(from.settled());
        }
        if (from.hasRcvSettleMode()) {
            transfer.rcvSettleMode(from.rcvSettleMode());
        }
        if (from.hasState()) {
            if (!DeliveryStateReader.canFill(from.state())) {
                return false;
            }
            DeliveryStateReader.fill(from.state(), transfer.state());
        }
        return write(transferFrame, CHANNEL);
    }

    boolean disposition(final DispositionDecoder from) {
        disposition
                .clear()
                .channel(CHANNEL)
                .role(from.role())
                .first(from.first())
                .last(from.last())
                .settled(from.settled())
                .batchable(from.batchable());
        if (from.hasState()) {
            if (!DeliveryStateReader.canFill(from.state())) {
                return false;
            }
            DeliveryStateReader.fill(from.state(), disposition.state());
        }
        return write(dispositionFrame, CHANNEL);
    }

    boolean detach(final DetachDecoder from) {
        detach.clear().channel(CHANNEL).handle(from.handle()).closed(from.closed());
        if (from.hasError()) {
            ErrorReader.fill(from.error(), detach.error());
        }
        return write(detachFrame, CHANNEL);
    }

    boolean close(final CloseDecoder from) {
        final boolean isEnd = from.performative() == Descriptor.END;
        if (isEnd) {
            close.end(CHANNEL);
        } else {
            close.close();
        }
        if (from.hasError()) {
            ErrorReader.fill(from.error(), close.error());
        }
        return write(closeFrame, isEnd ? CHANNEL : 0);
    }
}
