package io.sluice.tools.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** A message of MQTT; the properties of 3.1.1 are none. */
public record MqttMessage(
        String topic, byte[] payload, int qos, boolean retain, Properties properties) {
    public MqttMessage {
        Objects.requireNonNull(topic);
        Objects.requireNonNull(payload);
        Objects.requireNonNull(properties);
    }

    /** One User Property; names may be there more than once. */
    public record UserProperty(String name, String value) {
        public UserProperty {
            Objects.requireNonNull(name);
            Objects.requireNonNull(value);
        }
    }

    /** What MQTT 5 says of a message beside its topic. */
    public record Properties(
            boolean isText,
            OptionalLong expiryS,
            Optional<String> contentType,
            Optional<String> responseTopic,
            Optional<byte[]> correlation,
            List<UserProperty> user) {
        /** None of them. */
        public static final Properties NONE =
                new Properties(
                        false,
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of());

        public Properties {
            user = List.copyOf(user);
        }
    }

    /** Everything that it says, by name: texts, numbers, booleans, bytes and lists of them. */
    public Map<String, Object> fields() {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("topic", topic);
        fields.put("qos", (long) qos);
        fields.put("retain", retain);
        if (properties.isText()) {
            fields.put("payload_format", "text");
        }
        properties.expiryS().ifPresent(s -> fields.put("expiry_s", s));
        properties.contentType().ifPresent(text -> fields.put("content_type", text));
        properties.responseTopic().ifPresent(text -> fields.put("response_topic", text));
        properties.correlation().ifPresent(bytes -> fields.put("correlation", bytes));
        if (!properties.user().isEmpty()) {
            final List<Object> user = new ArrayList<>();
            properties.user().forEach(each -> user.add(List.of(each.name(), each.value())));
            fields.put("user_properties", user);
        }
        fields.put("payload", payload);
        return fields;
    }
}
