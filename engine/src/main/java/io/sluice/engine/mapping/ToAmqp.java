package io.sluice.engine.mapping;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.MessageIdEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.codec.wire.AsciiWords;
import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes a PUBLISH as an AMQP message; one per loop. */
final class ToAmqp {
    private static final int HEADER_LENGTH_MAX = 16;

    /** Descriptors, names of annotations, and what a value may take beside its bytes. */
    private static final int OVERHEAD_MAX = 512;

    /** A name stands in the application-properties and in the list, with up to five bytes each. */
    private static final int GROWTH_MAX = 4;

    private static final long TTL_MAX = 0xFFFF_FFFFL;

    private final LongSupplier timeMs;
    private final Counters counters;
    private final boolean trustsMarks;
    private final AmqpMark amqpMark;

    /** Topic and properties as a packet of their own: its decoder reads no others. */
    private final MutableDirectBuffer head = new ExpandableArrayBuffer();

    private final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);
    private final PropertyCursor cursor = new PropertyCursor();
    private final KeyIndex keys = new KeyIndex();
    private final TypeWriter header = new TypeWriter();
    private final MessageEncoder message = new MessageEncoder();
    private final PropertiesEncoder fields = new PropertiesEncoder();
    private final Slice payload = new Slice();
    private final Slice messageId = new Slice();
    private final Slice correlationType = new Slice();
    private final Slice mark = new Slice();

    // Of the message.
    private int headLength;
    private boolean isDurable;
    private int priority;
    private int qos;
    private boolean isRetain;
    private long ttl;
    private boolean hasMessageId;
    private boolean needsList;
    private int keysCount;

    ToAmqp(
            final LongSupplier timeMs,
            final Counters counters,
            final boolean trustsMarks,
            final AmqpMark amqpMark) {
        this.timeMs = timeMs;
        this.counters = counters;
        this.trustsMarks = trustsMarks;
        this.amqpMark = amqpMark;
    }

    int map(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        if (!read(record, offset)) {
            return Mapping.NONE;
        }
        lookThrough();
        if (!mark.isEmpty()) {
            if (amqpMark.wrap(mark, payload.length())) {
                final int headerLength = writeHeader(target, targetOffset, amqpMark.priority());
                final int length = amqpMark.restore(payload, target, targetOffset, headerLength);
                if (length != Mapping.NONE) {
                    return length;
                }
            }
            counters.increment(Counter.MAPPING_LOSSY); // the payload is not the mark's any more
        }
        return write(target, targetOffset);
    }

    private boolean read(final DirectBuffer record, final int offset) {
        final int body = Record.bodyOffset(offset);
        final int limit = body + Record.bodyLength(record, offset);
        final int properties = Record.contentOffset(record, offset);
        final long decoded = VariableByteInteger.decode(record, properties, limit);
        if (properties > limit || decoded < 0) {
            return false;
        }
        final int end =
                properties
                        + VariableByteInteger.length(decoded)
                        + VariableByteInteger.value(decoded);
        if (end > limit) {
            return false;
        }
        head.putByte(0, (byte) (ControlPacketType.PUBLISH << 4));
        final int remaining = end - body;
        final int at = 1 + VariableByteInteger.encode(head, 1, remaining);
        head.putBytes(at, record, body, remaining);
        headLength = at + remaining;
        if (publish.wrap(head, 0, headLength, MqttVersion.V5) != ReasonCode.SUCCESS
                || publish.topic().isEmpty()) {
            return false;
        }
        payload.wrap(record, end, limit - end);
        isDurable = Record.isDurable(record, offset);
        priority = Record.priority(record, offset);
        qos = Record.qos(record, offset);
        isRetain = Record.isRetain(record, offset);
        ttl = ttl(Record.expiresAtMs(record, offset));
        return true;
    }

    /** What is left, or 0 for a message that lives for ever: some clients read 0 so. */
    private long ttl(final long expiresAtMs) {
        return expiresAtMs == 0
                ? 0
                : Math.min(TTL_MAX, Math.max(1, expiresAtMs - timeMs.getAsLong()));
    }

    /** Finds what is ours among the user properties, and whether a map can hold them. */
    private void lookThrough() {
        hasMessageId = false;
        needsList = false;
        keysCount = 0;
        keys.clear();
        mark.clear();
        correlationType.clear();
        cursor.wrap(publish.properties());
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            if (isOurs()) {
                lookAtMark();
            } else if (!hasMessageId && cursor.name().contentEquals(Marks.MESSAGE_ID)) {
                hasMessageId = true;
                messageId.wrap(cursor.value());
                needsList |= keysCount > 0; // it comes back as the first
            } else if (keys.add(cursor.name())) {
                keysCount++;
            } else {
                needsList = true;
            }
        }
    }

    /** Marks that are understood here; from who is not trusted all that look like one. */
    private boolean isOurs() {
        return trustsMarks
                ? cursor.name().contentEquals(Marks.AMQP)
                        || cursor.name().contentEquals(Marks.CORRELATION_TYPE)
                : Marks.startsWith(cursor.name(), Marks.USER_PREFIX);
    }

    private void lookAtMark() {
        if (!trustsMarks) {
            counters.increment(Counter.MAPPING_MARKS_STRIPPED);
        } else if (cursor.name().contentEquals(Marks.AMQP)) {
            mark.wrap(cursor.value());
        } else {
            correlationType.wrap(cursor.value());
        }
    }

    private int writeHeader(
            final MutableDirectBuffer target, final int targetOffset, final int level) {
        final int limit = targetOffset + HEADER_LENGTH_MAX;
        target.checkLimit(limit);
        header.wrap(target, targetOffset, limit).beginFields(Descriptor.HEADER);
        if (isDurable) {
            header.putBoolean(true);
        } else {
            header.putNull();
        }
        if (level == HeaderSection.DEFAULT_PRIORITY) {
            header.putNull();
        } else {
            header.putUbyte(level);
        }
        if (ttl > 0) {
            header.putUint(ttl);
        }
        return header.endList().end();
    }

    private int write(final MutableDirectBuffer target, final int targetOffset) {
        final int headerLength = writeHeader(target, targetOffset, priority);
        final int offset = targetOffset + headerLength;
        final int limit = offset + payload.length() + GROWTH_MAX * headLength + OVERHEAD_MAX;
        target.checkLimit(limit);
        message.wrap(target, offset, limit);
        writeAnnotations();
        writeProperties();
        writeUserProperties();
        final int length = message.data(payload).end();
        assert length != TypeWriter.NO_ROOM : "more than it may come to";
        return headerLength + length;
    }

    private void writeAnnotations() {
        final PropertyList properties = publish.properties();
        final TypeWriter map = message.beginMap(Descriptor.MESSAGE_ANNOTATIONS);
        map.putSymbol(Marks.QOS).putUbyte(qos);
        if (isRetain) {
            map.putSymbol(Marks.RETAIN).putBoolean(true);
        }
        if (properties.has(PropertyId.PAYLOAD_FORMAT_INDICATOR)) {
            final long format = properties.number(PropertyId.PAYLOAD_FORMAT_INDICATOR, 0);
            map.putSymbol(Marks.PAYLOAD_FORMAT).putUbyte((int) format);
        }
        final Slice contentType = properties.bytes(PropertyId.CONTENT_TYPE);
        if (!isSymbol(contentType)) {
            map.putSymbol(Marks.CONTENT_TYPE).putString(contentType);
        }
        if (needsList) {
            writeList(map.putSymbol(Marks.USER_PROPERTIES));
        }
        message.endMap();
    }

    private void writeList(final TypeWriter map) {
        map.beginList();
        cursor.wrap(publish.properties());
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            if (!isOurs()) {
                map.putString(cursor.name()).putString(cursor.value());
            }
        }
        map.endList();
    }

    /** Whether a content type goes where AMQP has it, and not into an annotation. */
    static boolean isSymbol(final Slice text) {
        return AsciiWords.allAtLeast(0, text.buffer(), text.offset(), text.length());
    }

    private void writeProperties() {
        final PropertyList properties = publish.properties();
        fields.clear().to(publish.topic());
        if (hasMessageId) {
            fields.messageId().string(messageId);
        }
        if (properties.has(PropertyId.RESPONSE_TOPIC)) {
            fields.replyTo(properties.bytes(PropertyId.RESPONSE_TOPIC));
        }
        if (properties.has(PropertyId.CORRELATION_DATA)) {
            putCorrelation(fields.correlationId(), properties.bytes(PropertyId.CORRELATION_DATA));
        }
        if (properties.has(PropertyId.CONTENT_TYPE)
                && isSymbol(properties.bytes(PropertyId.CONTENT_TYPE))) {
            fields.contentType(properties.bytes(PropertyId.CONTENT_TYPE));
        }
        message.properties(fields);
    }

    /** Binary, unless a mark of ours says what it was and it still can be that. */
    private void putCorrelation(final MessageIdEncoder id, final Slice data) {
        final DirectBuffer buffer = data.buffer();
        final int at = data.offset();
        if (correlationType.contentEquals(Marks.TYPE_STRING)
                && Utf8.isWellFormed(buffer, at, data.length())) {
            id.string(data);
        } else if (correlationType.contentEquals(Marks.TYPE_ULONG) && data.length() == Long.BYTES) {
            id.ulong(buffer.getLong(at, BIG_ENDIAN));
        } else if (correlationType.contentEquals(Marks.TYPE_UUID)
                && data.length() == 2 * Long.BYTES) {
            id.uuid(buffer.getLong(at, BIG_ENDIAN), buffer.getLong(at + Long.BYTES, BIG_ENDIAN));
        } else {
            id.binary(data);
        }
    }

    /** The first value of each name, but for the message's identity, which has its own place. */
    private void writeUserProperties() {
        if (keysCount == 0) {
            return;
        }
        final TypeWriter map = message.beginMap(Descriptor.APPLICATION_PROPERTIES);
        boolean isIdBehind = hasMessageId;
        keys.clear();
        cursor.wrap(publish.properties());
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            if (isOurs()) {
                continue;
            }
            if (isIdBehind && cursor.name().contentEquals(Marks.MESSAGE_ID)) {
                isIdBehind = false;
            } else if (keys.add(cursor.name())) {
                map.putString(cursor.name()).putString(cursor.value());
            }
        }
        message.endMap();
    }
}
