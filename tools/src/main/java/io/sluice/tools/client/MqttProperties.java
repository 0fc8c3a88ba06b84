package io.sluice.tools.client;

import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.agrona.ExpandableArrayBuffer;

/** The properties of a message, from the wire and to it. */
final class MqttProperties {
    private static final long ABSENT = -1;

    private MqttProperties() {}

    static PropertyWriter writer(final MqttMessage.Properties properties) {
        final PropertyWriter writer = new PropertyWriter(new ExpandableArrayBuffer());
        if (properties.isText()) {
            writer.add(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1);
        }
        properties
                .expiryS()
                .ifPresent(seconds -> writer.add(PropertyId.MESSAGE_EXPIRY_INTERVAL, seconds));
        properties
                .contentType()
                .ifPresent(text -> writer.add(PropertyId.CONTENT_TYPE, Slice.ofUtf8(text)));
        properties
                .responseTopic()
                .ifPresent(text -> writer.add(PropertyId.RESPONSE_TOPIC, Slice.ofUtf8(text)));
        properties
                .correlation()
                .ifPresent(bytes -> writer.add(PropertyId.CORRELATION_DATA, Slice.of(bytes)));
        for (final MqttMessage.UserProperty each : properties.user()) {
            writer.addUserProperty(Slice.ofUtf8(each.name()), Slice.ofUtf8(each.value()));
        }
        return writer;
    }

    static MqttMessage.Properties read(final PropertyList list) {
        final long expiryS = list.number(PropertyId.MESSAGE_EXPIRY_INTERVAL, ABSENT);
        final List<MqttMessage.UserProperty> user = new ArrayList<>();
        final PropertyCursor cursor = new PropertyCursor().wrap(list);
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            user.add(
                    new MqttMessage.UserProperty(
                            cursor.name().toString(), cursor.value().toString()));
        }
        return new MqttMessage.Properties(
                list.number(PropertyId.PAYLOAD_FORMAT_INDICATOR, 0) == 1,
                expiryS == ABSENT ? OptionalLong.empty() : OptionalLong.of(expiryS),
                bytes(list, PropertyId.CONTENT_TYPE).map(Slice::toString),
                bytes(list, PropertyId.RESPONSE_TOPIC).map(Slice::toString),
                bytes(list, PropertyId.CORRELATION_DATA).map(Slice::toByteArray),
                user);
    }

    private static Optional<Slice> bytes(final PropertyList list, final int id) {
        return list.has(id) ? Optional.of(list.bytes(id)) : Optional.empty();
    }
}
