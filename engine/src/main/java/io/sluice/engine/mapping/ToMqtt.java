package io.sluice.engine.mapping;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.PropertiesSection;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.TopicName;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes an AMQP message as the body of a PUBLISH; one per loop. */
final class ToMqtt {
    private static final Slice SECTIONS_TYPE = Slice.ofUtf8("application/x-amqp-sections");
    private static final int TOPIC_MAX = 0xFFFF;
    private static final long EXPIRY_MAX = 0xFFFF_FFFFL;
    private static final long ABSENT = -1;

    private final LongSupplier timeMs;
    private final Counters counters;
    private final boolean trustsMarks;
    private final int markMax;
    private final AmqpMark amqpMark;
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
    private final MqttList list = new MqttList();
    private final UserProperties userProperties;
    private final MapCursor annotations = new MapCursor();
    private final TypedValue ordered = new TypedValue();
    private final Slice contentType = new Slice();
    private final Slice number = new Slice();
    private final UnsafeBuffer numberBytes = new UnsafeBuffer(new byte[2 * Long.BYTES]);

    // Of the message.
    private DirectBuffer buffer;
    private int record;
    private PayloadForm form;
    private int payloadLength;
    private long payloadFormat;
    private boolean hasContentType;
    private Slice correlationType;

    ToMqtt(
            final LongSupplier timeMs,
            final Counters counters,
            final boolean trustsMarks,
            final int markMax,
            final AmqpMark amqpMark) {
        this.timeMs = timeMs;
        this.counters = counters;
        this.trustsMarks = trustsMarks;
        this.markMax = markMax;
        this.amqpMark = amqpMark;
        userProperties = new UserProperties(counters, trustsMarks, list);
    }

    int map(
            final DirectBuffer newBuffer,
            final int newRecord,
            final MutableDirectBuffer target,
            final int targetOffset) {
        buffer = newBuffer;
        record = newRecord;
        final int content = Record.contentOffset(buffer, record);
        final int length = Record.contentLength(buffer, record);
        if (length < 0
                || !isTopic(
                        Record.addressOffset(buffer, record), Record.addressLength(buffer, record))
                || message.wrap(buffer, content, length) != AmqpError.NONE) {
            return Mapping.NONE;
        }
        list.clear();
        readAnnotations();
        readBody();
        writeProperties();
        if (!userProperties.write(message, ordered)) {
            return Mapping.NONE;
        }
        writeTo();
        writeMarks();
        return list.isTooLong() ? Mapping.NONE : write(target, targetOffset);
    }

    private boolean isTopic(final int offset, final int length) {
        return length <= TOPIC_MAX && TopicName.check(buffer, offset, length) == ReasonCode.SUCCESS;
    }

    /** Takes what we ourselves wrote on the way from MQTT. */
    private void readAnnotations() {
        payloadFormat = ABSENT;
        hasContentType = false;
        ordered.clear();
        annotations.wrap(message.messageAnnotations());
        while (annotations.next()) {
            if (annotations.key().type() != AmqpType.SYMBOL
                    || !Marks.startsWith(annotations.key().bytes(), Marks.ANNOTATION_PREFIX)) {
                list.noteInexact();
            } else if (trustsMarks) {
                readMark(annotations.key().bytes(), annotations.value());
            } else {
                counters.increment(Counter.MAPPING_MARKS_STRIPPED);
                list.noteStripped();
            }
        }
        if (message.footer().type() != AmqpType.NULL) {
            list.noteInexact();
        }
    }

    private void readMark(final Slice key, final TypedValue value) {
        final boolean isFormat = key.contentEquals(Marks.PAYLOAD_FORMAT);
        if (isFormat && value.type() == AmqpType.UBYTE && value.integer() <= 1) {
            payloadFormat = value.integer();
        } else if (key.contentEquals(Marks.CONTENT_TYPE) && value.type() == AmqpType.STRING) {
            contentType.wrap(value.bytes());
            hasContentType = true;
        } else if (key.contentEquals(Marks.USER_PROPERTIES) && !value.isNull()) {
            ordered.wrap(buffer, value.encoded().offset());
        } else if (!key.contentEquals(Marks.QOS) && !key.contentEquals(Marks.RETAIN)) {
            list.noteInexact(); // none of those that are written by the way back
        }
    }

    private void readBody() {
        form = PayloadForm.DATA;
        payloadLength = 0;
        if (!message.hasBody()) {
            list.noteInexact();
            return;
        }
        if (message.body() == Descriptor.DATA) {
            readData();
            return;
        }
        list.noteInexact();
        final boolean isValue = message.body() == Descriptor.AMQP_VALUE;
        final AmqpType type = isValue ? message.bodyValue().type() : AmqpType.LIST;
        if (type == AmqpType.STRING) {
            form = PayloadForm.TEXT;
            payloadLength = message.bodyValue().bytes().length();
            payloadFormat = 1;
        } else if (type == AmqpType.BINARY) {
            form = PayloadForm.BINARY;
            payloadLength = message.bodyValue().bytes().length();
        } else {
            form = PayloadForm.SECTIONS;
            payloadLength = message.bodyLength();
            payloadFormat = ABSENT;
        }
    }

    private void readData() {
        if (message.bodySections() == 1) {
            payloadLength = message.data().length();
            return;
        }
        list.noteInexact();
        message.rewind();
        while (message.next()) {
            if (message.section() == Descriptor.DATA) {
                payloadLength += message.value().bytes().length();
            }
        }
    }

    private void writeProperties() {
        if (payloadFormat != ABSENT) {
            list.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, payloadFormat);
        }
        final long expiresAtMs = Record.expiresAtMs(buffer, record);
        if (expiresAtMs != 0) {
            // A part of a second is not nothing, and nothing would mean expired.
            final long leftMs = Math.max(1, expiresAtMs - timeMs.getAsLong());
            final long seconds = leftMs / 1_000 + (leftMs % 1_000 == 0 ? 0 : 1);
            final long bounded = Math.min(EXPIRY_MAX, seconds);
            list.add(PropertyId.MESSAGE_EXPIRY_INTERVAL, bounded);
        }
        writeContentType();
        final PropertiesSection properties = message.properties();
        if (properties.hasReplyTo()) {
            final Slice replyTo = properties.replyTo();
            if (isTopic(replyTo.offset(), replyTo.length())) {
                list.text(PropertyId.RESPONSE_TOPIC, replyTo);
            } else {
                list.noteInexact(); // an address of AMQP that no client of MQTT could publish to
            }
        }
        writeCorrelationData(properties);
    }

    private void writeContentType() {
        final PropertiesSection properties = message.properties();
        if (form == PayloadForm.SECTIONS) {
            list.text(PropertyId.CONTENT_TYPE, SECTIONS_TYPE);
        } else if (properties.hasContentType()) {
            if (hasContentType) {
                list.noteInexact(); // there is one Content Type, not two
            }
            list.text(PropertyId.CONTENT_TYPE, properties.contentType());
        } else if (hasContentType) {
            if (ToAmqp.isSymbol(contentType)) {
                list.noteInexact(); // the way back would make it the content-type
            }
            list.text(PropertyId.CONTENT_TYPE, contentType);
        }
    }

    private void writeCorrelationData(final PropertiesSection properties) {
        correlationType = null;
        if (!properties.hasCorrelationId()) {
            return;
        }
        final TypedValue id = properties.correlationId();
        switch (id.type()) {
            case STRING -> {
                correlationType = Marks.TYPE_STRING;
                list.correlationData(id.bytes());
            }
            case ULONG -> {
                correlationType = Marks.TYPE_ULONG;
                numberBytes.putLong(0, id.integer(), BIG_ENDIAN);
                list.correlationData(number.wrap(numberBytes, 0, Long.BYTES));
            }
            case UUID -> {
                correlationType = Marks.TYPE_UUID;
                list.correlationData(id.bytes());
            }
            default -> list.correlationData(id.bytes());
        }
    }

    /** The way back writes the topic there. */
    private void writeTo() {
        final PropertiesSection properties = message.properties();
        if (!properties.hasTo()) {
            list.noteInexact();
        } else if (!properties
                .to()
                .contentEquals(
                        buffer,
                        Record.addressOffset(buffer, record),
                        Record.addressLength(buffer, record))) {
            userProperties.writeTo(properties.to());
        }
    }

    private void writeMarks() {
        if (correlationType != null) {
            list.user(Marks.CORRELATION_TYPE, correlationType);
        }
        if (!list.isInexact() || list.isTooLong()) {
            return;
        }
        // What was taken off must not go on inside.
        final Slice mark = list.isStripped() ? null : amqpMark.of(message, buffer, form, markMax);
        if (mark == null) {
            counters.increment(Counter.MAPPING_LOSSY);
        } else {
            list.user(Marks.AMQP, mark);
        }
    }

    private int write(final MutableDirectBuffer target, final int targetOffset) {
        final int topic = Short.BYTES + Record.addressLength(buffer, record);
        final long all = (long) topic + list.length() + payloadLength + Integer.BYTES;
        if (all > VariableByteInteger.MAX) {
            return Mapping.NONE;
        }
        target.checkLimit(targetOffset + (int) all);
        target.putBytes(targetOffset, buffer, Record.bodyOffset(record), topic);
        int at = targetOffset + topic;
        at += VariableByteInteger.encode(target, at, list.length());
        list.copyTo(target, at);
        return writePayload(target, at + list.length()) - targetOffset;
    }

    private int writePayload(final MutableDirectBuffer target, final int offset) {
        switch (form) {
            case DATA -> {
                return message.hasBody() ? writeData(target, offset) : offset;
            }
            case TEXT, BINARY -> {
                return offset + message.bodyValue().bytes().copyTo(target, offset);
            }
            default -> {
                target.putBytes(offset, buffer, message.bodyOffset(), message.bodyLength());
                return offset + message.bodyLength();
            }
        }
    }

    private int writeData(final MutableDirectBuffer target, final int offset) {
        int at = offset;
        message.rewind();
        while (message.next()) {
            if (message.section() == Descriptor.DATA) {
                at += message.value().bytes().copyTo(target, at);
            }
        }
        return at;
    }
}
