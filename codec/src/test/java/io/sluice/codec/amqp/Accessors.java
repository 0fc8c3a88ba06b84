package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/** Asks every accessor of what was decoded, and reads every byte behind it; allocates nothing. */
final class Accessors {
    private final ElementCursor[] cursors = new ElementCursor[TypeLimits.DEFAULT.depthMax() + 2];
    private final TypedValue[] parts = new TypedValue[cursors.length];
    private final MapCursor pairs = new MapCursor();
    private long sum;

    Accessors() {
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = new ElementCursor();
            parts[i] = new TypedValue();
        }
    }

    /** All that the decoder of this kind of frame body tells, as one number. */
    long sum(final FrameBodies bodies, final Descriptor kind) {
        sum = 0;
        switch (kind) {
            case OPEN -> open(bodies.open());
            case BEGIN -> begin(bodies.begin());
            case ATTACH -> attach(bodies.attach());
            case FLOW -> flow(bodies.flow());
            case TRANSFER -> transfer(bodies.transfer());
            case DISPOSITION -> disposition(bodies.disposition());
            case DETACH -> detach(bodies.detach());
            case END, CLOSE -> close(bodies.close());
            default -> sasl(bodies.sasl());
        }
        return sum;
    }

    /** All that a message tells, as one number. */
    long sum(final MessageCursor message) {
        sum = 0;
        while (message.next()) {
            add(message.section());
            add(message.sectionOffset() + message.sectionLength());
            add(message.value());
        }
        map(message.deliveryAnnotations());
        map(message.messageAnnotations());
        map(message.applicationProperties());
        map(message.footer());
        add(message.hasHeader());
        header(message.header());
        add(message.hasProperties());
        properties(message.properties());
        add(message.body());
        add(message.bodySections() + message.bodyOffset() + message.bodyLength());
        add(message.bareOffset() + message.bareLength());
        if (message.body() == Descriptor.DATA) {
            add(message.data());
        } else if (message.hasBody()) {
            add(message.bodyValue());
        }
        return sum;
    }

    private void open(final OpenDecoder open) {
        add(open.containerId());
        if (open.hasHostname()) {
            add(open.hostname());
        }
        add(open.maxFrameSize());
        add(open.channelMax());
        add(open.hasIdleTimeOut());
        add(open.idleTimeOut());
        add(open.outgoingLocales());
        add(open.incomingLocales());
        add(open.offeredCapabilities());
        add(open.desiredCapabilities());
        map(open.properties());
    }

    private void begin(final BeginDecoder begin) {
        add(begin.hasRemoteChannel() ? begin.remoteChannel() : -1);
        add(begin.nextOutgoingId());
        add(begin.incomingWindow());
        add(begin.outgoingWindow());
        add(begin.handleMax());
        add(begin.offeredCapabilities());
        add(begin.desiredCapabilities());
        map(begin.properties());
    }

    private void attach(final AttachDecoder attach) {
        add(attach.name());
        add(attach.handle());
        add(attach.role().ordinal());
        add(attach.sndSettleMode().ordinal());
        add(attach.rcvSettleMode().ordinal());
        if (attach.hasSource()) {
            terminus(attach.source());
        }
        if (attach.hasTarget()) {
            terminus(attach.target());
        }
        map(attach.unsettled());
        add(attach.incompleteUnsettled());
        add(attach.hasInitialDeliveryCount() ? attach.initialDeliveryCount() : -1);
        add(attach.hasMaxMessageSize());
        add(attach.maxMessageSize());
        add(attach.offeredCapabilities());
        add(attach.desiredCapabilities());
        map(attach.properties());
    }

    private void terminus(final TerminusDecoder terminus) {
        add(terminus.kind());
        if (terminus.hasAddress()) {
            add(terminus.address());
        }
        add(terminus.durable().ordinal());
        add(terminus.expiryPolicy().ordinal());
        add(terminus.timeout());
        add(terminus.dynamic());
        map(terminus.dynamicNodeProperties());
        if (terminus.hasDistributionMode()) {
            add(terminus.distributionMode());
        }
        map(terminus.filter());
        if (terminus.hasDefaultOutcome()) {
            state(terminus.defaultOutcome());
        }
        add(terminus.outcomes());
        add(terminus.capabilities());
    }

    private void flow(final FlowDecoder flow) {
        add(flow.hasNextIncomingId() ? flow.nextIncomingId() : -1);
        add(flow.incomingWindow());
        add(flow.nextOutgoingId());
        add(flow.outgoingWindow());
        add(flow.hasHandle() ? flow.handle() : -1);
        add(flow.hasDeliveryCount() ? flow.deliveryCount() : -1);
        add(flow.hasLinkCredit() ? flow.linkCredit() : -1);
        add(flow.hasAvailable() ? flow.available() : -1);
        add(flow.drain());
        add(flow.echo());
        map(flow.properties());
    }

    private void transfer(final TransferDecoder transfer) {
        add(transfer.handle());
        add(transfer.hasDeliveryId() ? transfer.deliveryId() : -1);
        if (transfer.hasDeliveryTag()) {
            add(transfer.deliveryTag());
        }
        add(transfer.hasMessageFormat() ? transfer.messageFormat() : -1);
        add(transfer.hasSettled());
        add(transfer.settled());
        add(transfer.more());
        add(transfer.hasRcvSettleMode() ? transfer.rcvSettleMode().ordinal() : -1);
        if (transfer.hasState()) {
            state(transfer.state());
        }
        add(transfer.resume());
        add(transfer.aborted());
        add(transfer.batchable());
        add(transfer.payloadOffset() + transfer.payloadLength());
        add(transfer.payload());
    }

    private void disposition(final DispositionDecoder disposition) {
        add(disposition.role().ordinal());
        add(disposition.first());
        add(disposition.last());
        add(disposition.settled());
        if (disposition.hasState()) {
            state(disposition.state());
        }
        add(disposition.batchable());
    }

    private void detach(final DetachDecoder detach) {
        add(detach.handle());
        add(detach.closed());
        if (detach.hasError()) {
            error(detach.error());
        }
    }

    private void close(final CloseDecoder close) {
        add(close.performative());
        if (close.hasError()) {
            error(close.error());
        }
    }

    private void sasl(final SaslDecoder sasl) {
        add(sasl.kind());
        add(sasl.mechanisms());
        if (sasl.kind() == Descriptor.SASL_INIT) {
            add(sasl.mechanism());
        }
        if (sasl.hasHostname()) {
            add(sasl.hostname());
        }
        if (sasl.hasBytes()) {
            add(sasl.bytes());
        }
        if (sasl.kind() == Descriptor.SASL_OUTCOME) {
            add(sasl.code().ordinal());
        }
    }

    private void state(final DeliveryStateDecoder state) {
        add(state.kind());
        add(state.isTerminal());
        if (state.kind() == Descriptor.RECEIVED) {
            add(state.sectionNumber());
            add(state.sectionOffset());
        } else if (state.kind() == Descriptor.MODIFIED) {
            add(state.deliveryFailed());
            add(state.undeliverableHere());
        }
        if (state.hasError()) {
            error(state.error());
        }
        add(state.hasMessageAnnotations());
        map(state.messageAnnotations());
    }

    private void error(final ErrorDecoder error) {
        add(error.condition());
        add(AmqpError.of(error.condition()).ordinal());
        if (error.hasDescription()) {
            add(error.description());
        }
        add(error.hasInfo());
        map(error.info());
    }

    private void header(final HeaderSection header) {
        add(header.durable());
        add(header.priority());
        add(header.hasTtl() ? header.ttl() : -1);
        add(header.firstAcquirer());
        add(header.deliveryCount());
    }

    private void properties(final PropertiesSection properties) {
        add(properties.hasMessageId());
        add(properties.messageId());
        add(properties.hasCorrelationId());
        add(properties.correlationId());
        add(properties.hasUserId(), properties, PropertiesSection::userId);
        add(properties.hasTo(), properties, PropertiesSection::to);
        add(properties.hasSubject(), properties, PropertiesSection::subject);
        add(properties.hasReplyTo(), properties, PropertiesSection::replyTo);
        add(properties.hasContentType(), properties, PropertiesSection::contentType);
        add(properties.hasContentEncoding(), properties, PropertiesSection::contentEncoding);
        add(properties.hasGroupId(), properties, PropertiesSection::groupId);
        add(properties.hasReplyToGroupId(), properties, PropertiesSection::replyToGroupId);
        add(properties.hasAbsoluteExpiryTime() ? properties.absoluteExpiryTime() : -1);
        add(properties.hasCreationTime() ? properties.creationTime() : -1);
        add(properties.hasGroupSequence() ? properties.groupSequence() : -1);
    }

    /** An accessor of text. */
    private interface TextOf {
        Slice of(PropertiesSection properties);
    }

    private void add(
            final boolean isPresent, final PropertiesSection properties, final TextOf text) {
        add(isPresent);
        if (isPresent) {
            add(text.of(properties));
        }
    }

    private void map(final TypedValue map) {
        add(map);
        pairs.wrap(map);
        while (pairs.next()) {
            add(pairs.key(), 0);
            add(pairs.value(), 0);
        }
    }

    private void add(final TypedValue value) {
        if (!value.isNull()) {
            add(value.encoded());
        }
        add(value, 0);
    }

    private void add(final TypedValue value, final int level) {
        add(value.formatCode());
        switch (value.type()) {
            case NULL -> add(0);
            case BOOLEAN -> add(value.booleanValue());
            case FLOAT -> add(Float.floatToRawIntBits(value.floatValue()));
            case DOUBLE -> add(Double.doubleToRawLongBits(value.doubleValue()));
            case UUID -> add(value.uuidHigh() + value.uuidLow());
            case BINARY, STRING, SYMBOL, DECIMAL32, DECIMAL64, DECIMAL128 -> add(value.bytes());
            case LIST, MAP, ARRAY -> {
                final ElementCursor elements = cursors[level].wrap(value);
                while (elements.next()) {
                    add(elements.value(), level + 1);
                }
            }
            case DESCRIBED -> {
                add(value.descriptor(parts[level]), level + 1);
                add(value.described(parts[level]), level + 1);
            }
            default -> add(value.integer());
        }
    }

    private void add(final Slice bytes) {
        for (int i = 0; i < bytes.length(); i++) {
            add(bytes.byteAt(i));
        }
    }

    private void add(final Descriptor descriptor) {
        add(descriptor.code());
    }

    private void add(final boolean value) {
        add(value ? 1 : 0);
    }

    private void add(final long value) {
        sum = sum * 31 + value;
    }
}
