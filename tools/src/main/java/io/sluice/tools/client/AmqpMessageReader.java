package io.sluice.tools.client;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.PropertiesSection;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypedValue;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

/** Everything that a message says, by name, as objects of Java. */
final class AmqpMessageReader {
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);

    /**
     * The sections of the message: texts, numbers, booleans, bytes, lists and maps of them, and
     * null. The body is "payload", and "body" says of which kind it is.
     *
     * @return nothing if the bytes are no message
     */
    Optional<Map<String, Object>> read(final byte... bytes) {
        if (message.wrap(new UnsafeBuffer(bytes), 0, bytes.length) != AmqpError.NONE) {
            return Optional.empty();
        }
        final Map<String, Object> fields = new LinkedHashMap<>();
        readHeader(fields);
        if (message.hasProperties()) {
            readProperties(fields, message.properties());
        }
        putMap(fields, "delivery_annotations", message.deliveryAnnotations());
        putMap(fields, "message_annotations", message.messageAnnotations());
        putMap(fields, "application_properties", message.applicationProperties());
        putMap(fields, "footer", message.footer());
        readBody(fields);
        return Optional.of(fields);
    }

    private void readHeader(final Map<String, Object> fields) {
        fields.put("durable", message.header().durable());
        fields.put("priority", (long) message.header().priority());
        if (message.header().hasTtl()) {
            fields.put("ttl_ms", message.header().ttl());
        }
        fields.put("first_acquirer", message.header().firstAcquirer());
        fields.put("delivery_count", message.header().deliveryCount());
    }

    private static void readProperties(
            final Map<String, Object> fields, final PropertiesSection said) {
        put(fields, "message_id", said.hasMessageId(), () -> value(said.messageId()));
        put(fields, "user_id", said.hasUserId(), () -> said.userId().toByteArray());
        put(fields, "to", said.hasTo(), () -> said.to().toString());
        put(fields, "subject", said.hasSubject(), () -> said.subject().toString());
        put(fields, "reply_to", said.hasReplyTo(), () -> said.replyTo().toString());
        put(fields, "correlation_id", said.hasCorrelationId(), () -> value(said.correlationId()));
        put(fields, "content_type", said.hasContentType(), () -> said.contentType().toString());
        put(
                fields,
                "content_encoding",
                said.hasContentEncoding(),
                () -> said.contentEncoding().toString());
        put(
                fields,
                "absolute_expiry_time",
                said.hasAbsoluteExpiryTime(),
                () -> Instant.ofEpochMilli(said.absoluteExpiryTime()).toString());
        put(
                fields,
                "creation_time",
                said.hasCreationTime(),
                () -> Instant.ofEpochMilli(said.creationTime()).toString());
        put(fields, "group_id", said.hasGroupId(), () -> said.groupId().toString());
        put(
                fields,
                "group_sequence",
                said.hasGroupSequence(),
                () -> Integer.toUnsignedLong(said.groupSequence()));
        put(
                fields,
                "reply_to_group_id",
                said.hasReplyToGroupId(),
                () -> said.replyToGroupId().toString());
    }

    private static void put(
            final Map<String, Object> fields,
            final String name,
            final boolean isThere,
            final java.util.function.Supplier<Object> value) {
        if (isThere) {
            fields.put(name, value.get());
        }
    }

    private static void putMap(
            final Map<String, Object> fields, final String name, final TypedValue map) {
        if (!map.isNull()) {
            fields.put(name, value(map));
        }
    }

    private void readBody(final Map<String, Object> fields) {
        switch (message.body()) {
            case DATA -> {
                fields.put("body", "data");
                fields.put("payload", data());
            }
            case AMQP_VALUE -> {
                fields.put("body", "value");
                fields.put("payload", value(message.bodyValue()));
            }
            case AMQP_SEQUENCE -> {
                fields.put("body", "sequence");
                fields.put("payload", sections(Descriptor.AMQP_SEQUENCE));
            }
            default -> fields.put("body", "none");
        }
    }

    /** The bytes of all data sections, one behind the other. */
    private byte[] data() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (final Object each : sections(Descriptor.DATA)) {
            bytes.writeBytes((byte[]) each);
        }
        return bytes.toByteArray();
    }

    private List<Object> sections(final Descriptor kind) {
        final List<Object> sections = new ArrayList<>();
        message.rewind();
        while (message.next()) {
            if (message.section() == kind) {
                sections.add(value(message.value()));
            }
        }
        return sections;
    }

    private static Object value(final TypedValue value) {
        return switch (value.type()) {
            case NULL -> null;
            case BOOLEAN -> value.booleanValue();
            case UBYTE, USHORT, UINT, BYTE, SHORT, INT, LONG -> value.integer();
            case ULONG -> unsigned(value.integer());
            case FLOAT -> (double) value.floatValue();
            case DOUBLE -> value.doubleValue();
            case CHAR -> Character.toString((int) value.integer());
            case TIMESTAMP -> Instant.ofEpochMilli(value.integer()).toString();
            case UUID -> new UUID(value.uuidHigh(), value.uuidLow()).toString();
            case STRING, SYMBOL -> value.bytes().toString();
            case BINARY, DECIMAL32, DECIMAL64, DECIMAL128 -> value.bytes().toByteArray();
            case LIST, ARRAY -> list(value);
            case MAP -> map(value);
            case DESCRIBED -> value(value.described(new TypedValue()));
        };
    }

    private static Object unsigned(final long bits) {
        return bits >= 0 ? (Object) bits : Long.toUnsignedString(bits);
    }

    private static List<Object> list(final TypedValue value) {
        final List<Object> list = new ArrayList<>();
        final ElementCursor elements = new ElementCursor().wrap(value);
        while (elements.next()) {
            list.add(value(elements.value()));
        }
        return list;
    }

    private static Map<String, Object> map(final TypedValue value) {
        final Map<String, Object> map = new LinkedHashMap<>();
        final MapCursor pairs = new MapCursor().wrap(value);
        while (pairs.next()) {
            map.put(String.valueOf(value(pairs.key())), value(pairs.value()));
        }
        return map;
    }
}
