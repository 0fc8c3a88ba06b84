package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.CloseDecoder;
import io.sluice.codec.amqp.DeliveryStateDecoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.DetachDecoder;
import io.sluice.codec.amqp.DispositionDecoder;
import io.sluice.codec.amqp.ErrorDecoder;
import io.sluice.codec.amqp.FlowDecoder;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.SaslDecoder;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Says what bytes of a server are: a line for each header and frame. */
final class Transcript {
    private static final int FRAME_MAX = 1 << 16;

    /** Frames of a session that has one. */
    int transfers;

    int payloadBytes;
    int largestFrame;
    byte[] lastPayload = {};

    private final AmqpFramer framer = new AmqpFramer(FRAME_MAX);

    String read(final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final List<String> lines = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            final int header = ProtocolHeader.match(buffer, at, bytes.length);
            if (header >= 0) {
                lines.add("header " + header);
                at += ProtocolHeader.LENGTH;
                continue;
            }
            assertEquals(AmqpError.NONE, framer.next(buffer, at, bytes.length));
            largestFrame = Math.max(largestFrame, framer.frameLength());
            lines.add(line(buffer));
            at += framer.frameLength();
        }
        return String.join("\n", lines);
    }

    private String line(final DirectBuffer buffer) {
        final int offset = framer.bodyOffset();
        final int length = framer.bodyLength();
        if (length == 0) {
            return "empty";
        }
        if (framer.type() == FrameHeader.TYPE_SASL) {
            final SaslDecoder sasl = new SaslDecoder(TypeLimits.DEFAULT);
            assertEquals(AmqpError.NONE, sasl.wrap(buffer, offset, length));
            return sasl.kind() == Descriptor.SASL_OUTCOME
                    ? "outcome " + sasl.code()
                    : sasl.kind().toString();
        }
        final Descriptor kind = Descriptor.peek(buffer, offset, length);
        return switch (kind) {
            case OPEN -> "open";
            case BEGIN -> "begin " + framer.channel();
            case ATTACH -> attach(buffer, offset, length);
            case FLOW -> flow(buffer, offset, length);
            case TRANSFER -> transfer(buffer, offset, length);
            case DISPOSITION -> disposition(buffer, offset, length);
            case DETACH -> detach(buffer, offset, length);
            case END, CLOSE -> close(kind, buffer, offset, length);
            default -> throw new AssertionError(kind);
        };
    }

    private static String lower(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String attach(final DirectBuffer buffer, final int offset, final int length) {
        final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, attach.wrap(buffer, offset, length));
        final boolean terminus =
                attach.role() == Role.SENDER ? attach.hasSource() : attach.hasTarget();
        return "attach " + attach.handle() + " " + lower(attach.role()) + (terminus ? "" : " null");
    }

    private static String flow(final DirectBuffer buffer, final int offset, final int length) {
        final FlowDecoder flow = new FlowDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, flow.wrap(buffer, offset, length));
        return flow.hasHandle()
                ? "flow "
                        + flow.handle()
                        + " count "
                        + Integer.toUnsignedString(flow.deliveryCount())
                        + " credit "
                        + flow.linkCredit()
                        + (flow.drain() ? " drain" : "")
                        + (flow.properties().isNull() ? "" : lost(flow.properties()))
                : "flow in "
                        + Integer.toUnsignedString(flow.nextIncomingId())
                        + " window "
                        + flow.incomingWindow();
    }

    private String transfer(final DirectBuffer buffer, final int offset, final int length) {
        final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, transfer.wrap(buffer, offset, length));
        transfers++;
        payloadBytes += transfer.payloadLength();
        lastPayload = transfer.payload().toByteArray();
        return "transfer "
                + transfer.handle()
                + (transfer.hasDeliveryId()
                        ? " id " + Integer.toUnsignedString(transfer.deliveryId())
                        : "")
                + (transfer.hasSettled() && transfer.settled() ? " settled" : "")
                + (transfer.more() ? " more" : "");
    }

    private static String disposition(
            final DirectBuffer buffer, final int offset, final int length) {
        final DispositionDecoder disposition = new DispositionDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, disposition.wrap(buffer, offset, length));
        return lower(disposition.role())
                + " "
                + Integer.toUnsignedString(disposition.first())
                + ".."
                + Integer.toUnsignedString(disposition.last())
                + (disposition.settled() ? " settled" : "")
                + (disposition.hasState() ? " " + state(disposition.state()) : "");
    }

    private static String state(final DeliveryStateDecoder state) {
        return lower(state.kind())
                + (state.kind() == Descriptor.REJECTED && state.hasError()
                        ? " " + state.error().condition()
                        : "");
    }

    private static String detach(final DirectBuffer buffer, final int offset, final int length) {
        final DetachDecoder detach = new DetachDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, detach.wrap(buffer, offset, length));
        return "detach "
                + detach.handle()
                + (detach.closed() ? " closed" : "")
                + (detach.hasError() ? " " + condition(detach.error()) : "")
                + (detach.hasError() && !detach.error().info().isNull()
                        ? lost(detach.error().info())
                        : "");
    }

    private static String lost(final TypedValue map) {
        final MapCursor pairs = new MapCursor().wrap(map);
        assertTrue(pairs.find(Slice.ofUtf8("x-opt-sluice-lost")), "told something else");
        return " lost " + pairs.value().integer();
    }

    private static String close(
            final Descriptor kind, final DirectBuffer buffer, final int offset, final int length) {
        final CloseDecoder close = new CloseDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, close.wrap(buffer, offset, length));
        return lower(kind) + (close.hasError() ? " " + condition(close.error()) : "");
    }

    private static String condition(final ErrorDecoder error) {
        return error.condition().toString();
    }
}
