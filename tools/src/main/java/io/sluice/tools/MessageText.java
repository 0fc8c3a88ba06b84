package io.sluice.tools;

import io.sluice.codec.wire.Utf8;
import io.sluice.engine.control.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/** What a message says, as one line of JSON or for people. */
final class MessageText {
    /** The field that is the message itself. */
    static final String PAYLOAD = "payload";

    private MessageText() {}

    /** One object; bytes that are no UTF-8 are base64, under a name with _base64 behind it. */
    static String json(final Map<String, Object> fields) {
        final JsonText json = new JsonText();
        fields.forEach(
                (name, value) -> {
                    if (value instanceof byte[] bytes && !isText(bytes)) {
                        json.put(name + "_base64", Base64.getEncoder().encodeToString(bytes));
                    } else {
                        json.putJson(name, value(value));
                    }
                });
        return json.toString();
    }

    private static String value(final Object value) {
        if (value instanceof byte[] bytes) {
            return JsonText.quoted(
                    isText(bytes)
                            ? new String(bytes, StandardCharsets.UTF_8)
                            : Base64.getEncoder().encodeToString(bytes));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(MessageText::value).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return object(map);
        }
        final boolean isNumber = value instanceof Double number && Double.isFinite(number);
        return value == null || value instanceof Long || value instanceof Boolean || isNumber
                ? String.valueOf(value)
                : JsonText.quoted(value.toString());
    }

    private static String object(final Map<?, ?> map) {
        final java.util.LinkedHashMap<String, Object> named = new java.util.LinkedHashMap<>();
        map.forEach((key, value) -> named.put(key.toString(), value));
        return json(named);
    }

    /** The payload alone, as it is if it is a text, else what it is in JSON or base64. */
    static String plain(final Map<String, Object> fields) {
        final Object payload = fields.get(PAYLOAD);
        if (payload instanceof byte[] bytes) {
            return isText(bytes)
                    ? new String(bytes, StandardCharsets.UTF_8)
                    : "(" + bytes.length + " bytes) " + Base64.getEncoder().encodeToString(bytes);
        }
        return payload instanceof String text ? text : value(payload);
    }

    private static boolean isText(final byte[] bytes) {
        return Utf8.isWellFormed(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
